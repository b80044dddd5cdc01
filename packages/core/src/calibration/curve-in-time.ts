import { ascendingOrder } from '../math/search.ts'
import { interpolateSorted } from './calibration-curve.ts'
import { type FavouriteCurve, fitKnots, identityFavourite, slopeFavourite } from './fit-knots.ts'
import { type FoldedHistory, slopeMode } from './graded-history.ts'
import { recency } from './recency-weights.ts'

/**
 * Curve as it would have been fitted at any past moment: `before(ageDays)` uses only matches older than that. Replaying it
 * tests a fitted level on matches that it has not seen.
 */
export interface CurveInTime {
  readonly identity: boolean
  before(ageDays: number): FavouriteCurve
}

/** Root that changes nothing. */
export const identityInTime: CurveInTime = { identity: true, before: () => identityFavourite }

/** Root that scales the log odds by the best slope at that time; the identity if that slope is not above 0. */
export function slopeInTime(history: FoldedHistory, slopeSd: number, halfLifeDays: number): CurveInTime {
  const before = remember(history, (ageDays, past) => {
    const count = countOlder(past.age, ageDays)
    const { slope } = slopeMode(past, slopeSd, count, scaleAt(ageDays, halfLifeDays))
    return slope > 0 ? slopeFavourite(slope) : identityFavourite
  })
  return { identity: false, before }
}

/** Level below its parent; the parent itself while the history is shorter than `minimum`. */
export function levelInTime(
  history: FoldedHistory,
  parent: CurveInTime,
  options: { readonly kappa: number; readonly minimum: number; readonly halfLifeDays: number },
): CurveInTime {
  const before = remember(history, (ageDays, past) => {
    const above = parent.before(ageDays)
    if (past.size[countOlder(past.age, ageDays)]! < options.minimum) return above
    const part = { olderThan: ageDays, scale: scaleAt(ageDays, options.halfLifeDays) }
    const knots = fitKnots(history, options.kappa, above, part)
    return (x) => interpolateSorted(knots.x, knots.y, x)
  })
  return { identity: false, before }
}

/** Factor that turns all weights into those of an earlier moment; recency is exponential, so one factor serves every match. */
function scaleAt(ageDays: number, halfLifeDays: number): number {
  return Number.isFinite(ageDays) ? Math.min(Number.MAX_VALUE, 1 / recency(ageDays, halfLifeDays)) : 1
}

/** Caches a fit for each refit age. Before the first refit age there is no history. */
function remember(
  history: FoldedHistory,
  fit: (ageDays: number, past: OldestFirst) => FavouriteCurve,
): (ageDays: number) => FavouriteCurve {
  const known = new Map<number, FavouriteCurve>()
  let replay: { readonly past: OldestFirst; readonly refitAge: (ageDays: number) => number } | undefined
  return (ageDays) => {
    if (replay === undefined) {
      const past = oldestFirst(history)
      replay = { past, refitAge: refitSchedule(past.age) }
    }
    const age = replay.refitAge(ageDays)
    let curve = known.get(age)
    if (curve === undefined) {
      curve = fit(age, replay.past)
      known.set(age, curve)
    }
    return curve
  }
}

/** Relative growth of the history after which a replayed curve is fitted again; one match in 1000 makes no difference. */
const growth = 0.0025

/**
 * Schedules the refits of a replay: `refitAge(age)` is the latest one at or before `age` days ago, so its curve has seen nothing
 * younger. Histories of up to 400 matches are refitted at every distinct age; refits thin out as the count grows. Takes the ages of
 * the history, oldest first; later matches do not move the refits before them.
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

/** Sorts a history by time: the first n entries are those known at a moment. A newer match changes no entry and no size before it. */
export function oldestFirst(history: FoldedHistory) {
  const order = ascendingOrder([history.age]).reverse()
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (i) => column[i]!)
  const weight = sorted(history.weight)
  return {
    age: sorted(history.age),
    logit: sorted(history.logit),
    target: sorted(history.target),
    weight,
    /** Kish size of the first n entries, for n = 0 and up. */
    size: sizes(weight),
  }
}

type OldestFirst = Readonly<ReturnType<typeof oldestFirst>>

/** Number of entries older than `ageDays`. */
function countOlder(age: Float64Array, ageDays: number): number {
  let low = 0
  let high = age.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (age[middle]! > ageDays) low = middle + 1
    else high = middle
  }
  return low
}

/** Kish sizes of the leading entries. Sums are relative to the largest weight so far, as squares of very old weights underflow. */
function sizes(weight: Float64Array): Float64Array {
  const size = new Float64Array(weight.length + 1)
  let largest = Number.MIN_VALUE
  let sum = 0
  let squares = 0
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i]!
    if (w > largest) {
      const shrink = largest / w
      sum *= shrink
      squares *= shrink * shrink
      largest = w
    }
    const share = w / largest
    sum += share
    squares += share * share
    size[i + 1] = (sum * sum) / squares
  }
  return size
}
