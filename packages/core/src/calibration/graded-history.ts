import { requireNumber, requireProbability, requireRecords } from '@riftline/base'
import { ascendingOrder } from '../math/ascending-order.ts'
import { clamp, logitClip, logOdds } from '../math/log-odds.ts'
import { type Cell, requireCell } from './cells.ts'
import { kishSize, recency } from './recency-weights.ts'

/** A forecast and its outcome. */
export interface GradedRecord {
  /** Forecast probability of the listed side, in [0, 1]. */
  readonly p: number
  /** 1 when the listed side won, 0 when it lost, or a soft label between. */
  readonly y: number
  /** Days before the fit, at least 0; default 0. */
  readonly ageDays?: number
  /** Weight before recency, at least 0; default 1. */
  readonly weight?: number
}

/** A graded forecast that also names the cells it belongs to. */
export interface CalibrationRecord extends GradedRecord, Cell {}

/** Refuses records with a bad probability, outcome, age or weight; none at all is legal. */
export function requireGradedRecords(records: readonly GradedRecord[]): void {
  requireRecords('records', records, true)
  records.forEach((record, i) => {
    requireProbability(`records[${i}].p`, record.p)
    requireProbability(`records[${i}].y`, record.y)
    if (record.ageDays !== undefined) requireNumber(`records[${i}].ageDays`, record.ageDays, 0)
    if (record.weight !== undefined) requireNumber(`records[${i}].weight`, record.weight, 0)
  })
}

/** Refuses records with a bad probability, outcome, age, weight or cell. */
export function requireCalibrationRecords(records: readonly CalibrationRecord[]): void {
  requireGradedRecords(records)
  for (let i = 0; i < records.length; i++) requireCell(`records[${i}]`, records[i]!)
}

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
  /** Number of records, with those of weight 0. */
  readonly records: number
  /** Forecasts that were moved inside [1e-6, 1 - 1e-6]. */
  readonly clipped: number
}

/** Cap on the weight of a record, which keeps sums over any history finite. */
const largestWeight = 1e290

/** Log odds at the clip of 1e-6, the same on both sides. */
const largestLogit = -logOdds(logitClip)

/**
 * Folds and sorts checked records. Folding equals adding every match a second time with the sides swapped, without the
 * rounding of 1 - p, which would break ties. Equal forecasts are put in a fixed order, so that no bit of a curve depends on
 * the order of the input.
 */
export function foldHistory(records: readonly GradedRecord[], halfLifeDays: number): FoldedHistory {
  const count = records.length
  const x = new Float64Array(count)
  const target = new Float64Array(count)
  const odds = new Float64Array(count)
  const weight = new Float64Array(count)
  const age = new Float64Array(count)
  let filled = 0
  let clipped = 0
  for (const { p, y, ageDays = 0, weight: factor = 1 } of records) {
    const forecast = clamp(p, logitClip, 1 - logitClip)
    if (forecast !== p) clipped++
    const w = Math.min(factor, largestWeight) * recency(ageDays, halfLifeDays)
    if (w === 0) continue
    x[filled] = Math.max(forecast, 1 - forecast)
    target[filled] = foldTarget(p, y)
    odds[filled] = forecast === p ? Math.abs(logOdds(p)) : largestLogit
    weight[filled] = w
    age[filled++] = ageDays
  }
  const columns = [x, target, weight, age, odds].map((column) => column.subarray(0, filled))
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
