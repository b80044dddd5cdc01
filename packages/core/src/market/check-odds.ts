import { invalidArgument } from '../errors.ts'
import { requireAbove, requireAllAbove, requireArrayLike } from '../math/check-arguments.ts'

/** Refuses anything but a finite price above 1. */
export function requireDecimalOdds(argument: string, odds: unknown): void {
  requireAbove(argument, odds, 1)
}

/** Refuses anything but an array of at least two finite prices above 1. */
export function requireMarket(argument: string, odds: unknown): void {
  requireArrayLike(argument, odds)
  const prices = odds as ArrayLike<unknown>
  if (prices.length < 2) throw invalidArgument(argument, 'at least two prices', odds)
  requireAllAbove(argument, prices, 1)
}
