import type { StatedName } from './stated-game.ts'

/** What a source states of a series, played or to come, in its own names. Times are UTC milliseconds; null is unknown. */
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
  /** Named first and second, which says nothing about sides. */
  readonly teams: readonly [StatedName, StatedName]
  /** Games that each has won; with an advantage that was given, also those that nobody played. */
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
