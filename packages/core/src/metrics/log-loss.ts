import { invalidArgument, requireOptions } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { surprise } from '../math/surprise.ts'
import { weightedMean } from './weighted-mean.ts'

/**
 * Logarithmic score: the mean surprise, in nats, of the outcomes under the forecasts. The primary metric.
 *
 * L = -mean of y ln p + (1 - y) ln(1 - p), with p clipped to [epsilon, 1 - epsilon]. A coin has 0.6931, lower is better; the
 * score is proper, so honest probabilities minimise it. Outcomes between 0 and 1 are soft labels.
 *
 * Source: I. J. Good, "Rational decisions", J. R. Stat. Soc. B 14 (1952); https://en.wikipedia.org/wiki/Cross-entropy.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 1, 0 or a soft label between
 * @param options.weights one weight >= 0 per forecast
 * @param options.epsilon clip, in (0, 1/2); default 1e-15
 * @returns nats, at least 0
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input
 * @example
 * logLoss([0.8, 0.3], [1, 0]) // => 0.289909247626471
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
