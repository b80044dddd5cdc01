import {
  invalidArgument,
  requireLength,
  requireNumber,
  requireOptions,
  requireProbabilities,
  requireWeights,
} from '@riftline/base'
import { fitLogitSlope } from '../calibration/graded-history.ts'
import { normalCdf, normalQuantile } from '../math/distributions.ts'
import { surprise } from '../math/log-odds.ts'
import { requireLevel } from './resampling.ts'

/**
 * Logarithmic score, the primary metric: -mean of y ln p + (1 - y) ln(1 - p), in nats, with p clipped to [epsilon, 1 - epsilon]. A coin has
 * 0.6931, lower is better; the score is proper, so honest probabilities minimise it.
 *
 * Source: I. J. Good, "Rational decisions", J. R. Stat. Soc. B 14 (1952); https://en.wikipedia.org/wiki/Cross-entropy.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.weights one weight >= 0 per forecast
 * @param options.epsilon clip, in (0, 1/2); default 1e-15
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input
 * @example logLoss([0.8, 0.3], [1, 0]) // => 0.289909247626471
 */
export function logLoss(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: { readonly weights?: ArrayLike<number>; readonly epsilon?: number } = {},
): number {
  requireOptions(options, ['weights', 'epsilon'])
  const { weights, epsilon = 1e-15 } = options
  requireForecasts(predictions, outcomes, weights)
  if (!(typeof epsilon === 'number' && epsilon > 0 && epsilon < 0.5)) {
    throw invalidArgument('epsilon', 'a number between 0 and 1/2', epsilon)
  }
  return weightedMean(predictions.length, (i) => surprise(predictions[i] ?? 0, outcomes[i] ?? 0, epsilon), weights)
}

/**
 * Brier score of one side, mean of (p - y)^2, in [0, 1]. A coin has 0.25, lower is better. The two-sided form is exactly twice this.
 *
 * Source: G. W. Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78 (1950).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.weights one weight >= 0 per forecast
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input
 * @example brierScore([0.8, 0.3], [1, 0]) // => 0.06499999999999999
 */
export function brierScore(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: { readonly weights?: ArrayLike<number> } = {},
): number {
  requireOptions(options, ['weights'])
  requireForecasts(predictions, outcomes, options.weights)
  const squaredError = (i: number): number => {
    const error = (predictions[i] ?? 0) - (outcomes[i] ?? 0)
    return error * error
  }
  return weightedMean(predictions.length, squaredError, options.weights)
}

/**
 * Accuracy, in [0, 1]: the share of matches whose favourite won; one half counts one half. It ignores confidence; decide by log loss.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 0 or 1
 * @param options.weights one weight >= 0 per forecast
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input, or an outcome that is neither 0 nor 1
 * @example accuracy([0.9, 0.5, 0.5, 0.2, 0.6], [1, 1, 0, 0, 0]) // => 0.6
 */
export function accuracy(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: { readonly weights?: ArrayLike<number> } = {},
): number {
  requireOptions(options, ['weights'])
  requireForecasts(predictions, outcomes, options.weights)
  for (let i = 0; i < outcomes.length; i++) {
    if (outcomes[i] !== 0 && outcomes[i] !== 1) throw invalidArgument(`outcomes[${i}]`, '0 or 1', outcomes[i])
  }
  const hit = (i: number): number => {
    const p = predictions[i] ?? 0
    if (p === 0.5) return 0.5
    return p > 0.5 === (outcomes[i] === 1) ? 1 : 0
  }
  return weightedMean(predictions.length, hit, options.weights)
}

/** Mean of `score(i)` for i = 0 .. length-1. Trusts weights of that length with a positive sum. */
function weightedMean(length: number, score: (index: number) => number, weights?: ArrayLike<number>): number {
  const unit = weights === undefined ? 1 : unitOf(weights)
  let sum = 0
  let total = 0
  for (let i = 0; i < length; i++) {
    const weight = weights === undefined ? 1 : (weights[i] ?? 0) / unit
    if (weight === 0) continue
    sum += weight * score(i)
    total += weight
  }
  return sum / total
}

/** Largest weight if sums of weights could leave the range of a double, else 1. */
function unitOf(weights: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < weights.length; i++) largest = Math.max(largest, weights[i] ?? 0)
  return largest > 1e-200 && largest < 1e290 ? 1 : largest
}

/** Refuses forecasts or outcomes outside [0, 1], unequal lengths, and weights that do not fit. */
export function requireForecasts(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  weights?: ArrayLike<number>,
): void {
  requireProbabilities('predictions', predictions)
  requireProbabilities('outcomes', outcomes)
  requireLength('outcomes', outcomes, predictions.length)
  if (weights !== undefined) requireWeights('weights', weights, predictions.length)
}

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
  /** Standard deviation of the normal prior around 1, 0.001 to 1000; the default of 10 is weak and keeps the slope finite. */
  readonly priorSd?: number
}

/**
 * Calibration slope: slope of the line through the origin, in log odds, that fits the results best, as `fitLogitSlope` without recency.
 * Forecasts are clipped to [1e-6, 1 - 1e-6]; forecasts that are all one half say nothing about a slope and return the prior.
 *
 * Source: D. R. Cox, "Two further applications of a model for binary regression", Biometrika 45 (1958).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @throws RiftlineError `invalid_argument`
 * @example calibrationSlope([0.75, 0.75, 0.75, 0.75], [1, 1, 1, 0]).slope // => 1
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
 * @example spiegelhalterTest([0.8, 0.3, 0.6], [1, 0, 0]) // => { z: -0.3779644730092273, pValue: 0.7054569861112734 }
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
