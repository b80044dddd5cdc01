import type { TakerFee } from '@riftline/core'
import { type JsonRecord, numberOf } from '../shape.ts'

/**
 * 0.07 C P (1 - P) dollars for C contracts at the price P, rounded up to a hundredth of a cent. On whole-cent balances an order of one
 * contract may cost a part of a cent more.
 *
 * Source: Kalshi's fee schedule (General Trading Fees) and docs.kalshi.com, "Fee Rounding".
 */
export const kalshiFee: TakerFee = { name: 'kalshi', rate: 0.07, exponent: 1, roundedUpTo: 0.0001 }

/** Rate of sports, where a market does not state its own. */
const sportsRate = 0.05

/**
 * C x feeRate x (p (1 - p))^exponent for C shares at the price p, of takers alone. A market states its own schedule; of several the
 * dearest counts, since a series has one rule.
 *
 * Source: docs.polymarket.com, "Fees".
 *
 * @param markets as Polymarket lists them
 */
export function polymarketFee(markets: readonly JsonRecord[]): TakerFee {
  const stated = markets.map(scheduleOf)
  const [first = { rate: sportsRate, exponent: 1 }, ...others] = stated
  return { name: 'polymarket', ...others.reduce((most, one) => (atHalf(one) > atHalf(most) ? one : most), first) }
}

type Schedule = Pick<TakerFee, 'rate' | 'exponent'>

function scheduleOf({ feesEnabled, feeSchedule }: JsonRecord): Schedule {
  if (feesEnabled === false) return { rate: 0, exponent: 1 }
  const { rate, exponent = 1 } = Object(feeSchedule) as JsonRecord
  const [statedRate, statedExponent] = [numberOf(rate), numberOf(exponent)]
  if (statedRate === null || statedExponent === null || statedRate < 0 || statedRate > 1 || statedExponent < 0) {
    return { rate: sportsRate, exponent: 1 }
  }
  return { rate: statedRate, exponent: statedExponent }
}

/** The fee of a share at one half, where it is highest. */
function atHalf({ rate, exponent }: Schedule): number {
  return rate * 0.25 ** exponent
}
