import type { TakerFee } from '@riftline/core'

/** What a market offered for one series at one moment, as stored: teams by id, since their names come from the catalogue. */
export interface OddsSnapshot<Team = TeamId> {
  readonly match: OddsMatch<Team>
  readonly capturedAtUtc: string
  /** Whether the source called this the last one before the start. */
  readonly isClosingLine: boolean
  /** Who captured it, `[a-z0-9][a-z0-9._-]{0,39}`; absent: it is not said. */
  readonly source?: string
  /** What the venue takes of whoever buys at the ask; absent: it is not said. */
  readonly fee?: TakerFee
  readonly markets: OddsMarkets<Team>
  /** Absent: not published. Never empty. */
  readonly mapWinners?: readonly MapWinner<Team>[]
}

export interface TeamId {
  readonly id: number
}

/** A team as a file says it. */
export type StatedTeam = TeamId | { readonly name: string }

export interface OddsMatch<Team> {
  readonly esportsMatchId: string
  readonly league: string
  readonly bestOf: number
  readonly scheduledUtc: string
  readonly team1: Team
  readonly team2: Team
}

/** Who wins a map: two prices. */
export interface MapWinner<Team> {
  readonly map: number
  readonly odds: readonly TeamPrice<Team>[]
}

/** Null: not published. A list is never empty. */
export interface OddsMarkets<Team> {
  readonly seriesWinner: readonly TeamPrice<Team>[] | null
  readonly handicap: readonly Handicap<Team>[] | null
  readonly totalMaps: readonly OverUnder[] | null
  readonly correctScore: readonly CorrectScore<Team>[] | null
  readonly mapTotals: readonly MapTotal[] | null
  readonly matchTotals: readonly MatchTotal[] | null
  readonly killHandicap: readonly KillHandicap<Team>[] | null
}

/** What is bid and asked for a contract that pays 1, where the source has them; without them the decimal odds are all that is known. */
export interface BookQuote {
  readonly bid?: number
  readonly ask?: number
}

/** The decimal odds of an order book are those of its mid price. */
export interface TeamPrice<Team> extends BookQuote {
  readonly team: Team
  readonly decimalOdds: number
}

export interface CorrectScore<Team> extends TeamPrice<Team> {
  readonly score: string
}

export interface HandicapPrice<Team> extends TeamPrice<Team> {
  readonly line: number
}

/** Two prices with opposite lines; `line` is their absolute value. */
export interface Handicap<Team> {
  readonly line: number
  readonly odds: readonly HandicapPrice<Team>[]
}

export interface KillHandicap<Team> extends Handicap<Team> {
  readonly map: number
}

export interface OverUnder {
  readonly line: number
  readonly over: number
  readonly under: number
  readonly overBid?: number
  readonly overAsk?: number
  readonly underBid?: number
  readonly underAsk?: number
}

export interface MatchTotal extends OverUnder {
  readonly stat: string
}

export interface MapTotal extends MatchTotal {
  readonly map: number
}
