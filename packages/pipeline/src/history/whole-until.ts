import type { Series } from './types.ts'

/**
 * The last moment up to a limit at which no series is under way: every game up to it is of a series that ended, and none of those
 * that began later is. Null where there is none.
 */
export function wholeUntil(series: readonly Pick<Series, 'startMs' | 'games'>[], limitMs: number): number | null {
  let whole: number | null = null
  let endMs = Number.NEGATIVE_INFINITY
  for (const { startMs, games } of [...series].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs > limitMs) break
    if (startMs > endMs && Number.isFinite(endMs)) whole = endMs
    endMs = Math.max(endMs, ...games.map((game) => game.startMs))
  }
  const isAfterAll = series.every(({ startMs }) => startMs <= endMs || startMs > limitMs)
  return endMs <= limitMs && isAfterAll && Number.isFinite(endMs) ? endMs : whole
}
