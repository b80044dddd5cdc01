import { requireNumber, requireOptions } from '@riftline/base'
import { log, log1p } from '../math/log.ts'
import { edge, expectedValue } from './expected-value.ts'
import { logExcess } from './log-excess.ts'

/**
 * Kelly stake: the share of the bankroll whose repeated stake grows it fastest.
 *
 * f = max(0, (p o - 1) / (o - 1)), times `fraction`. Staking a fraction w is the same as shrinking the probability to
 * the price, Kelly(w p + (1 - w)/o) = w Kelly(p): the usual remedy for a probability that is itself uncertain.
 *
 * Source: J. L. Kelly, "A new interpretation of information rate", Bell System Technical Journal 35 (1956).
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @param options.fraction in [0, 1], default 1
 * @returns a share in [0, 1]
 * @throws RiftlineError `invalid_argument`
 * @example
 * kellyFraction(0.6, 2) // => 0.19999999999999996
 * kellyFraction(0.4, 1.8) // => 0
 */
export function kellyFraction(
  probability: number,
  decimalOdds: number,
  options: { readonly fraction?: number } = {},
): number {
  return fractionOf(options) * fullKelly(probability, decimalOdds)
}

function fractionOf(options: { readonly fraction?: number }): number {
  requireOptions(options, ['fraction'])
  const { fraction = 1 } = options
  requireNumber('fraction', fraction, 0, 1)
  return fraction
}

function fullKelly(probability: number, decimalOdds: number): number {
  return Math.max(0, expectedValue(probability, decimalOdds) / (decimalOdds - 1))
}

/**
 * Expected log growth of the bankroll per bet at a Kelly stake: p ln(1 + f (o - 1)) + (1 - p) ln(1 - f), f times `fraction`.
 *
 * At the full stake it is the relative entropy of the probability against the break-even 1/o of the price, what the bettor knows better than
 * the price, in nats. A growth of 0.01 doubles the bankroll in about 70 bets.
 *
 * Source: J. L. Kelly (1956).
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @param options.fraction in [0, 1], default 1
 * @returns at least 0, and 0 exactly where nothing is staked
 * @throws RiftlineError `invalid_argument`
 * @example
 * kellyGrowth(0.6, 2) // => 0.020135513550688863
 */
export function kellyGrowth(
  probability: number,
  decimalOdds: number,
  options: { readonly fraction?: number } = {},
): number {
  const fraction = fractionOf(options)
  const value = expectedValue(probability, decimalOdds)
  if (value <= 0 || fraction === 0) return 0
  if (fraction < 1) return partialGrowth(probability, decimalOdds, fraction * value, value)
  if (probability === 1) return log(decimalOdds)
  const lose = 1 - probability
  if (value > 0.1) return probability * log1p(value) + lose * log1p(-value / (decimalOdds - 1))
  // For small values the two terms cancel; those of the relative entropy do not.
  return probability * logExcess(-value / (1 + value)) + lose * logExcess(edge(probability, decimalOdds) / lose)
}

/** Of a stake that wins `gain`. Small values would cancel; what the logarithms have beside their first terms does not. */
function partialGrowth(probability: number, decimalOdds: number, gain: number, value: number): number {
  const stake = gain / (decimalOdds - 1)
  const lose = 1 - probability
  if (value > 0.1) return probability * log1p(gain) + lose * log1p(-stake)
  return stake * value - probability * logExcess(gain) - lose * logExcess(-stake)
}
