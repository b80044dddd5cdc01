import { requireNumber, requireRecord } from '@riftline/base'
import { power } from '../math/power.ts'

/** What a venue takes of whoever buys at its ask, for each contract that pays 1: rate (p (1 - p))^exponent at the price p. */
export interface TakerFee {
  /** Whose rule it is: `polymarket`, `kalshi`. */
  readonly name: string
  /** 0 or more. */
  readonly rate: number
  /** 0 or more; 1 is the usual one. */
  readonly exponent: number
  /** The fee of a contract is rounded up to a multiple of this; absent: it is not. */
  readonly roundedUpTo?: number
}

/**
 * The fee for a contract that pays 1, bought at a price.
 *
 * @param price in [0, 1]
 * @returns 0 or more
 * @throws RiftlineError `invalid_argument`
 * @example
 * takerFee(0.5, { name: 'kalshi', rate: 0.07, exponent: 1, roundedUpTo: 0.0001 }) // => 0.0175
 */
export function takerFee(price: number, rule: TakerFee): number {
  requireNumber('price', price, 0, 1)
  requireRecord('rule', rule)
  const { rate, exponent, roundedUpTo } = rule
  requireNumber('rule.rate', rate, 0)
  requireNumber('rule.exponent', exponent, 0)
  const fee = rate * power(price * (1 - price), exponent)
  if (roundedUpTo === undefined) return fee
  requireNumber('rule.roundedUpTo', roundedUpTo, 1e-9)
  // 0.0175 / 0.0001 is a little over 175 in binary, and must not become 176.
  return Math.ceil(fee / roundedUpTo - 1e-6) * roundedUpTo
}

/**
 * Decimal odds that a person can take: 1 / (ask + fee).
 *
 * @param ask price of a contract that pays 1, in [0, 1]; null where nobody asks one
 * @param rule of the venue; null where it is not known
 * @returns above 1; null where ask or rule is not known, and where a bet could win nothing
 * @throws RiftlineError `invalid_argument`
 * @example
 * takeOdds(0.5, { name: 'free', rate: 0, exponent: 1 }) // => 2
 */
export function takeOdds(ask: number | null, rule: TakerFee | null): number | null {
  if (ask === null || rule === null) return null
  const odds = 1 / (ask + takerFee(ask, rule))
  return odds > 1 && odds < Infinity ? odds : null
}
