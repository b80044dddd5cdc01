import {
  invalidArgument,
  RiftlineError,
  requireAbove,
  requireArrayLike,
  requireNumber,
  requireRecord,
} from '@riftline/base'
import { power } from '../math/log.ts'

/** Highest accepted price. Higher ones are typing errors, in requests, captures and imports alike. */
export const highestOdds = 1000

/** Smallest plausible sum of inverse prices in one market. A smaller sum would let a bet on every side gain a tenth. */
const leastSum = 0.9

function inverseSum(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + 1 / price, 0)
}

/** @param prices above 1, of all outcomes of one market */
export function arePlausible(prices: readonly number[]): boolean {
  return inverseSum(prices) >= leastSum
}

/**
 * Refuses prices of all outcomes, above 1, that cannot be those of one market.
 *
 * @throws RiftlineError `odds_implausible`, naming the sum of their inverses and the likely mistake
 * @example requirePlausible('odds', [1.62, 2.35])
 */
export function requirePlausible(argument: string, prices: readonly number[]): void {
  if (!arePlausible(prices)) throw new RiftlineError('odds_implausible', `${argument}: ${implausible(prices)}`)
}

/** Message that refuses implausible prices. */
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

/** Copies the prices of a market, reading each once; refuses anything but two or more finite prices above 1. */
export function readMarket(argument: string, odds: unknown): number[] {
  requireArrayLike(argument, odds)
  const prices: number[] = []
  for (let i = 0; i < odds.length; i++) {
    const price = odds[i]
    requireDecimalOdds(`${argument}[${i}]`, price)
    prices.push(price)
  }
  if (prices.length < 2) throw invalidArgument(argument, 'at least two prices', odds)
  return prices
}

/**
 * Decimal odds from American odds: +150 pays 1.5 per unit, -200 needs 2 to win 1. A >= 100 gives 1 + A/100; A <= -100 gives
 * 1 + 100/|A|. Source: https://en.wikipedia.org/wiki/Odds#Moneyline_odds.
 *
 * @param american a finite number outside (-100, 100)
 * @throws RiftlineError `invalid_argument`
 * @example
 * americanToDecimal(170) // => 2.7
 * americanToDecimal(-200) // => 1.5
 */
export function americanToDecimal(american: number): number {
  const legal = typeof american === 'number' && Number.isFinite(american) && Math.abs(american) >= 100
  if (!legal) throw invalidArgument('american', 'a finite number of at least 100 or at most -100', american)
  const decimal = american > 0 ? (100 + american) / 100 : (100 - american) / -american
  if (decimal === 1) throw invalidArgument('american', 'odds that pay more than the rounding of a number', american)
  return decimal
}

/**
 * Decimal odds from fractional odds: "5/2" pays 5 for every 2 staked; n/d gives 1 + n/d.
 *
 * @param fractional two positive numbers, digits with or without a decimal point, with a slash between
 * @throws RiftlineError `invalid_argument`
 * @example fractionalToDecimal('5/2') // => 3.5
 */
export function fractionalToDecimal(fractional: string): number {
  const match =
    typeof fractional === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)\s*$/.exec(fractional) : null
  const numerator = Number(match?.[1])
  const denominator = Number(match?.[2])
  const decimal = (denominator + numerator) / denominator
  if (!(decimal > 1 && decimal < Infinity))
    throw invalidArgument('fractional', '"n/d" with n and d above 0', fractional)
  return decimal
}

/** Fee that a venue takes for buying at its ask, per contract that pays 1: rate (p (1 - p))^exponent at the price p. */
export interface TakerFee {
  /** Name of the venue: `polymarket`, `kalshi`. */
  readonly name: string
  /** Rate of the fee, 0 or more. */
  readonly rate: number
  /** Exponent of the fee, 0 or more; usually 1. */
  readonly exponent: number
  /** Unit to which the fee of a contract is rounded up; absent for no rounding. */
  readonly roundedUpTo?: number
}

/**
 * Fee, 0 or more, for a contract that pays 1, bought at a price in [0, 1].
 *
 * @throws RiftlineError `invalid_argument`
 * @example takerFee(0.5, { name: 'kalshi', rate: 0.07, exponent: 1, roundedUpTo: 0.0001 }) // => 0.0175
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
  // In binary 0.0175 / 0.0001 is a little over 175, which must not round up to 176.
  return Math.ceil(fee / roundedUpTo - 1e-6) * roundedUpTo
}

/**
 * Decimal odds of buying at the ask, 1 / (ask + fee), above 1; null if ask or rule is missing or a bet could win nothing.
 *
 * @param ask price of a contract that pays 1, in [0, 1]; null without an offer
 * @param rule fee of the venue; null if unknown
 * @throws RiftlineError `invalid_argument`
 * @example takeOdds(0.5, { name: 'free', rate: 0, exponent: 1 }) // => 2
 */
export function takeOdds(ask: number | null, rule: TakerFee | null): number | null {
  if (ask === null || rule === null) return null
  const odds = 1 / (ask + takerFee(ask, rule))
  return odds > 1 && odds < Infinity ? odds : null
}
