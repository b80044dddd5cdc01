import { invalidArgument, requireNumber, requireOptions } from '@riftline/base'
import { fitLogitSlope } from '../calibration/graded-history.ts'
import { normalCdf, normalQuantile } from '../math/distributions.ts'
import { requireLevel } from './resampling.ts'
import { requireForecasts } from './scores.ts'

/** A slope on the log odds, its standard error and the ends of its normal interval. */
export interface CalibrationSlope {
  /** Multiplies the log odds: 1 is calibrated, below 1 over-confident, above 1 under-confident. */
  readonly slope: number
  readonly se: number
  readonly low: number
  readonly high: number
}

export interface CalibrationSlopeOptions {
  /** Coverage of the interval, default 0.95. */
  readonly level?: number
  /** Standard deviation of the normal prior around 1, 0.001 to 1000; the default of 10 says little and keeps the slope finite. */
  readonly priorSd?: number
}

/**
 * Calibration slope: the line through the origin, in log odds, that fits the results best, as `fitLogitSlope` without recency. Forecasts are
 * clipped to [1e-6, 1 - 1e-6]; forecasts that are all one half say nothing about a slope and return the prior.
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
  requireOptions(options, ['level', 'priorSd'])
  const { level = 0.95, priorSd = 10 } = options
  requireForecasts(predictions, outcomes)
  requireLevel(level)
  requireNumber('priorSd', priorSd, 1e-3, 1e3)
  const records = Array.from(predictions, (p, i) => ({ p, y: outcomes[i]! }))
  const { slope, sd } = fitLogitSlope(records, { priorSd })
  const width = -normalQuantile((1 - level) / 2) * sd
  return { slope, se: sd, low: slope - width, high: slope + width }
}

/**
 * Spiegelhalter's test of calibration, z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p)), and the probability that calibrated
 * forecasts give a z at least as far from 0. Negative: favourites won more often than forecast (under-confident). A small p-value means
 * that the forecasts are not calibrated; a large one does not mean that they are.
 *
 * Source: D. J. Spiegelhalter, "Probabilistic prediction in patient management and clinical trials", Statistics in Medicine 5 (1986).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @returns z in standard deviations; pValue in (0, 1], two-sided
 * @throws RiftlineError `invalid_argument`; forecasts that are all 0, 1/2 or 1 have no spread to compare with
 * @example
 * spiegelhalterTest([0.8, 0.3, 0.6], [1, 0, 0]) // => { z: -0.3779644730092273, pValue: 0.7054569861112734 }
 */
export function spiegelhalterTest(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): { z: number; pValue: number } {
  requireForecasts(predictions, outcomes)
  let excess = 0
  let variance = 0
  for (let i = 0; i < predictions.length; i++) {
    const p = predictions[i]!
    excess += (outcomes[i]! - p) * (1 - 2 * p)
    variance += (1 - 2 * p) * (1 - 2 * p) * p * (1 - p)
  }
  if (variance === 0) throw invalidArgument('predictions', 'a forecast other than 0, 1/2 and 1', predictions)
  const z = excess / Math.sqrt(variance)
  return { z, pValue: 2 * normalCdf(-Math.abs(z)) }
}
