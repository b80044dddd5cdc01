import type { FirstObjective, SideCounts } from '../types.ts'

// A game of twelve rows with names instead of ids: ids are given when all games are known.

export interface OeName {
  /** Oracle's Elixir's id; null in rows that have none. */
  readonly sourceId: string | null
  readonly name: string
}

export interface OePlayer {
  /** null: unknown to the source. */
  readonly player: OeName | null
  readonly champion: string | null
  readonly kills: number | null
  readonly deaths: number | null
  readonly assists: number | null
  readonly cs: number | null
  readonly gold: number | null
}

export interface OeSide extends SideCounts {
  readonly team: OeName
  /** In the order of `roles`. */
  readonly players: readonly OePlayer[]
  readonly goldDiffAt15: number | null
}

export interface OeHead {
  readonly startMs: number
  readonly league: string
  readonly year: string
  readonly split: string | null
  readonly playoffs: boolean | null
  /** The number of the game in its series. */
  readonly number: number | null
  readonly patch: string | null
  readonly lengthSeconds: number | null
}

export interface OeGame extends OeHead {
  readonly id: string
  /** Place of its first row. */
  readonly file: string
  readonly line: number
  /** Blue, red. */
  readonly sides: readonly [OeSide, OeSide]
  readonly winner: 0 | 1
  readonly firsts: Readonly<Partial<Record<FirstObjective, 0 | 1>>>
}
