import { ascendingOrder } from '../math/ascending-order.ts'
import { clamp } from '../math/clamp.ts'
import { logit, logitClip } from '../math/logit.ts'
import type { GradedRecord } from './graded-record.ts'
import { kishSize, recency } from './recency-weights.ts'

/**
 * Graded forecasts as a fit reads them: folded to the favourite, weighted by recency, in ascending order of forecast.
 *
 * Parallel arrays, one entry per record of positive weight; `x` ascending:
 *
 *   x       favourite's forecast in [1/2, 1)      target   favourite won, 1 or 0 (1/2 where x = 1/2)
 *   logit   log odds of x, at least 0             weight   u 2^(-age / half-life)
 *   age     days before the fit
 */
export interface FoldedHistory {
  readonly x: Float64Array
  readonly target: Float64Array
  readonly logit: Float64Array
  readonly weight: Float64Array
  readonly age: Float64Array
  /** Kish size of the weights. */
  readonly nEff: number
  /** Records given, those of weight 0 included. */
  readonly records: number
  /** Forecasts that were moved inside [1e-6, 1 - 1e-6]. */
  readonly clipped: number
}

/** Given weights above this count as this, so that sums over any history stay finite. */
const largestWeight = 1e290

/** Log odds at the clip of 1e-6, the same on both sides. */
const largestLogit = -logit(logitClip)

/**
 * Folds and sorts checked records. Folding is the same as adding every match a second time with the sides swapped, but
 * free of the rounding of 1 - p that would tear ties apart. Equal forecasts are put in one order, whatever the input's,
 * so that a curve does not depend on it in any bit.
 */
export function foldHistory(records: readonly GradedRecord[], halfLifeDays: number): FoldedHistory {
  const count = records.length
  const x = new Float64Array(count)
  const target = new Float64Array(count)
  const odds = new Float64Array(count)
  const weight = new Float64Array(count)
  const age = new Float64Array(count)
  let kept = 0
  let clipped = 0
  for (const { p, y, ageDays = 0, weight: given = 1 } of records) {
    const forecast = clamp(p, logitClip, 1 - logitClip)
    if (forecast !== p) clipped++
    const w = Math.min(given, largestWeight) * recency(ageDays, halfLifeDays)
    if (w === 0) continue
    x[kept] = Math.max(forecast, 1 - forecast)
    target[kept] = foldTarget(p, y)
    odds[kept] = forecast === p ? Math.abs(logit(p)) : largestLogit
    weight[kept] = w
    age[kept++] = ageDays
  }
  const columns = [x, target, weight, age, odds].map((column) => column.subarray(0, kept))
  const order = ascendingOrder(columns)
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (i) => column[i]!)
  const weights = sorted(weight)
  return {
    x: sorted(x),
    target: sorted(target),
    logit: sorted(odds),
    weight: weights,
    age: sorted(age),
    nEff: kishSize(weights),
    records: count,
    clipped,
  }
}

function foldTarget(p: number, y: number): number {
  if (p === 0.5) return 0.5
  return p > 0.5 ? y : 1 - y
}
