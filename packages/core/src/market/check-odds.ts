import { invalidArgument } from '../errors.ts'
import { requireAbove, requireArrayLike } from '../math/check-arguments.ts'

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
