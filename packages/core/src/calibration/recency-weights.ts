import { invalidArgument, requireLength, requireNumbers, requireOptions } from '@riftline/base'
import { power } from '../math/log.ts'

/**
 * Recency weights, weight x 2^(-age / half-life): a match counts half after each half-life. Ages count back from the moment of the fit, so
 * an age below 0 would be a look into the future and is refused.
 *
 * @param ageDays days >= 0
 * @param options.halfLifeDays above 0, default 180; Infinity forgets nothing
 * @param options.weights numbers >= 0, as many as ages; default 1 each
 * @throws RiftlineError `invalid_argument`
 * @example recencyWeights([0, 180, 360]) // => [1, 0.5, 0.25]
 */
export function recencyWeights(
  ageDays: ArrayLike<number>,
  options: { readonly halfLifeDays?: number; readonly weights?: ArrayLike<number> } = {},
): Float64Array {
  requireOptions(options, ['halfLifeDays', 'weights'])
  const { halfLifeDays = 180, weights } = options
  requireNumbers('ageDays', ageDays, 0)
  requireHalfLife(halfLifeDays)
  if (weights !== undefined) requireNumbers('weights', weights, 0)
  if (weights !== undefined) requireLength('weights', weights, ageDays.length)
  return Float64Array.from(ageDays, (age, i) => (weights?.[i] ?? 1) * recency(age, halfLifeDays))
}

/** Factor left of a match's weight at that age: 2^(-age / half-life). Trusts its arguments. */
export function recency(ageDays: number, halfLifeDays: number): number {
  return power(2, -ageDays / halfLifeDays)
}

/** Refuses a half-life that is not a number above 0; Infinity is legal. */
export function requireHalfLife(halfLifeDays: unknown): void {
  const legal = typeof halfLifeDays === 'number' && halfLifeDays > 0
  if (!legal) throw invalidArgument('halfLifeDays', 'a number of days above 0', halfLifeDays)
}

/**
 * Kish's effective sample size, (sum of w)^2 / sum of w^2: the number of equal weights that would inform as much. Scaling all weights
 * does not change it; weights that are all 0 have size 0.
 *
 * Source: L. Kish, "Survey Sampling" (1965), section 11.7.
 *
 * @throws RiftlineError `invalid_argument` for a weight that is negative or not finite, or none at all
 * @example
 * effectiveSize([1, 1, 1, 1]) // => 4
 * effectiveSize([1, 0.5, 0.25]) // => 2.3333333333333335
 */
export function effectiveSize(weights: ArrayLike<number>): number {
  requireNumbers('weights', weights, 0)
  return kishSize(weights)
}

/** `effectiveSize` without checks; an empty list has size 0. Weights are scaled by the largest, so tiny ones do not underflow. */
export function kishSize(weights: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < weights.length; i++) largest = Math.max(largest, weights[i] ?? 0)
  if (largest === 0) return 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < weights.length; i++) {
    const share = (weights[i] ?? 0) / largest
    sum += share
    squares += share * share
  }
  return (sum * sum) / squares
}
