import type { ModelName, PredictedTeam, Prediction, TeamRef } from '../types.ts'

/** The answer of `POST /v1/tournament`, and of `predictor.tournament`. */
export interface TournamentForecast extends Pick<Prediction, 'moment' | 'asOfUtc' | 'dataThroughUtc' | 'artifacts'> {
  readonly name: string
  /** Number of simulated tournaments. */
  readonly runs: number
  readonly seed: number
  readonly model: ModelName
  /** Sorted by the chance to win, then by id. */
  readonly teams: readonly TournamentChances[]
  /** Series that can be played now, at most 20, in the order of the format. */
  readonly nextSeries: readonly TournamentNext[]
}

/** A team's chances. */
export interface TournamentChances {
  readonly team: PredictedTeam
  /** Chance to reach each stage and round, and `winner`; summed over teams, each is its number of places. */
  readonly reach: Readonly<Record<string, number>>
  /** 95 % interval of the simulation's error of `reach.winner`, by Wilson's method; the model's own error is not in it. */
  readonly winnerInterval: readonly [number, number]
  /** Expected number of series won in each round robin and Swiss stage where the team can play. */
  readonly expectedWins: Readonly<Record<string, number>>
  /** Chance of each place, first place first, in each round robin and Swiss stage where the team can play. */
  readonly places: Readonly<Record<string, readonly number[]>>
}

/** A series that can be played now, and what it changes. */
export interface TournamentNext {
  readonly stage: string
  /** Group of the stage; null if it has none. */
  readonly group: string | null
  readonly bestOf: 1 | 2 | 3 | 5
  readonly teams: readonly [TeamRef, TeamRef]
  /** Chance of the first team as `predict` answers it; of one game for a best-of-2. */
  readonly probability1: number
  /** Chance of each of the two to win the tournament if it wins this series and if it loses it; null if no run had that. */
  readonly leverage: readonly {
    readonly team: TeamRef
    readonly winnerIfWon: number | null
    readonly winnerIfLost: number | null
  }[]
}
