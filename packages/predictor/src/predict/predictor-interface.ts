import type { MarketBook } from '../league/request/parse-market-book.ts'
import type { Explanation, MarketsMatchup, MarketsRequest, Matchup, Prediction, PredictRequest } from '../types.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'

/** The moment of a forecast. */
export interface PredictOptions {
  /**
   * The moment that the forecast is for, UTC milliseconds: `Date.now()` for now, since the library reads no clock.
   * Data that are old by then count less, in whole UTC days: the forecast moves to one half. Without it, and for an earlier moment, the
   * forecast is for the data date, and the answer says so in words, as its `moment`.
   */
  readonly at?: number
}

/** A loaded set of artifacts, ready to answer. Pure: the same request and UTC day of the moment give the same bits. */
export interface Predictor {
  /**
   * The body of `/v1/predict`, or of `/v1/predict-draft` when it has picks.
   * @throws RiftlineError as `resolve`; `invalid_argument` for a moment that is no number
   */
  predict(request: PredictRequest, options?: PredictOptions): Prediction
  /**
   * `predict` of many requests: the same answers to the bit, in their order, in a fraction of the time. Memory beside the answers does not grow.
   *
   * @throws RiftlineError as `predict` for the first request that it refuses, its message after the place of the request, as in
   *   `requests[3]: no team 99`, and its error as `cause`; `invalid_argument` for requests that are no array
   * @example
   * const predictor = createPredictor(await loadArtifacts('artifacts'))
   * const pairs = [{ blueTeam: 'T1', redTeam: 'Gen.G' }, { blueTeamId: 1, redTeamId: 3, model: 'consensus' }]
   * predictor.predictMany(pairs).map(({ model }) => model) // => ['fasttree', 'consensus']
   */
  predictMany(requests: readonly PredictRequest[], options?: PredictOptions): Prediction[]
  /**
   * Takes the forecast of a request apart, from even teams to the calibrated chance that `predict` answers for it: ratings of leagues,
   * teams and players, what the models make of them, calibration, draft, age of the data and market. Exactly additive.
   * @throws RiftlineError as `predict`
   * @example
   * const predictor = createPredictor(await loadArtifacts('artifacts'))
   * predictor.explain({ blueTeam: 'T1', redTeam: 'Gen.G' }).stages[0]?.stage // => 'rating'
   */
  explain(request: PredictRequest, options?: PredictOptions): Explanation
  /**
   * Validates and resolves only, so that a server can check a call before it holds credits for it. `kind` fixes which
   * route's body is expected (`match` refuses picks, `draft` wants them); without it the presence of picks decides.
   * @throws RiftlineError `validation_error`, `team_not_found`, `ambiguous_team`
   */
  resolve(request: PredictRequest, kind?: 'match' | 'draft'): Matchup
  /** Forecasts a resolved matchup. */
  forecast(matchup: Matchup, options?: PredictOptions): Prediction
  /**
   * Chances of every market of a series, before it or at a standing: the body of `/v1/markets`. All come from one distribution that
   * agrees with `predict`. Picks are those of the next map.
   *
   * @param book as `GET /v1/odds?markets=all` answers for the two teams; compared with while no map is played and it is of the same best-of
   * @throws RiftlineError as `predict`; `invalid_argument` for a book of another form or of other teams
   */
  markets(request: MarketsRequest, book?: MarketBook | null, options?: PredictOptions): MarketsAnswer
  /** `markets` for a resolved matchup, as `resolveMarkets` returns it. */
  forecastMarkets(matchup: MarketsMatchup, book?: MarketBook | null, options?: PredictOptions): MarketsAnswer
}
