// Games, series and prices as sources state them. Times are UTC milliseconds; null is unknown.

/** A game under its source's names, before teams and people are recognised. */
export interface StatedGame {
  /** `leaguepedia`, `oracles-elixir` or `lolesports`. */
  readonly source: string
  /** The platform's game id if the source has it, else the source's own. */
  readonly id: string
  readonly hasPlatformId: boolean
  readonly startMs: number
  /** Set if the start is an estimate: the series' scheduled start plus 50 minutes for each earlier game. */
  readonly startIsEstimate?: true
  /** The source's id of the series; null if it has none. */
  readonly seriesId: string | null
  /** 1 for the first game of its series. */
  readonly gameNumber: number | null
  /** The source's short name or code of the league. */
  readonly league: string
  readonly region: string | null
  readonly tournament: string | null
  readonly season: string | null
  readonly playoffs: boolean | null
  /** Patch with two digits after the dot, in the older numbering: `16.04`. */
  readonly patch: string | null
  readonly lengthSeconds: number | null
  /** [blue, red] if `sidesKnown`; otherwise in the source's order. */
  readonly sides: readonly [StatedSide, StatedSide]
  readonly sidesKnown: boolean
  /** Index into `sides`; null if the source does not state it. */
  readonly winner: 0 | 1 | null
  /** Index into `sides` of the side that took the objective first. */
  readonly firsts: Readonly<Partial<Record<'blood' | 'tower' | 'dragon' | 'herald' | 'baron', 0 | 1>>>
}

/** One team in a stated game. */
export interface StatedSide {
  readonly team: StatedName
  /** Five seats in the order top, jungle, mid, bot, support; null without a full lineup. */
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
  /** Gold lead over the other side at minute 15 (negative: behind). */
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

/** A source's name and id of a team or person. */
export interface StatedName {
  readonly name: string
  /** `leaguepedia:<page>`, `lolesports:<id>` or a bare id of Oracle's Elixir; null if the source has none. */
  readonly sourceId: string | null
}

/** A past or coming series under its source's names. */
export interface StatedSeries {
  readonly source: string
  /** The source's id of the series: Leaguepedia's `MatchId`, the match id of lolesports. */
  readonly id: string
  readonly state: 'upcoming' | 'running' | 'ended'
  readonly scheduledMs: number
  /** Actual start of the first game. */
  readonly startedMs: number | null
  readonly league: string
  readonly tournament: string | null
  /** 1, 2, 3 or 5. */
  readonly bestOf: number | null
  /** First and second team in the source, regardless of sides. */
  readonly teams: readonly [StatedName, StatedName]
  /** Games won by each team, including a granted advantage. */
  readonly score: readonly [number, number] | null
  /** Games granted to each team before the first one. */
  readonly advantage: readonly [number, number]
  /** Index into `teams`. */
  readonly winner: 0 | 1 | null
  /** Whether the series was decided without being played to its end. */
  readonly forfeit: boolean
  /** Addresses of the teams' logos, if the source has them. */
  readonly logoUrls?: readonly [string | null, string | null]
}

/** A source's captured prices on the winner of one series. */
export interface CapturedOdds {
  readonly esportsMatchId: string
  /** The source; empty if unknown. */
  readonly source: string
  /** The start announced last. */
  readonly scheduledMs: number
  /** Team ids, present or former. */
  readonly teams: readonly [number, number]
  /** Prices, oldest first; never empty. */
  readonly prices: readonly CapturedPrice[]
}

/** Prices on the winner of a series at one moment. */
export interface CapturedPrice {
  readonly capturedMs: number
  /** Decimal odds of the two teams; for an order book, its mid prices. */
  readonly odds: readonly [number, number]
  /** Prices that a person could take after the venue's fee; null for a team without one, absent if both have none. */
  readonly takeOdds?: readonly [number | null, number | null]
}
