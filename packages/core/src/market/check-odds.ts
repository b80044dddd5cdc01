import { invalidArgument } from '../errors.ts'
import { requireAbove, requireArrayLike } from '../math/check-arguments.ts'

/** Refuses anything but a finite price above 1. */
export function requireDecimalOdds(argument: string, odds: unknown): void {
  requireAbove(argument, odds, 1)
}

/** Refuses anything but an array of at least two finite prices above 1. */
export function requireMarket(argument: string, odds: unknown): void {
  requireArrayLike(argument, odds)
  const prices = odds as ArrayLike<unknown>
  if (prices.length < 2) throw invalidArgument(argument, 'at least two prices', odds)
  for (let i = 0; i < prices.length; i++) {
    const legal = typeof prices[i] === 'number' && (prices[i] as number) > 1 && (prices[i] as number) < Infinity
    if (!legal) requireDecimalOdds(`${argument}[${i}]`, prices[i])
  }
}
