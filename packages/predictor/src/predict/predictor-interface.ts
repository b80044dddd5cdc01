import type { MarketBook } from '../league/request/parse-market-book.ts'
import type { TournamentForecast } from '../tournament/answer.ts'
import type { TournamentFormat } from '../tournament/format/format-schema.ts'
import type { TournamentPlan } from '../tournament/plan.ts'
import type { PredictedStrengths } from '../tournament/strengths.ts'
import type {
  Explanation,
  MarketsMatchup,
  MarketsRequest,
  Matchup,
  ModelName,
  Prediction,
  PredictRequest,
} from '../types.ts'
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

/** Model and moment of the forecasts of a tournament. */
export interface TournamentModel extends PredictOptions {
  /** Default `consensus`. */
  readonly model?: ModelName
}

/** Options of a simulated tournament. */
export interface TournamentOptions extends TournamentModel {
  /** Number of simulated tournaments, 1 … 10,000,000; default 100,000. */
  readonly runs?: number
  /** Whole number from 0 to 2^32 - 1; default 1. The same seed gives the same answer. */
  readonly seed?: number
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
  /**
   * Chances of every team to win a tournament and to reach each of its stages, by simulation: 100,000 runs of Worlds take about a second. In a
   * run the strength of each team is drawn once; each series alone has exactly the chance that `predict` answers.
   *
   * @param format a checked one, or the JSON of one
   * @throws RiftlineError `validation_error` as `parseTournament`; `team_not_found`, `ambiguous_team`; `invalid_argument` for options
   * @example
   * const predictor = createPredictor(await loadArtifacts('artifacts'))
   * const final = { id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'Gen.G'] }
   * const { teams } = predictor.tournament({ name: 'Final', teams: ['T1', 'Gen.G'], stages: [final] }, { runs: 1000 })
   * Math.round(1e9 * (teams[0].reach.winner + teams[1].reach.winner)) // => 1000000000
   */
  tournament(format: TournamentFormat, options?: TournamentOptions): TournamentForecast
  /**
   * Strengths of the teams of a tournament, for `simulateTournament`: the chances that `predict` answers for all pairs and each length of
   * series, and the variances that join them. The teams are resolved at once; the steps, of fifty pairs, leave room for other work.
   *
   * @throws RiftlineError `team_not_found`, `ambiguous_team`; `validation_error` for two names of one team
   */
  tournamentSteps(plan: TournamentPlan, options?: TournamentModel): Generator<undefined, PredictedStrengths, undefined>
}
