import type { History } from './types.ts'

/** Start of the last game of a history; -Infinity where it has none. */
export function lastGameMs(history: Pick<History, 'series'>): number {
  let last = Number.NEGATIVE_INFINITY
  for (const series of history.series) for (const game of series.games) last = Math.max(last, game.startMs)
  return last
}
