import type { LeagueFormats } from '../history/stated/running-series.ts'
import type { GradedSeries } from './graded-series.ts'

/** The formats of each league's series in the graded record. */
export function formatsOf(graded: readonly GradedSeries[]): LeagueFormats {
  const formats = new Map<string, Set<number>>()
  for (const { league, bestOf } of graded) {
    const known = formats.get(league) ?? new Set()
    formats.set(league, known.add(bestOf))
  }
  return formats
}
