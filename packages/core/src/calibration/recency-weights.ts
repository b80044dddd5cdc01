import { invalidArgument } from '@riftline/base'
import { power } from '../math/log.ts'

/** Weight left of a match of that age: 2^(-age / half-life). Trusts its arguments. */
export function recency(ageDays: number, halfLifeDays: number): number {
  return power(2, -ageDays / halfLifeDays)
}

/** Refuses a half-life that is not a number above 0; Infinity is legal. */
export function requireHalfLife(halfLifeDays: unknown): void {
  const legal = typeof halfLifeDays === 'number' && halfLifeDays > 0
  if (!legal) throw invalidArgument('halfLifeDays', 'a number of days above 0', halfLifeDays)
}

/**
 * Kish's effective sample size (sum of w)^2 / sum of w^2: the number of equal weights that would inform as much. An empty list has 0.
 * Source: L. Kish, "Survey Sampling" (1965), section 11.7.
 */
export function kishSize(weights: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < weights.length; i++) largest = Math.max(largest, weights[i]!)
  if (largest === 0) return 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < weights.length; i++) {
    const share = weights[i]! / largest
    sum += share
    squares += share * share
  }
  return (sum * sum) / squares
}
