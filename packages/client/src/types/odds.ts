import type { Named } from './lists.ts'
import type { BestOf } from './prediction.ts'

export type Markets = 'winner' | 'all'

/** Two teams, each by id or by name, in any order. */
export type OddsQuery = OddsTeam1 & OddsTeam2 & { readonly markets?: Markets }

type OddsTeam1 =
  | { readonly team1Id: number; readonly team1?: never }
  | { readonly team1: string; readonly team1Id?: never }
type OddsTeam2 =
  | { readonly team2Id: number; readonly team2?: never }
  | { readonly team2: string; readonly team2Id?: never }

/** The latest prices of the next series of two teams. */
export type Odds<M extends Markets = Markets> = M extends Markets ? OddsOf<M> : never

interface OddsOf<M extends Markets> {
  readonly match: OddsMatch
  /** UTC, as `scheduledUtc`. */
  readonly capturedAtUtc: string
  readonly isClosingLine: boolean
  readonly markets: M extends 'all' ? AllMarkets : WinnerMarket
}

export interface OddsMatch {
  readonly esportsMatchId: string
  readonly league: string
  readonly bestOf: BestOf
  readonly scheduledUtc: string
  readonly team1: Named
  readonly team2: Named
}

/** What `markets: 'winner'` gives. */
export interface WinnerMarket {
  readonly seriesWinner: readonly [TeamPrice, TeamPrice]
}

/** What `markets: 'all'` gives; null where not published. */
export interface AllMarkets {
  readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null
  readonly handicap: readonly Handicap[] | null
  readonly totalMaps: readonly OverUnder[] | null
  readonly correctScore: readonly ScorePrice[] | null
  readonly mapTotals: readonly MapTotal[] | null
  readonly matchTotals: readonly MatchTotal[] | null
  readonly killHandicap: readonly KillHandicap[] | null
}

export interface TeamPrice {
  readonly team: Named
  readonly decimalOdds: number
}

export interface LinePrice extends TeamPrice {
  readonly line: number
}

export interface Handicap {
  /** The absolute value; the two prices have it with opposite signs. */
  readonly line: number
  readonly odds: readonly [LinePrice, LinePrice]
}

export interface OverUnder {
  readonly line: number
  readonly over: number
  readonly under: number
}

export interface ScorePrice extends TeamPrice {
  /** `2-1` */
  readonly score: string
}

/** An open list: expect words that are not in it. */
export type Stat = 'kills' | 'towers' | 'dragons' | 'barons' | 'inhibitors' | (string & {})

export interface MatchTotal extends OverUnder {
  readonly stat: Stat
}

export interface MapTotal extends MatchTotal {
  readonly map: number
}

export interface KillHandicap extends Handicap {
  readonly map: number
}
