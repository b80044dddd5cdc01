import { requireOptions } from '@riftline/base'
import { readMarket, requireDecimalOdds, requirePlausible } from './check-odds.ts'
import { type DevigMethod, devigPrices } from './devig.ts'

/** How a price compares with the last one before the start. */
export interface ClosingLineValue {
  /** Price form, taken / closing - 1: flatters by the bookmaker's margin. */
  readonly price: number
  /** Fair form, taken x fair closing probability - 1: what the bet was worth at the close. */
  readonly fair: number
  /** De-vigged closing probability of the side. */
  readonly closingProbability: number
}

/**
 * Closing line value of a bet: was the price better than the market's last one?
 *
 * The last prices before the start know the most, so a bettor who beats them is better than the market, and a few hundred
 * bets show it where a yield needs thousands. The fair form is the expected value of the bet at the de-vigged close.
 *
 * Source: https://en.wikipedia.org/wiki/Closing_line_value; math of `devig` and `expectedValue`.
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
