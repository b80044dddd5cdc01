import type { TakerFee } from '@riftline/core'
import type { MarketSource } from '../settings.ts'

/** Odds from one reading of a market. Teams have the market's names. */
export interface CapturedOdds {
  /** Number of events that the market listed. */
  readonly events: number
  readonly series: readonly CapturedSeries[]
  readonly skipped: readonly MarketSkip[]
}

/** Prices on one series at one moment. Times are milliseconds since 1970. */
export interface CapturedSeries {
  readonly source: MarketSource
  /** The market's permanent id of the series. */
  readonly eventId: string
  readonly teams: TeamNames
  /** The market's name of the tournament. */
  readonly tournament: string | null
  readonly startMs: number
  readonly bestOf: 1 | 2 | 3 | 5 | null
  /** Time when everything was read, before the start. */
  readonly capturedMs: number
  /** Fee of the venue for a purchase at the ask. */
  readonly fee: TakerFee
  readonly markets: CapturedMarkets
}

/** Team names as the market lists them. */
export type TeamNames = readonly [string, string]

/** Prices by market; pairs of teams are in the order of `teams`. At least one market has a price. */
export interface CapturedMarkets {
  readonly seriesWinner: OddsPair | null
  readonly mapWinners: readonly { readonly map: number; readonly odds: OddsPair }[]
  readonly totalMaps: readonly { readonly line: number; readonly over: OfferedOdds; readonly under: OfferedOdds }[]
  /** `line` is the first team's: with -1.5 it must win by two maps. */
  readonly handicap: readonly { readonly line: number; readonly odds: OddsPair }[]
}

/** Bid and ask of a contract that pays 1 on the outcome, and the decimal odds of the price midway between them. */
export interface OfferedOdds {
  readonly decimalOdds: number
  readonly bid: number
  readonly ask: number
}

/** Odds of the first and the second team. */
export type OddsPair = readonly [OfferedOdds, OfferedOdds]

/** An event or market without a usable price. `what` is the market's id and title of it. */
export interface MarketSkip {
  readonly what: string
  readonly why: OddsSkipReason
}

/** Reasons; the last three come from callers that know the schedule and the teams. */
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
