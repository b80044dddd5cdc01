import type { FoldedHistory } from './folded-history.ts'

/** A replayed curve is fitted again once its history has grown by this share; one match of 1000 moves nothing. */
const growth = 0.0025

/**
 * When a replay fits again: `refitAge(age)` is the latest such moment at or before `age` days ago, so a curve fitted
 * there has seen nothing younger. Histories of up to 400 matches are refitted at every distinct age.
 *
 *   ages   90  80  80  70  60 ...      refits   90  80  70  60 ...   thinning out as the count grows
 */
export function refitSchedule(history: FoldedHistory): (ageDays: number) => number {
  const oldestFirst = Float64Array.from(history.age).sort().reverse()
  const refits: number[] = []
  let counted = 0
  for (let older = 0; older < oldestFirst.length; older++) {
    const age = oldestFirst[older] ?? 0
    const firstOfItsAge = older === 0 || age < (oldestFirst[older - 1] ?? 0)
    if (!firstOfItsAge || (older > 0 && older < counted * (1 + growth))) continue
    refits.push(age)
    counted = older
  }
  return (ageDays) => {
    let low = 0
    let high = refits.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((refits[middle] ?? 0) >= ageDays) low = middle + 1
      else high = middle
    }
    return refits[low - 1] ?? Number.POSITIVE_INFINITY
  }
}
