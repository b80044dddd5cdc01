/**
 * What a source states of a game, in its own names: nobody is recognised yet. Times are UTC milliseconds; null is unknown.
 */
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

/** What a source states of one team in a game; null is not stated. */
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

/** What a source states of one player in a game; null is not stated. */
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
