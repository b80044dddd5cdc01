import { type BinOptions, reliabilityBins } from './reliability-bins.ts'

/**
 * Expected calibration error (ECE): how far, on average, the forecasts of a bin are from what happened in it.
 *
 * ECE = sum over bins of |sum of (p - y)| / n. Biased upwards: a perfectly calibrated forecaster shows about 0.073 with
 * ten bins at 200 matches and 0.032 at 1000, so print that band beside it.
 *
 * Source: M. P. Naeini, G. Cooper and M. Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning",
 * AAAI 2015; R. Roelofs et al., "Mitigating bias in calibration error estimation", AISTATS 2022.
 *
 * @param options.bins default 10
 * @param options.strategy `uniform` (equal width, default) or `quantile` (equal mass)
 * @returns a number in [0, 1]
 * @throws RiftlineError `invalid_argument`
 * @example
 * expectedCalibrationError([0.25, 0.25, 0.75, 0.75], [0, 1, 1, 1]) // => 0.25
 */
export function expectedCalibrationError(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): number {
  let sum = 0
  for (const bin of reliabilityBins(predictions, outcomes, options)) sum += Math.abs(bin.sumPredicted - bin.sumOutcome)
  return sum / predictions.length
}

/**
 * Maximum calibration error (MCE): the largest gap between mean forecast and outcome rate of any filled bin.
 *
 * @param options as `expectedCalibrationError`
 * @returns a number in [0, 1]
 * @throws RiftlineError `invalid_argument`
 * @example
 * maximumCalibrationError([0.125, 0.125, 0.75, 0.75], [0, 1, 1, 1]) // => 0.375
 */
export function maximumCalibrationError(
  predictions: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: BinOptions = {},
): number {
  let largest = 0
  for (const bin of reliabilityBins(predictions, outcomes, options)) {
    if (bin.count > 0) largest = Math.max(largest, Math.abs(bin.sumPredicted - bin.sumOutcome) / bin.count)
  }
  return largest
}
