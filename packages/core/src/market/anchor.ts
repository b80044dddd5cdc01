import { requireNumber, requireProbability } from '@riftline/base'
import { clamp } from '../math/clamp.ts'
import { clippedLogit } from '../math/logit.ts'
import { sigmoid } from '../math/sigmoid.ts'

/**
 * Anchors a model's probability to the market's: a weighted mean of their log odds.
 *
 * sigmoid(w logit c + (1 - w) logit m), both clipped to [1e-6, 1 - 1e-6] for their logits. Weight 0 is the market, 1 the
 * model, both exactly; equal probabilities stay as they are; the result lies between the two, and swapping the sides gives
 * the complement. With one weight it makes no difference whether members are anchored before a log pool or after it.
 *
 * Source: W. Benter, "Computer based horse race handicapping and wagering systems" (1994), second stage.
 *
 * @param calibrated the model's probability, in [0, 1]
 * @param market the de-vigged market's, in [0, 1]; see `devig`
 * @param weight of the model, in [0, 1]; see `fitAnchorWeight`
 * @throws RiftlineError `invalid_argument`
 * @example
 * anchor(0.62, 0.55, 0.25) // => 0.5678022768393203
 */
export function anchor(calibrated: number, market: number, weight: number): number {
  requireProbability('calibrated', calibrated)
  requireProbability('market', market)
  requireNumber('weight', weight, 0, 1)
  if (weight === 0) return market
  if (weight === 1) return calibrated
  const blend = sigmoid(weight * clippedLogit(calibrated) + (1 - weight) * clippedLogit(market))
  return clamp(blend, Math.min(calibrated, market), Math.max(calibrated, market))
}
