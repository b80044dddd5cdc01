import { exp } from './exp.ts'

/**
 * Logistic sigmoid: the probability that belongs to log odds.
 *
 * sigmoid(x) = 1 / (1 + e^-x). The exponential is taken of -|x| only, so nothing overflows, small probabilities keep
 * their relative accuracy, and sigmoid(-x) is the complement of sigmoid(x) to the last bit or the one before.
 *
 * Source: the logistic function, https://en.wikipedia.org/wiki/Logistic_function. Inverse of `logit`. Trusts its
 * argument: this is the inner loop of fits, callers check at the border.
 *
 * @param x log odds, -Infinity to Infinity
 * @returns probability in [0, 1]
 * @example
 * sigmoid(0) // => 0.5
 * sigmoid(-40) // => 4.248354255291589e-18
 */
export function sigmoid(x: number): number {
  const small = exp(-Math.abs(x))
  return x >= 0 ? 1 / (1 + small) : small / (1 + small)
}
