import { requireOneOf, requireOptions, requireProbabilities, requireWeights } from '@riftline/base'
import { clamp, clippedLogit, logitClip, sigmoid } from '../math/log-odds.ts'

/** `log`: weighted mean of the log odds. `linear`: weighted mean of the probabilities. */
export type PoolKind = 'log' | 'linear'

/**
 * Opinion pool: joins the forecasts of several models into one.
 *
 * log: p = sigmoid(sum of w logit p_i); linear: p = sum of w p_i. Members are clipped to [1e-6, 1 - 1e-6], weights are
 * scaled to sum to 1, and the result stays inside the range of the members, so equal members give exactly their value.
 *
 * Source: C. Genest and J. V. Zidek, "Combining probability distributions", Statistical Science 1 (1986); the geometric
 * form in V. A. Satopää et al., "Combining multiple probability predictions using a simple logit model", Int. J.
 * Forecasting 30 (2014).
 *
 * @param probabilities one per member, in [0, 1]
 * @param weights one per member, at least 0 and not all 0
 * @param options.pool default `log`
 * @returns a number between the smallest and the largest member
 * @throws RiftlineError `invalid_argument`
 * @example
 * pool([0.6, 0.65, 0.72], [0.5, 0.3, 0.2]) // => 0.6404543368766847
 * pool([0.6, 0.65, 0.72], [0.5, 0.3, 0.2], { pool: 'linear' }) // => 0.639
 */
export function pool(
  probabilities: ArrayLike<number>,
  weights: ArrayLike<number>,
  options: { readonly pool?: PoolKind } = {},
): number {
  requireOptions(options, ['pool'])
  const kind = options.pool ?? 'log'
  requireOneOf('pool', kind, ['log', 'linear'])
  requireProbabilities('probabilities', probabilities)
  requireWeights('weights', weights, probabilities.length)
  return poolOf(kind, probabilities, weights)
}

/**
 * `pool` of kind `linear` without checks but for NaN: trusts probabilities in [0, 1] and weights that sum to 1.
 *
 * @throws RiftlineError `invalid_argument` for NaN
 */
export function linearPool(probabilities: ArrayLike<number>, weights: ArrayLike<number>): number {
  const pooled = poolOf('linear', probabilities, weights)
  return Number.isNaN(pooled) ? pool(probabilities, weights, { pool: 'linear' }) : pooled
}

function poolOf(kind: PoolKind, probabilities: ArrayLike<number>, weights: ArrayLike<number>): number {
  let heaviest = 0
  for (let i = 0; i < probabilities.length; i++) heaviest = Math.max(heaviest, weights[i]!)
  const unit = heaviest > 1e290 || heaviest < 1e-290 ? heaviest : 1 // keeps sums in the range of doubles
  let sum = 0
  let total = 0
  let lowest = 1
  let highest = 0
  for (let i = 0; i < probabilities.length; i++) {
    const p = probabilities[i]!
    const w = weights[i]! / unit
    lowest = Math.min(lowest, p)
    highest = Math.max(highest, p)
    total += w
    sum += w * (kind === 'log' ? clippedLogit(p) : clamp(p, logitClip, 1 - logitClip))
  }
  return clamp(kind === 'log' ? sigmoid(sum / total) : sum / total, lowest, highest)
}
