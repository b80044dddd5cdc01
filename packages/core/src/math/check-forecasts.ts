import { requireLength, requireProbabilities, requireWeights } from '@riftline/base'

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
