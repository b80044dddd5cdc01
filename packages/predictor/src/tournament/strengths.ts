import type { BestOf, PredictedTeam } from '../types.ts'
import type { TournamentForecast } from './answer.ts'

/** Strengths of the teams of a plan, by number: plain data that a worker can be sent. */
export interface TournamentStrengths {
  readonly teams: number
  /** Mean of the game logit of team a over team b at `a * teams + b`, for each length of series that the plan can have. */
  readonly means: Readonly<Partial<Record<BestOf, Float64Array>>>
  /** Deviation of that logit, the same for every length, at `a * teams + b`. */
  readonly sds: Float64Array
  /** Variance of each team's strength. */
  readonly variances: Float64Array
  /** Number of each team's home league. */
  readonly leagues: Int32Array
  /** Variance of each home league's strength. */
  readonly leagueVariances: Float64Array
}

/** Strengths by a predictor, with what else an answer says: also plain data. */
export interface PredictedStrengths extends TournamentStrengths {
  /** Teams by number, as an answer names them. */
  readonly refs: readonly PredictedTeam[]
  /** Chance of the first team in each series of `plan.next`; of one game for a best-of-2. */
  readonly nextChances: readonly number[]
  readonly identity: Pick<TournamentForecast, 'model' | 'moment' | 'asOfUtc' | 'dataThroughUtc' | 'artifacts'>
}
