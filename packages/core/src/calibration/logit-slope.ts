import { requireAbove, requireRecord } from '../math/check-arguments.ts'
import { concaveMode, type Derivatives } from '../math/concave-mode.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { type FoldedHistory, foldHistory } from './folded-history.ts'
import { type GradedRecord, requireGradedRecords } from './graded-record.ts'
import { requireHalfLife } from './recency-weights.ts'

export interface LogitSlope {
  /** Multiplies the log odds: below 1 the forecasts were over-confident, above 1 under-confident. */
  readonly slope: number
  /** Posterior standard deviation of the slope. */
  readonly sd: number
  /** Kish size of the recency weights. */
  readonly nEff: number
}

/**
 * Calibration slope with a prior: the one number a that makes sigmoid(a logit p) fit the results best.
 *
 * Maximises sum of w [y ln q + (1 - y) ln(1 - q)] - (a - 1)^2 / (2 s^2), q = sigmoid(a logit p), w the recency weights.
 * The curve is symmetric in the sides by construction. A wide prior (sd 10) gives the plain slope for a report. A
 * maximum at or below 0 says that the forecasts point the wrong way; it is returned as it is.
 *
 * Source: D. R. Cox, "Two further applications of a model for binary regression", Biometrika 45 (1958); the temperature
 * scaling of C. Guo et al., "On calibration of modern neural networks", ICML 2017, with a normal prior.
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
  requireRecord('options', options)
  const { priorSd = 0.2, halfLifeDays = 180 } = options
  requireGradedRecords(records)
  requireAbove('priorSd', priorSd, 0)
  requireHalfLife(halfLifeDays)
  const history = foldHistory(records, halfLifeDays)
  const { slope, information } = slopeMode(history, priorSd)
  return { slope, sd: 1 / Math.sqrt(information), nEff: history.nEff }
}

/** The part of a history to fit on: records older than `olderThan` days, weights multiplied by `scale`. */
export interface HistoryPart {
  readonly olderThan: number
  readonly scale: number
}

export const wholeHistory: HistoryPart = { olderThan: -1, scale: 1 }

/** Mode of the slope's posterior and its curvature there. */
export function slopeMode(
  history: FoldedHistory,
  priorSd: number,
  part: HistoryPart = wholeHistory,
  start: number = 1,
): { slope: number; information: number } {
  const { mode, information } = concaveMode((slope) => derivatives(history, priorSd, part, slope), start)
  return { slope: mode, information }
}

function derivatives(history: FoldedHistory, priorSd: number, part: HistoryPart, slope: number): Derivatives {
  const { logit, target, weight, age } = history
  let gradient = 0
  let information = 0
  for (let i = 0; i < logit.length; i++) {
    if ((age[i] ?? 0) <= part.olderThan) continue
    const z = logit[i] ?? 0
    const q = sigmoid(slope * z)
    const w = weight[i] ?? 0
    gradient += w * ((target[i] ?? 0) - q) * z
    information += w * q * (1 - q) * z * z
  }
  const precision = 1 / (priorSd * priorSd)
  return {
    gradient: part.scale * gradient - (slope - 1) * precision,
    information: part.scale * information + precision,
  }
}
