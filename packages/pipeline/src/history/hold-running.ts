import type { Game, HeldGame, Series } from './types.ts'
import { wholeUntil } from './whole-until.ts'

/** Games that wait for a series that may still be running, and the last moment before them. */
export interface Held {
  readonly untilMs: number
  readonly games: readonly HeldGame[]
}

/**
 * Finds what is held back: the games of series that may be running, and every game since the first of these began, so that the
 * data date stays a moment before which everything is learned. The next history has them all again.
 *
 * @returns null where no series is running
 */
export function holdRunning(
  all: readonly Pick<Series, 'startMs' | 'games'>[],
  running: readonly { readonly games: readonly Pick<Game, 'id' | 'startMs'>[] }[],
): Held | null {
  const open = new Set(running.flatMap(({ games }) => games.map(({ id }) => id)))
  if (open.size === 0) return null
  const firstMs = Math.min(...running.flatMap(({ games }) => games.map(({ startMs }) => startMs)))
  const untilMs = wholeUntil(all, firstMs - 1) ?? Number.NEGATIVE_INFINITY
  const games = all.flatMap((series) => series.games).filter(({ startMs }) => startMs > untilMs)
  return { untilMs, games: games.map(({ id, startMs }) => ({ id, startMs, isRunning: open.has(id) })) }
}
