import { requireNumber, requireOptions, requireProbability } from '@riftline/base'
import { log, log1p } from '../math/log.ts'
import { type DevigMethod, devigPrices } from './devig.ts'
import { logExcess } from './devig-many.ts'
import { readMarket, requireDecimalOdds, requirePlausible } from './odds.ts'

/**
 * Expected value of a bet per unit staked, p o - 1: its average profit if the probability is true. A market with a margin has no
 * side above 0 at its own fair probabilities. It is not the same number as `edge`.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @returns -1 or more; 0.05 is 5 % of the stake
 * @throws RiftlineError `invalid_argument`
 * @example expectedValue(0.5, 2.5) // => 0.25
 */
export function expectedValue(probability: number, decimalOdds: number): number {
  requireProbability('probability', probability)
  requireDecimalOdds('decimalOdds', decimalOdds)
  // For the shortest prices, profit less loss keeps digits that p o - 1 would cancel; Kelly divides by o - 1, which would magnify the
  // error.
  if (decimalOdds < 1.01) return probability * (decimalOdds - 1) - (1 - probability)
  return probability * decimalOdds - 1
}

/**
 * Edge of a bet in probability: p - 1/o, the distance to the break-even probability of the price. Computed as the expected value
 * divided by the price, so that both and the Kelly stake always have the same sign.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @returns a number between -1 and 1
 * @throws RiftlineError `invalid_argument`
 * @example edge(0.5, 2.5) // => 0.1
 */
export function edge(probability: number, decimalOdds: number): number {
  return expectedValue(probability, decimalOdds) / decimalOdds
}

/**
 * Kelly stake: the share of the bankroll, in [0, 1], whose repeated stake grows it fastest, max(0, (p o - 1) / (o - 1)) times `fraction`. A
 * fraction w is the same as shrinking the probability to the price, Kelly(w p + (1 - w)/o) = w Kelly(p): the usual remedy for a
 * probability that is itself uncertain.
 *
 * Source: J. L. Kelly, "A new interpretation of information rate", Bell System Technical Journal 35 (1956).
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @param options.fraction in [0, 1], default 1
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
  return fractionOf(options) * Math.max(0, expectedValue(probability, decimalOdds) / (decimalOdds - 1))
}

function fractionOf(options: { readonly fraction?: number }): number {
  requireOptions(options, ['fraction'])
  const { fraction = 1 } = options
  requireNumber('fraction', fraction, 0, 1)
  return fraction
}

/**
 * Expected log growth of the bankroll per bet at a Kelly stake: p ln(1 + f (o - 1)) + (1 - p) ln(1 - f), f times `fraction`. At the
 * full stake it is the relative entropy, in nats, of the probability against 1/o. A growth of 0.01 doubles the bankroll in about 70 bets.
 *
 * @param probability in [0, 1]
 * @param decimalOdds above 1
 * @param options.fraction in [0, 1], default 1
 * @returns at least 0, and 0 exactly where nothing is staked
 * @throws RiftlineError `invalid_argument`
 * @example kellyGrowth(0.6, 2) // => 0.020135513550688863
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
  // For small values the two terms cancel; the terms of the relative entropy do not.
  return probability * logExcess(-value / (1 + value)) + lose * logExcess(edge(probability, decimalOdds) / lose)
}

/** Growth at a stake that wins `gain`. The first terms of both logarithms cancel, so only the rest is summed. */
function partialGrowth(probability: number, decimalOdds: number, gain: number, value: number): number {
  const stake = gain / (decimalOdds - 1)
  const lose = 1 - probability
  if (value > 0.1) return probability * log1p(gain) + lose * log1p(-stake)
  return stake * value - probability * logExcess(gain) - lose * logExcess(-stake)
}

/** Price of a bet compared with the last price before the start. */
export interface ClosingLineValue {
  /** Price form, taken / closing - 1; too high by the bookmaker's margin. */
  readonly price: number
  /** Fair form, taken x fair closing probability - 1: the value of the bet at the close. */
  readonly fair: number
  /** De-vigged closing probability of the side. */
  readonly closingProbability: number
}

/**
 * Closing line value of a bet: the price compared with the market's last one, which holds the most information. A few hundred bets show
 * whether a bettor beats it; a yield needs thousands. Source: https://en.wikipedia.org/wiki/Closing_line_value.
 *
 * @param oddsTaken price of the bet, above 1
 * @param closing closing prices, own side first
 * @param options.method de-vig method, default `shin`
 * @throws RiftlineError `invalid_argument`; `odds_implausible` for closing prices whose inverses sum to less than 0.9
 * @example
 * closingLineValue(2.1, [2, 2]) // => { price: 0.050000000000000044, fair: 0.050000000000000044, closingProbability: 0.5 }
 */
export function closingLineValue(
  oddsTaken: number,
  closing: ArrayLike<number>,
  options: { readonly method?: DevigMethod } = {},
): ClosingLineValue {
  requireOptions(options, ['method'])
  requireDecimalOdds('oddsTaken', oddsTaken)
  const prices = readMarket('closing', closing)
  requirePlausible('closing', prices)
  const closingProbability = devigPrices('closing', prices, options).probabilities[0]!
  return {
    price: oddsTaken / prices[0]! - 1,
    fair: oddsTaken * closingProbability - 1,
    closingProbability,
  }
}
