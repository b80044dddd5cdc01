import { clippedLogit, logitClip, surprise } from '../math/log-odds.ts'
import type { ConsensusTable } from './consensus-table.ts'

/** Matches that all members forecast, as parallel arrays. */
export interface GradedMatches {
  readonly age: Float64Array
  readonly league: readonly (string | null)[]
  /** Largest minus smallest log odds of the members. */
  readonly spread: Float64Array
  /** Log loss of each member minus the mean over the members, one array per member. */
  readonly excess: readonly Float64Array[]
}

/**
 * Grades the members on the matches that all of them forecast; on any other set the mix of leagues would distort the
 * comparison. Trusts the table.
 */
export function gradeMatches(table: ConsensusTable, ids: readonly string[]): GradedMatches {
  const columns = ids.map((id) => table.p[table.members.indexOf(id)] ?? [])
  const shared: number[] = []
  for (let i = 0; i < table.ageDays.length; i++) {
    if (columns.every((column) => typeof column[i] === 'number')) shared.push(i)
  }
  const spread = new Float64Array(shared.length)
  const excess = ids.map(() => new Float64Array(shared.length))
  // Plain loops, as this runs once, before the engine has compiled it.
  for (let at = 0; at < shared.length; at++) {
    const i = shared[at]!
    const y = table.y[i]!
    let sum = 0
    let [lowest, highest] = [1, 0]
    for (let j = 0; j < columns.length; j++) {
      const p = columns[j]![i]!
      const loss = surprise(p, y, logitClip)
      excess[j]![at] = loss
      sum += loss
      if (p < lowest) lowest = p
      if (p > highest) highest = p
    }
    // Log odds rise with the probability.
    spread[at] = clippedLogit(highest) - clippedLogit(lowest)
    for (let j = 0; j < columns.length; j++) excess[j]![at]! -= sum / columns.length
  }
  return {
    age: Float64Array.from(shared, (i) => table.ageDays[i]!),
    league: shared.map((i) => table.leagues[table.league[i]!] ?? null),
    spread,
    excess,
  }
}

/** Disagreement of forecasts: the range of their log odds. Unchanged when the sides are swapped. */
export function spreadOf(probabilities: ArrayLike<number>): number {
  let lowest = 1
  let highest = 0
  for (let i = 0; i < probabilities.length; i++) {
    lowest = Math.min(lowest, probabilities[i]!)
    highest = Math.max(highest, probabilities[i]!)
  }
  return clippedLogit(highest) - clippedLogit(lowest)
}
