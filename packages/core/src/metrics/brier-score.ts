import { requireOptions } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { weightedMean } from './weighted-mean.ts'

/**
 * Brier score of one side: the mean squared distance between forecast and outcome.
 *
 * B = mean of (p - y)^2. A coin has 0.25, lower is better. The two-sided form sums both outcomes of a match and is
 * exactly twice this.
 *
 * Source: G. W. Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78 (1950).
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.weights one weight >= 0 per forecast
 * @returns a number in [0, 1]
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input
 * @example
 * brierScore([0.8, 0.3], [1, 0]) // => 0.06499999999999999
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
