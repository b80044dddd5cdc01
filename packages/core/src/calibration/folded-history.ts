import { clamp } from '../math/clamp.ts'
import { clippedLogit, logitClip } from '../math/logit.ts'
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

/**
 * Folds and sorts checked records. Folding is the same as adding every match a second time with the sides swapped, but
 * free of the rounding of 1 - p that would tear ties apart.
 */
export function foldHistory(records: readonly GradedRecord[], halfLifeDays: number): FoldedHistory {
  const weights = Float64Array.from(
    records,
    (record) => (record.weight ?? 1) * recency(record.ageDays ?? 0, halfLifeDays),
  )
  const forecasts = Float64Array.from(records, (record) => clamp(record.p, logitClip, 1 - logitClip))
  const folded = forecasts.map((p) => Math.max(p, 1 - p))
  const order: number[] = []
  for (let i = 0; i < records.length; i++) if (weights[i] !== 0) order.push(i)
  order.sort((a, b) => (folded[a] ?? 0) - (folded[b] ?? 0))
  const pick = (value: (index: number) => number): Float64Array => Float64Array.from(order, value)
  return {
    x: pick((i) => folded[i] ?? 0),
    target: pick((i) => foldTarget(forecasts[i] ?? 0, records[i]?.y ?? 0)),
    logit: pick((i) => Math.abs(clippedLogit(forecasts[i] ?? 0))),
    weight: pick((i) => weights[i] ?? 0),
    age: pick((i) => records[i]?.ageDays ?? 0),
    nEff: kishSize(weights),
    records: records.length,
    clipped: records.filter((record, i) => record.p !== forecasts[i]).length,
  }
}

function foldTarget(p: number, y: number): number {
  if (p === 0.5) return 0.5
  return p > 0.5 ? y : 1 - y
}
