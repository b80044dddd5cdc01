import { clippedLogit, logitClip } from '../math/logit.ts'
import { surprise } from '../math/surprise.ts'
import type { ConsensusTable } from './consensus-table.ts'

/** The matches that all members forecast, as parallel arrays. */
export interface GradedMatches {
  readonly age: Float64Array
  readonly league: readonly (string | null)[]
  /** Largest minus smallest log odds of the members. */
  readonly spread: Float64Array
  /** Log loss of each member minus the mean over the members, one array per member. */
  readonly excess: readonly Float64Array[]
}

/**
 * Grades the members on the matches that every one of them forecast: on any other set the mix of leagues would leak into
 * the comparison. Trusts the table.
 */
export function gradeMatches(table: ConsensusTable, ids: readonly string[]): GradedMatches {
  const columns = ids.map((id) => table.p[table.members.indexOf(id)] ?? [])
  const shared: number[] = []
  for (let i = 0; i < table.ageDays.length; i++) {
    if (columns.every((column) => typeof column[i] === 'number')) shared.push(i)
  }
  const spread = new Float64Array(shared.length)
  const excess = ids.map(() => new Float64Array(shared.length))
  shared.forEach((i, at) => {
    const forecasts = columns.map((column) => column[i]!)
    const losses = forecasts.map((p) => surprise(p, table.y[i]!, logitClip))
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length
    spread[at] = spreadOf(forecasts)
    losses.forEach((loss, j) => {
      excess[j]![at] = loss - mean
    })
  })
  return {
    age: Float64Array.from(shared, (i) => table.ageDays[i]!),
    league: shared.map((i) => table.leagues[table.league[i]!] ?? null),
    spread,
    excess,
  }
}

/** Disagreement of forecasts: the range of their log odds. Unchanged when the sides are swapped. */
export function spreadOf(probabilities: readonly number[]): number {
  const logits = probabilities.map(clippedLogit)
  return Math.max(...logits) - Math.min(...logits)
}
