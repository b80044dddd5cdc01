import { fitKnots } from './fit-knots.ts'
import type { FoldedHistory } from './folded-history.ts'
import { type HistoryPart, slopeMode } from './logit-slope.ts'
import { interpolateSorted } from './piecewise-linear.ts'
import { type FavouriteCurve, identityFavourite, slopeFavourite } from './pseudo-observations.ts'
import { recency } from './recency-weights.ts'
import { refitSchedule } from './refit-ages.ts'

/**
 * A curve as it would have been fitted at any moment of the past: `before(ageDays)` uses only matches older than that.
 * Replaying it is how a fitted level proves itself without ever seeing the match it forecasts.
 */
export interface CurveInTime {
  readonly identity: boolean
  before(ageDays: number): FavouriteCurve
}

/** The root that changes nothing. */
export const identityInTime: CurveInTime = { identity: true, before: () => identityFavourite }

/** The root that scales the log odds by the best slope of the time; the identity where that slope is not above 0. */
export function slopeInTime(history: FoldedHistory, slopeSd: number, halfLifeDays: number): CurveInTime {
  let start = 1
  const before = remember(history, (ageDays) => {
    start = slopeMode(history, slopeSd, partBefore(ageDays, halfLifeDays), start).slope
    return start > 0 ? slopeFavourite(start) : identityFavourite
  })
  return { identity: false, before }
}

/** A level above its parent; where its history is shorter than `minimum` it is the parent. */
export function levelInTime(
  history: FoldedHistory,
  parent: CurveInTime,
  options: { readonly kappa: number; readonly minimum: number; readonly halfLifeDays: number },
): CurveInTime {
  const before = remember(history, (ageDays) => {
    const part = partBefore(ageDays, options.halfLifeDays)
    const above = parent.before(ageDays)
    if (sizeBefore(history, ageDays) < options.minimum) return above
    const knots = fitKnots(history, options.kappa, above, part)
    return (x) => interpolateSorted(knots.x, knots.y, x)
  })
  return { identity: false, before }
}

/** Recency is exponential, so going back in time multiplies every remaining weight by the same factor. */
function partBefore(ageDays: number, halfLifeDays: number): HistoryPart {
  return { olderThan: ageDays, scale: Number.isFinite(ageDays) ? 1 / recency(ageDays, halfLifeDays) : 1 }
}

/** Kish size of the records older than `ageDays`; a common factor of the weights does not change it. */
function sizeBefore({ weight, age }: FoldedHistory, ageDays: number): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < weight.length; i++) {
    if ((age[i] ?? 0) <= ageDays) continue
    sum += weight[i] ?? 0
    squares += (weight[i] ?? 0) ** 2
  }
  return squares === 0 ? 0 : (sum * sum) / squares
}

/** Fits at the refit ages only, once each; before the first of them there is no history, at any age. */
function remember(
  history: FoldedHistory,
  fit: (ageDays: number) => FavouriteCurve,
): (ageDays: number) => FavouriteCurve {
  const refitAge = refitSchedule(history)
  const known = new Map<number, FavouriteCurve>()
  return (ageDays) => {
    const age = refitAge(ageDays)
    const curve = known.get(age) ?? fit(age)
    known.set(age, curve)
    return curve
  }
}
