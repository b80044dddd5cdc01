import { requireAbove, requireNumber, requireOptions, requireProbability, requireRecords } from '@riftline/base'
import { exp } from '../math/exp.ts'
import { clamp, logitClip, logOdds } from '../math/log-odds.ts'
import { ascendingOrder, concaveMode, type Derivatives } from '../math/search.ts'
import { type Cell, requireCell } from './cells.ts'
import { kishSize, recency, requireHalfLife } from './recency-weights.ts'

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

/** Refuses records with a bad probability, outcome, age or weight; an empty list is legal. */
function requireGradedRecords(records: readonly GradedRecord[]): void {
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
 * Graded forecasts as a fit reads them: folded to the favourite, weighted by recency. Parallel arrays, one entry per record of
 * positive weight, `x` ascending:
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
  /** Number of records, including those of weight 0. */
  readonly records: number
  /** Forecasts that were moved inside [1e-6, 1 - 1e-6]. */
  readonly clipped: number
}

/** Cap on the weight of a record, which keeps sums over any history finite. */
const largestWeight = 1e290

/** Log odds at the clip of 1e-6, the same on both sides. */
const largestLogit = -logOdds(logitClip)

/**
 * Folds and sorts checked records. Folding gives the same as adding every match again with swapped sides, without the
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

/** A fitted factor on log odds. */
export interface LogitSlope {
  /** Multiplies the log odds: below 1 the forecasts were over-confident, above 1 under-confident. */
  readonly slope: number
  /** Posterior standard deviation of the slope. */
  readonly sd: number
  /** Kish size of the recency weights. */
  readonly nEff: number
}

/**
 * Calibration slope with a prior: the number a for which sigmoid(a logit p) fits the results best. It maximises
 * sum of w [y ln q + (1 - y) ln(1 - q)] - (a - 1)^2 / (2 s^2), q = sigmoid(a logit p), w the recency weights. A wide prior (sd 10)
 * gives the plain slope for a report. At or below 0 the forecasts point the wrong way.
 *
 * Source: D. R. Cox, "Two further applications of a model for binary regression", Biometrika 45 (1958); C. Guo et al., "On calibration
 * of modern neural networks", ICML 2017.
 *
 * @param records forecasts and results; none gives the prior
 * @param options.priorSd s, above 0, default 0.2
 * @param options.halfLifeDays default 180
 * @throws RiftlineError `invalid_argument`
 * @example
 * fitLogitSlope([{ p: 0.8, y: 1 }, { p: 0.7, y: 0 }]) // => { slope: 0.9875943555872936, sd: 0.19817699911026904, nEff: 2 }
 * fitLogitSlope([]) // => { slope: 1, sd: 0.2, nEff: 0 }
 */
export function fitLogitSlope(
  records: readonly GradedRecord[],
  options: { readonly priorSd?: number; readonly halfLifeDays?: number } = {},
): LogitSlope {
  requireOptions(options, ['priorSd', 'halfLifeDays'])
  const { priorSd = 0.2, halfLifeDays = 180 } = options
  requireGradedRecords(records)
  requireAbove('priorSd', priorSd, 0)
  requireHalfLife(halfLifeDays)
  const history = foldHistory(records, halfLifeDays)
  const { slope, information } = slopeMode(history, priorSd)
  return { slope, sd: posteriorSd(priorSd, information), nEff: history.nEff }
}

/** 1 / sqrt(information + 1 / priorSd^2), in a form whose squares stay in range of a double. */
function posteriorSd(priorSd: number, information: number): number {
  const ratio = priorSd * Math.sqrt(information)
  return ratio > 1e150 ? 1 / Math.sqrt(information) : priorSd / Math.sqrt(1 + ratio * ratio)
}

/** Range of prior spreads: a smaller one makes the prior certain, a larger one leaves none. */
const leastSd = 1e-100
const largestSd = 1e100

/** Columns that a slope is fitted on, in any order of the rows. */
type SlopeHistory = Pick<FoldedHistory, 'logit' | 'target' | 'weight'>

/** Mode of the slope's posterior, and the information there. Uses the first `count` records, their weights times `scale`. */
export function slopeMode(
  history: SlopeHistory,
  priorSd: number,
  count: number = history.logit.length,
  scale: number = 1,
): { slope: number; information: number } {
  const sd = clamp(priorSd, leastSd, largestSd)
  const precision = 1 / (sd * sd)
  let information = 0
  const { mode } = concaveMode((slope) => {
    const sums = derivatives(history, count, slope)
    information = scale * sums.information
    return { gradient: scale * sums.gradient - (slope - 1) * precision, information: information + precision }
  }, 1)
  return { slope: mode, information }
}

/** Prior spread of the check for forecasts that point the wrong way. It does not depend on the prior of the fit. */
const wrongWaySd = 0.2

/** Slope of a root parent; null if it is not above 0, that is, the forecasts point the wrong way. */
export function rootSlope(history: SlopeHistory, priorSd: number): number | null {
  const { slope } = slopeMode(history, priorSd)
  return slope > 0 && !pointsWrongWay(history) ? slope : null
}

/** Whether the forecasts of a history point the wrong way. */
export function pointsWrongWay(history: SlopeHistory): boolean {
  return slopeMode(history, wrongWaySd).slope <= 0
}

function derivatives({ logit, target, weight }: SlopeHistory, count: number, slope: number): Derivatives {
  let gradient = 0
  let information = 0
  for (let i = 0; i < count; i++) {
    const z = logit[i]!
    const small = exp(-Math.abs(slope * z))
    const likely = 1 / (1 + small)
    const unlikely = small * likely // not 1 - likely, whose rounding error would count under large weights
    const [q, other] = slope * z >= 0 ? [likely, unlikely] : [unlikely, likely]
    const t = target[i]!
    const w = weight[i]! * z
    gradient += w * (t * other - (1 - t) * q)
    information += w * z * (q * other)
  }
  return { gradient, information }
}
