import type { BestOf } from '../types.ts'

/**
 * A format whose names are resolved to numbers, ready to simulate: plain data that a worker can be sent.
 *
 * Teams are numbered in the order of their first appearance in the stages, so that the order of `teams` changes no answer. A seat
 * holds one team in a run: seats 0 … n - 1 hold the teams themselves, every step fills further seats from earlier ones.
 */
export interface TournamentPlan {
  readonly name: string
  /** Label of league and season for the forecasts, as in a prediction; null without one. */
  readonly tournament: string | null
  /** Teams by number, as the format names them. */
  readonly teams: readonly PlanTeam[]
  readonly seatCount: number
  readonly steps: readonly PlanStep[]
  /** Columns of the answer: each counts the teams in its seats. The last one is `winner`, with one seat. */
  readonly reach: readonly { readonly column: string; readonly seats: readonly number[] }[]
  /** Stages that count series won and places, in order. Steps point into this list. */
  readonly tables: readonly { readonly stage: string; readonly places: number }[]
  /** Series that can be played now. Steps point into this list. */
  readonly next: readonly PlanNext[]
  /** Lengths of series that the format can have: forecasts are needed for these. A best-of-2 is two games of best-of-1. */
  readonly lengths: readonly BestOf[]
}

/** A team as the format names it. */
export interface PlanTeam {
  readonly name: string
  /** Id of the catalogue if the format gives one. */
  readonly id: number | null
  /** Position in the format's list of teams, for messages; default: the team's number. */
  readonly at?: number
}

/** A series that can be played now; teams by number. */
export interface PlanNext {
  readonly stage: string
  readonly group: string | null
  readonly bestOf: SeriesLength
  readonly first: number
  readonly second: number
}

/** Number of maps in a series; a best-of-2 may end in a draw. */
export type SeriesLength = BestOf | 2

export type PlanStep = SeriesStep | DrawStep | ChoiceStep | RoundRobinStep | SwissStep

/** One series of a bracket, a group of four or a ladder. */
export interface SeriesStep {
  readonly kind: 'series'
  readonly bestOf: BestOf
  readonly first: number
  readonly second: number
  /** Seats of the winner and of the loser. */
  readonly winner: number
  readonly loser: number
  /** Winner by a known result: 1 for the first team, 2 for the second; 0 for a series to play. */
  readonly known: 0 | 1 | 2
  /** Place in `next`; -1 for a series that cannot be played yet. */
  readonly next: number
}

/** A draw of two pots into the pairs of a bracket: teams of the first pot are the first of each pair, the others the second. */
export interface DrawStep {
  readonly kind: 'draw'
  readonly pots: readonly [readonly number[], readonly number[]]
  /** Group from which each seat of a pot comes, -1 for none: teams of one group are drawn into different halves where possible. */
  readonly groups: readonly [readonly number[], readonly number[]]
  /** Seats of the bracket, top to bottom: the pairs one after another. */
  readonly to: readonly number[]
}

/** Teams that choose their opponents: each takes the one against whom it is most likely to win, in order. */
export interface ChoiceStep {
  readonly kind: 'choice'
  readonly bestOf: BestOf
  readonly choosers: readonly number[]
  readonly opponents: readonly number[]
  /** Seats of the chosen opponents, in the order of `choosers`. */
  readonly to: readonly number[]
}

/** Order of the criteria by which a round robin ranks its teams; what they leave tied goes to a game or to lot. */
export type RankCriterion = 'wins' | 'gameDifference' | 'headToHead' | 'gamesWon' | 'strengthOfVictory'

/** One group of a round robin. */
export interface RoundRobinStep {
  readonly kind: 'roundRobin'
  readonly bestOf: SeriesLength
  readonly rounds: number
  readonly seats: readonly number[]
  /** Seats of the ranked teams, first place first. */
  readonly places: readonly number[]
  readonly rank: readonly RankCriterion[]
  /** Places after which a tie is broken by games: 2 if the first two qualify. Empty: ties go to lot. */
  readonly gamesAfter: readonly number[]
  /** Steps whose results count here too. */
  readonly carried: readonly number[]
  /** Known results, by team number; maps of the first and of the second team. */
  readonly known: readonly {
    readonly first: number
    readonly second: number
    readonly score: readonly [number, number]
  }[]
  /** Known tie-break games: winner and loser by team number. */
  readonly knownGames: readonly { readonly winner: number; readonly loser: number }[]
  /** Teams whose final place is known from a later draw: place by team number, counted from 0; -1 if unknown. */
  readonly knownPlaces: readonly number[]
  readonly table: number
  /** Series of this group that can be played now: place in `next` with the two teams by number. */
  readonly next: readonly { readonly next: number; readonly first: number; readonly second: number }[]
}

/** A Swiss stage. Teams leave it with `wins` wins or `losses` losses; ranked by record, fewest losses first, then fewest wins last. */
export interface SwissStep {
  readonly kind: 'swiss'
  readonly wins: number
  readonly losses: number
  readonly bestOf: BestOf
  /** Length of the series in which a team leaves the stage. */
  readonly decidingBestOf: BestOf
  readonly seats: readonly number[]
  readonly places: readonly number[]
  /** Known pairs of each round, by team number; `winner` 1 or 2, or 0 for a pair that has not played. */
  readonly known: readonly (readonly {
    readonly first: number
    readonly second: number
    readonly winner: 0 | 1 | 2
    /** Place in `next`, -1 for a played series. */
    readonly next: number
  }[])[]
  readonly knownPlaces: readonly number[]
  readonly table: number
}
