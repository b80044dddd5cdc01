import { requireAbove, requireOptions } from '@riftline/base'
import { exp } from '../math/exp.ts'
import { clamp } from '../math/log-odds.ts'
import { concaveMode, type Derivatives } from '../math/search.ts'
import { type FoldedHistory, foldHistory, type GradedRecord, requireGradedRecords } from './graded-history.ts'
import { requireHalfLife } from './recency-weights.ts'

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
 * Calibration slope with a prior: the number a for which sigmoid(a logit p) fits the results best.
 *
 * Maximises sum of w [y ln q + (1 - y) ln(1 - q)] - (a - 1)^2 / (2 s^2), q = sigmoid(a logit p), w the recency weights.
 * The curve is symmetric in the sides by construction. A wide prior (sd 10) gives the plain slope for a report. A
 * maximum at or below 0 means that the forecasts point the wrong way; it is returned unchanged.
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
  requireOptions(options, ['priorSd', 'halfLifeDays'])
  const { priorSd = 0.2, halfLifeDays = 180 } = options
  requireGradedRecords(records)
  requireAbove('priorSd', priorSd, 0)
  requireHalfLife(halfLifeDays)
  const history = foldHistory(records, halfLifeDays)
  const { slope, information } = slopeMode(history, priorSd)
  return { slope, sd: posteriorSd(priorSd, information), nEff: history.nEff }
}

/** 1 / sqrt(information + 1 / priorSd^2), in a form whose squares stay in range. */
function posteriorSd(priorSd: number, information: number): number {
  const ratio = priorSd * Math.sqrt(information)
  return ratio > 1e150 ? 1 / Math.sqrt(information) : priorSd / Math.sqrt(1 + ratio * ratio)
}

/** Range of prior spreads: below it the prior is certain, above it there is none. */
const leastSd = 1e-100
const largestSd = 1e100

/** Columns that the slope is fitted on, in any order. */
type SlopeHistory = Pick<FoldedHistory, 'logit' | 'target' | 'weight'>

/**
 * Mode of the slope's posterior, and the information of the records there, without the prior's.
 *
 * @param count number of leading records to use
 * @param scale multiplies their weights
 */
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

/** Prior spread of the check for forecasts that point the wrong way, whatever the prior of the fit. */
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
    const unlikely = small * likely // not 1 - likely, whose rounding great weights would show
    const [q, other] = slope * z >= 0 ? [likely, unlikely] : [unlikely, likely]
    const t = target[i]!
    const w = weight[i]! * z
    gradient += w * (t * other - (1 - t) * q)
    information += w * z * (q * other)
  }
  return { gradient, information }
}
