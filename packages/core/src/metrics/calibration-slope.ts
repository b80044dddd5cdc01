import { requireNumber, requireOneOf, requireOptions } from '@riftline/base'
import { fitLogitSlope } from '../calibration/logit-slope.ts'
import { requireForecasts } from '../math/check-forecasts.ts'
import { clippedLogit } from '../math/logit.ts'
import { normalQuantile } from '../math/normal-distribution.ts'
import { fitLogitLine } from './logit-line.ts'
import { requireLevel } from './resampling.ts'

/** A standard error and the ends of a normal interval. */
export interface Spread {
  readonly se: number
  readonly low: number
  readonly high: number
}

/** The slope with its spread, and the intercept with its own. */
export interface CalibrationSlope extends Spread {
  /** Multiplies the log odds: 1 is calibrated, below 1 over-confident, above 1 under-confident. */
  readonly slope: number
  /** Added to the log odds: 0 is calibrated, above 0 the listed side wins more often than forecast. Null if not asked for. */
  readonly intercept: (Spread & { readonly value: number }) | null
}

/** What is fitted beside the slope, and how wide its interval is. */
export interface CalibrationSlopeOptions {
  /** Coverage of the intervals, default 0.95. */
  readonly level?: number
  /** Fit an intercept beside the slope; default false, which treats both sides alike. */
  readonly intercept?: boolean
  /** Standard deviation of the normal priors around 1 and 0, 0.001 to 1000; the default of 10 says little and keeps all finite. */
  readonly priorSd?: number
}

/**
 * Calibration slope, and intercept: the straight line in log odds that fits the results best.
 *
 * Maximises sum of y ln q + (1 - y) ln(1 - q) - (a - 1)^2 / (2 s^2) - b^2 / (2 s^2), q = sigmoid(b + a logit p), by Newton's
 * method; standard errors are from the curvature at the maximum. Forecasts are clipped to [1e-6, 1 - 1e-6]. Forecasts that
 * are all one half tell nothing of a slope and return the prior.
 *
 * Source: D. R. Cox, "Two further applications of a model for binary regression", Biometrika 45 (1958).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @throws RiftlineError `invalid_argument`
 * @example
 * calibrationSlope([0.75, 0.75, 0.75, 0.75], [1, 1, 1, 0]).slope // => 1
 */
export function calibrationSlope(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: CalibrationSlopeOptions = {},
): CalibrationSlope {
  requireOptions(options, ['level', 'intercept', 'priorSd'])
  const { level = 0.95, intercept = false, priorSd = 10 } = options
  requireForecasts(predictions, outcomes)
  requireLevel(level)
  requireOneOf('intercept', intercept, [true, false])
  requireNumber('priorSd', priorSd, 1e-3, 1e3)
  const width = -normalQuantile((1 - level) / 2)
  const around = (value: number, se: number): Spread => ({ se, low: value - width * se, high: value + width * se })
  if (!intercept) {
    const records = Array.from(predictions, (p, i) => ({ p, y: outcomes[i]! }))
    const { slope, sd } = fitLogitSlope(records, { priorSd })
    return { slope, ...around(slope, sd), intercept: null }
  }
  const line = fitLogitLine(Float64Array.from(predictions, clippedLogit), outcomes, 1 / (priorSd * priorSd))
  return {
    slope: line.slope,
    ...around(line.slope, line.slopeSe),
    intercept: { value: line.intercept, ...around(line.intercept, line.interceptSe) },
  }
}
