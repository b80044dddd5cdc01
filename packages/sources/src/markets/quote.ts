import { arePlausible, highestOdds } from '@riftline/core'
import type { OddsPair, OddsSkipReason, OfferedOdds } from './captured-odds.ts'

/** What is bid and asked for one outcome, which pays 1; null where nobody does. */
export interface Quote {
  readonly bid: number | null
  readonly ask: number | null
}

export const noQuote: Quote = { bid: null, ask: null }

/** The other outcome of a market with two: who buys one sells the other. */
export function opposite({ bid, ask }: Quote): Quote {
  return { bid: ask === null ? null : rest(ask), ask: bid === null ? null : rest(bid) }
}

/** Without the noise of a difference: 1 - 0.38 is 0.62. */
function rest(price: number): number {
  return Math.round((1 - price) * 1e9) / 1e9
}

/**
 * Decimal odds of two outcomes, 1 / mid with 4 decimals, beside what is bid and asked; or why they say nothing: `one_sided` where one of
 * the four prices is missing, crossed or not between 0 and 1, `wide_spread` where bid and ask are over 0.10 apart, `odds_implausible`
 * where the mids of both sum to less than 0.9.
 *
 * @example oddsOf({ bid: 0.6, ask: 0.62 }, { bid: 0.38, ask: 0.4 }) // decimalOdds 1.6393 and 2.5641
 */
export function oddsOf(
  first: Quote,
  second: Quote,
): OddsPair | Extract<OddsSkipReason, 'one_sided' | 'wide_spread' | 'odds_implausible'> {
  const [a, b] = [midOf(first), midOf(second)]
  if (a === 'one_sided' || b === 'one_sided') return 'one_sided'
  if (a === 'wide_spread' || b === 'wide_spread') return 'wide_spread'
  const odds = [toOdds(a), toOdds(b)] as const
  if (!arePlausible(odds)) return 'odds_implausible'
  return [offered(odds[0], first), offered(odds[1], second)]
}

/** Of a quote that has a mid. */
function offered(decimalOdds: number, { bid, ask }: Quote): OfferedOdds {
  return { decimalOdds, bid: bid!, ask: ask! }
}

const widestSpread = 0.1
/** Prices have 4 decimals at most, but 0.55 - 0.45 is a little over 0.1 in binary. */
const binaryNoise = 1e-9
/** Beyond these odds a snapshot would be refused. */
const [leastMid, mostMid] = [1 / highestOdds, 1 - 1 / highestOdds]

function midOf({ bid, ask }: Quote): number | 'one_sided' | 'wide_spread' {
  if (bid === null || ask === null || bid > ask + binaryNoise) return 'one_sided'
  if (!(bid >= leastMid && ask <= mostMid)) return 'one_sided'
  return ask - bid > widestSpread + binaryNoise ? 'wide_spread' : (bid + ask) / 2
}

function toOdds(mid: number): number {
  return Math.round(10_000 / mid) / 10_000
}
