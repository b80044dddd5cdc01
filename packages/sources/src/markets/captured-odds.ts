import type { TakerFee } from '@riftline/core'
import type { MarketSource } from '../settings.ts'

/** Odds from one reading of a market. Teams have the names that the market gives them. */
export interface CapturedOdds {
  /** Number of events that the market listed. */
  readonly events: number
  readonly series: readonly CapturedSeries[]
  readonly skipped: readonly MarketSkip[]
}

/** The prices of one series at one moment. Times are milliseconds since 1970. */
export interface CapturedSeries {
  readonly source: MarketSource
  /** The market's own id of the series, which never changes. */
  readonly eventId: string
  readonly teams: TeamNames
  /** Name that the market gives the tournament. */
  readonly tournament: string | null
  readonly startMs: number
  readonly bestOf: 1 | 2 | 3 | 5 | null
  /** When all of it was read: before the start. */
  readonly capturedMs: number
  /** Fee of the venue for a purchase at the ask. */
  readonly fee: TakerFee
  readonly markets: CapturedMarkets
}

/** Team names as the market lists them. */
export type TeamNames = readonly [string, string]

/** Prices, in the order of `teams` where they are of teams; at least one market has a price. */
export interface CapturedMarkets {
  readonly seriesWinner: OddsPair | null
  readonly mapWinners: readonly { readonly map: number; readonly odds: OddsPair }[]
  readonly totalMaps: readonly { readonly line: number; readonly over: OfferedOdds; readonly under: OfferedOdds }[]
  /** `line` is the first team's: -1.5 where it must win by two maps. */
  readonly handicap: readonly { readonly line: number; readonly odds: OddsPair }[]
}

/** Bid and ask of a contract that pays 1 if the outcome comes, and the decimal odds of the middle between them. */
export interface OfferedOdds {
  readonly decimalOdds: number
  readonly bid: number
  readonly ask: number
}

/** Odds of the first and of the second team. */
export type OddsPair = readonly [OfferedOdds, OfferedOdds]

/** An event or one of its markets that gave no price. `what` is the market's id of it, and its title. */
export interface MarketSkip {
  readonly what: string
  readonly why: OddsSkipReason
}

/** The last three come from callers who know schedule and teams. */
export type OddsSkipReason =
  | 'started'
  | 'no_start'
  | 'one_sided'
  | 'wide_spread'
  | 'odds_implausible'
  | 'not_a_match'
  | 'no_best_of'
  | 'team_unknown'
  | 'team_ambiguous'
