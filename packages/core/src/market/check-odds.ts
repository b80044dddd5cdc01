import { invalidArgument, RiftlineError, requireAbove, requireArrayLike } from '@riftline/base'

/** Prices beyond this are typing errors: of requests, captures and imports alike. */
export const highestOdds = 1000

/** Below this sum of inverses no bookmaker offers the prices of one market together: whoever took all sides would gain a tenth. */
const leastSum = 0.9

function inverseSum(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + 1 / price, 0)
}

/** @param prices above 1, of all outcomes of one market */
export function arePlausible(prices: readonly number[]): boolean {
  return inverseSum(prices) >= leastSum
}

/**
 * Refuses prices that cannot be those of one market.
 *
 * @param prices above 1, of all outcomes
 * @throws RiftlineError `odds_implausible`, naming the sum of their inverses and the likely mistake
 * @example
 * requirePlausible('odds', [1.62, 2.35])
 */
export function requirePlausible(argument: string, prices: readonly number[]): void {
  if (!arePlausible(prices)) throw new RiftlineError('odds_implausible', `${argument}: ${implausible(prices)}`)
}

/** What is wrong with implausible prices, for people. */
export function implausible(prices: readonly number[]): string {
  const shown = prices.slice(0, 8).join(', ')
  const sum = Math.floor(1e4 * inverseSum(prices)) / 1e4
  const cure = 'likely American odds, of which +110 is 2.1 as decimal odds and -150 is 1.6667'
  return `expected decimal odds of one market, whose inverses sum to at least ${leastSum}, got ${shown} with ${sum}; ${cure}`
}

/** Refuses anything but a finite price above 1. */
export function requireDecimalOdds(argument: string, odds: unknown): asserts odds is number {
  requireAbove(argument, odds, 1)
}

/** A copy of the prices of a market, each read once; refuses anything but two or more finite prices above 1. */
export function readMarket(argument: string, odds: unknown): number[] {
  requireArrayLike(argument, odds)
  const prices = odds.length === 2 ? [toPrice(argument, odds[0], 0), toPrice(argument, odds[1], 1)] : []
  for (let i = prices.length; i < odds.length; i++) prices.push(toPrice(argument, odds[i], i))
  if (prices.length < 2) throw invalidArgument(argument, 'at least two prices', odds)
  return prices
}

function toPrice(argument: string, price: unknown, i: number): number {
  if (!(typeof price === 'number' && price > 1 && price < Infinity)) requireDecimalOdds(`${argument}[${i}]`, price)
  return price
}
