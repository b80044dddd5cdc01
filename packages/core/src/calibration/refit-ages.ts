import { countOlder } from './oldest-first.ts'

/** A replayed curve is fitted again once its history has grown by this share; one match of 1000 moves nothing. */
const growth = 0.0025

/**
 * When a replay fits again: `refitAge(age)` is the latest such moment at or before `age` days ago, so a curve fitted
 * there has seen nothing younger. Histories of up to 400 matches are refitted at every distinct age. Matches played later do
 * not move the moments before them.
 *
 *   ages   90  80  80  70  60 ...      refits   90  80  70  60 ...   thinning out as the count grows
 *
 * @param ages of the history, oldest first
 */
export function refitSchedule(ages: Float64Array): (ageDays: number) => number {
  const refits: number[] = []
  let counted = 0
  for (let older = 0; older < ages.length; older++) {
    const age = ages[older]!
    const firstOfItsAge = older === 0 || age < ages[older - 1]!
    if (!firstOfItsAge || (older > 0 && older < counted * (1 + growth))) continue
    refits.push(age)
    counted = older
  }
  const descending = Float64Array.from(refits)
  return (ageDays) => {
    const later = countOlder(descending, ageDays)
    const at = descending[later] === ageDays ? later : later - 1
    return descending[at] ?? Number.POSITIVE_INFINITY
  }
}
