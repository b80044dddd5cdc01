// Games, series and prices as sources state them. Times are UTC milliseconds; null is unknown.

/** A game in the names of its source, before anyone is recognised. */
export interface StatedGame {
  /** `leaguepedia`, `oracles-elixir` or `lolesports`. */
  readonly source: string
  /** The platform's game id where the source has it, else the source's own. */
  readonly id: string
  readonly hasPlatformId: boolean
  readonly startMs: number
  /** The start is the scheduled one of its series and 50 minutes for each game before. */
  readonly startIsEstimate?: true
  /** The source's id of the series; null where it has none. */
  readonly seriesId: string | null
  /** 1 for the first game of its series. */
  readonly gameNumber: number | null
  /** As the source calls it: its short name or code. */
  readonly league: string
  readonly region: string | null
  readonly tournament: string | null
  readonly season: string | null
  readonly playoffs: boolean | null
  /** Two digits after the dot, by the older numbering: `16.04`. */
  readonly patch: string | null
  readonly lengthSeconds: number | null
  /** [blue, red] where `sidesKnown`, else in the order in which the source names them. */
  readonly sides: readonly [StatedSide, StatedSide]
  readonly sidesKnown: boolean
  /** Index into `sides`; null where the source does not say. */
  readonly winner: 0 | 1 | null
  /** Index into `sides` of the side that took the objective first. */
  readonly firsts: Readonly<Partial<Record<'blood' | 'tower' | 'dragon' | 'herald' | 'baron', 0 | 1>>>
}

/** One team in a stated game. */
export interface StatedSide {
  readonly team: StatedName
  /** Five, in the order top, jungle, mid, bot, support; null without a whole lineup. */
  readonly seats: readonly StatedSeat[] | null
  readonly bans: readonly string[]
  readonly kills: number | null
  readonly deaths: number | null
  readonly assists: number | null
  readonly gold: number | null
  readonly cs: number | null
  readonly towers: number | null
  readonly dragons: number | null
  readonly barons: number | null
  /** Gold ahead (behind: negative) of the other side at minute 15. */
  readonly goldDiffAt15: number | null
}

/** One player in a stated game. */
export interface StatedSeat {
  readonly player: StatedName | null
  readonly champion: string | null
  readonly kills: number | null
  readonly deaths: number | null
  readonly assists: number | null
  readonly gold: number | null
  readonly cs: number | null
}

/** A team or person as a source calls them. */
export interface StatedName {
  readonly name: string
  /** `leaguepedia:<page>`, `lolesports:<id>`, a bare id of Oracle's Elixir; null where the source has none. */
  readonly sourceId: string | null
}

/** A series, played or to come, in the names of its source. */
export interface StatedSeries {
  readonly source: string
  /** The source's id: Leaguepedia's `MatchId`, the match id of lolesports. */
  readonly id: string
  readonly state: 'upcoming' | 'running' | 'ended'
  readonly scheduledMs: number
  /** When its first game really began. */
  readonly startedMs: number | null
  readonly league: string
  readonly tournament: string | null
  /** 1, 2, 3 or 5. */
  readonly bestOf: number | null
  /** First and second of the source; they are not sides. */
  readonly teams: readonly [StatedName, StatedName]
  /** Games that each has won, an advantage that was given included. */
  readonly score: readonly [number, number] | null
  /** Games that each was given before the first one. */
  readonly advantage: readonly [number, number]
  /** Index into `teams`. */
  readonly winner: 0 | 1 | null
  /** Decided without being played to its end. */
  readonly forfeit: boolean
  /** Addresses of the teams' logos, where the source has them. */
  readonly logoUrls?: readonly [string | null, string | null]
}

/** Prices of one source on the winner of one series, as they were captured. */
export interface CapturedOdds {
  readonly esportsMatchId: string
  /** Empty where it is unknown. */
  readonly source: string
  /** The start that was announced last. */
  readonly scheduledMs: number
  /** Ids, present or former. */
  readonly teams: readonly [number, number]
  /** Oldest first, never empty. */
  readonly prices: readonly CapturedPrice[]
}

/** Prices on the winner of a series at a moment. */
export interface CapturedPrice {
  readonly capturedMs: number
  /** Decimal odds of the two teams; of an order book its mid prices. */
  readonly odds: readonly [number, number]
  /** Prices that a person could take after the venue's fee: null for a team without one, absent without either. */
  readonly takeOdds?: readonly [number | null, number | null]
}
