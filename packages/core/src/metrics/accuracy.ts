import { invalidArgument, requireOptions } from '@riftline/base'
import { requireForecasts } from '../math/check-forecasts.ts'
import { weightedMean } from './weighted-mean.ts'

/**
 * Accuracy: the share of matches whose favourite won. A forecast of exactly one half counts one half.
 *
 * Easy to read and blind to how sure a forecast was; decide on log loss.
 *
 * @param predictions probabilities in [0, 1]
 * @param outcomes 0 or 1
 * @param options.weights one weight >= 0 per forecast
 * @returns a number in [0, 1]
 * @throws RiftlineError `invalid_argument` for bad or unequal or empty input, or an outcome that is neither 0 nor 1
 * @example
 * accuracy([0.9, 0.5, 0.5, 0.2, 0.6], [1, 1, 0, 0, 0]) // => 0.6
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
