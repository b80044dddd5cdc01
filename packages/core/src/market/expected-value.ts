import { requireProbability } from '@riftline/base'
import { requireDecimalOdds } from './check-odds.ts'

/**
 * Expected value of a bet per unit staked: what it would earn on average if the probability were true.
 *
 * EV = p o - 1. Above 0 the price is better than the probability; a market with a margin has no such side at its own fair
 * probabilities.
 *
 * Source: https://en.wikipedia.org/wiki/Expected_value. Not the same number as `edge`.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @returns -1 or more; 0.05 is 5 % of the stake
 * @throws RiftlineError `invalid_argument`
 * @example
 * expectedValue(0.5, 2.5) // => 0.25
 */
export function expectedValue(probability: number, decimalOdds: number): number {
  requireProbability('probability', probability)
  requireDecimalOdds('decimalOdds', decimalOdds)
  // For the shortest prices profit less loss keeps the digits that p o - 1 would cancel: Kelly divides them by o - 1.
  if (decimalOdds < 1.01) return probability * (decimalOdds - 1) - (1 - probability)
  return probability * decimalOdds - 1
}

/**
 * Edge of a bet in probability: p - 1/o, the distance to the break-even probability of the price.
 *
 * It is the expected value divided by the price, and computed so: the two, and the Kelly stake, always have one sign.
 *
 * Source: https://en.wikipedia.org/wiki/Fixed-odds_betting.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @returns a number between -1 and 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * edge(0.5, 2.5) // => 0.1
 */
export function edge(probability: number, decimalOdds: number): number {
  return expectedValue(probability, decimalOdds) / decimalOdds
}
