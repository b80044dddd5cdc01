import { requireProbability } from '../math/check-arguments.ts'
import { requireDecimalOdds } from './check-odds.ts'

/**
 * Expected value of a bet per unit staked: EV = p o - 1. Above 0 the price is better than the probability.
 *
 * Source: https://en.wikipedia.org/wiki/Expected_value. Not the same number as `edge`.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * expectedValue(0.5, 2.5) // => 0.25
 */
export function expectedValue(probability: number, decimalOdds: number): number {
  requireProbability('probability', probability)
  requireDecimalOdds('decimalOdds', decimalOdds)
  return probability * decimalOdds - 1
}

/**
 * Edge of a bet in probability: p - 1/o, the distance to the break-even probability of the price.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @throws RiftlineError `invalid_argument`
 * @example
 * edge(0.5, 2.5) // => 0.09999999999999998
 */
export function edge(probability: number, decimalOdds: number): number {
  requireProbability('probability', probability)
  requireDecimalOdds('decimalOdds', decimalOdds)
  return probability - 1 / decimalOdds
}
