import { fitKnots } from './fit-knots.ts'
import type { FoldedHistory } from './folded-history.ts'
import { slopeMode } from './logit-slope.ts'
import { countOlder, type OldestFirst, oldestFirst } from './oldest-first.ts'
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

/** The root that scales the log odds by the best slope at that time; the identity where that slope is not above 0. */
export function slopeInTime(history: FoldedHistory, slopeSd: number, halfLifeDays: number): CurveInTime {
  const before = remember(history, (ageDays, past) => {
    const count = countOlder(past.age, ageDays)
    const { slope } = slopeMode(past, slopeSd, count, scaleAt(ageDays, halfLifeDays))
    return slope > 0 ? slopeFavourite(slope) : identityFavourite
  })
  return { identity: false, before }
}

/** A level above its parent; where its history is shorter than `minimum` it is the parent. */
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

/** Recency is exponential, so going back in time multiplies every remaining weight by the same factor. */
function scaleAt(ageDays: number, halfLifeDays: number): number {
  return Number.isFinite(ageDays) ? Math.min(Number.MAX_VALUE, 1 / recency(ageDays, halfLifeDays)) : 1
}

/** Fits at the refit ages only, once each; before the first of them there is no history, at any age. */
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
