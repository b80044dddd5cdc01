import type { MarketBook } from '../league/request/parse-market-book.ts'
import type { Explanation, MarketsMatchup, MarketsRequest, Matchup, Prediction, PredictRequest } from '../types.ts'
import type { MarketsAnswer } from './markets/markets-answer.ts'

/** Options of a forecast. */
export interface PredictOptions {
  /**
   * Moment of the forecast in UTC milliseconds: pass `Date.now()` for now, since the library reads no clock.
   * Data older than that count less, by whole UTC days: forecasts move towards one half. Without a moment, or with an earlier one, the
   * forecast is for the data date, and the answer says so in `moment`.
   */
  readonly at?: number
}

/** Loaded artifacts, ready to answer. Pure: the same request and UTC day give the same bits. */
export interface Predictor {
  /**
   * Answers the body of `/v1/predict`, or of `/v1/predict-draft` if it has picks.
   * @throws RiftlineError as `resolve`; `invalid_argument` for a moment that is not a number
   */
  predict(request: PredictRequest, options?: PredictOptions): Prediction
  /**
   * `predict` for many requests: the same bits, in order, in a fraction of the time. Only resolved requests and answers take additional memory.
   *
   * @throws RiftlineError as `predict` for the first request that it refuses, with the place before the message, as in
   *   `requests[3].bestOf: must be 1, 3 or 5`, and the original error as `cause`; `invalid_argument` if `requests` is not an array
   * @example
   * const predictor = createPredictor(await loadArtifacts('artifacts'))
   * const pairs = [{ blueTeam: 'T1', redTeam: 'Gen.G' }, { blueTeamId: 1, redTeamId: 3, model: 'consensus' }]
   * predictor.predictMany(pairs).map(({ model }) => model) // => ['fasttree', 'consensus']
   */
  predictMany(requests: readonly PredictRequest[], options?: PredictOptions): Prediction[]
  /**
   * Splits a forecast into stages, from even teams to the calibrated chance that `predict` answers: ratings of leagues, teams and
   * players, the models, calibration, draft, age of the data and market. The stages add up exactly.
   * @throws RiftlineError as `predict`
   * @example
   * const predictor = createPredictor(await loadArtifacts('artifacts'))
   * predictor.explain({ blueTeam: 'T1', redTeam: 'Gen.G' }).stages[0]?.stage // => 'rating'
   */
  explain(request: PredictRequest, options?: PredictOptions): Explanation
  /**
   * Only validates and resolves, so that a server can check a call before it holds credits for it. `kind` fixes which
   * route's body is expected (`match` refuses picks, `draft` requires them); without it, the presence of picks decides.
   * @throws RiftlineError `validation_error`, `team_not_found`, `ambiguous_team`
   */
  resolve(request: PredictRequest, kind?: 'match' | 'draft'): Matchup
  /** Forecasts a resolved matchup. */
  forecast(matchup: Matchup, options?: PredictOptions): Prediction
  /** `forecast` for many matchups: the same bits, in order. */
  forecastMany(matchups: readonly Matchup[], options?: PredictOptions): Prediction[]
  /**
   * Chances of every market of a series, before it or at a standing: answers the body of `/v1/markets`. All come from one distribution
   * that agrees with `predict`. Picks are those of the next map.
   *
   * @param book answer of `GET /v1/odds?markets=all` for the two teams; compared only before the first map and for the same best-of
   * @throws RiftlineError as `predict`; `invalid_argument` for a malformed book, or one of other teams
   */
  markets(request: MarketsRequest, book?: MarketBook | null, options?: PredictOptions): MarketsAnswer
  /** `markets` for a resolved matchup, as `resolveMarkets` returns it. */
  forecastMarkets(matchup: MarketsMatchup, book?: MarketBook | null, options?: PredictOptions): MarketsAnswer
}
