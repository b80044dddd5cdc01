import type { OddsPair, OddsSkipReason } from './captured-odds.ts'

/** What is bid and asked for one outcome, which pays 1; null where nobody does. */
export interface Quote {
  readonly bid: number | null
  readonly ask: number | null
}

export const noQuote: Quote = { bid: null, ask: null }

/** The other outcome of a market with two: who buys one sells the other. */
export function opposite({ bid, ask }: Quote): Quote {
  return { bid: ask === null ? null : 1 - ask, ask: bid === null ? null : 1 - bid }
}

/**
 * Decimal odds of two outcomes, 1 / mid with 4 decimals, or why they say nothing: `one_sided` where one of the four prices
 * is missing, crossed or not between 0 and 1, `wide_spread` where bid and ask are over 0.10 apart.
 *
 * @example oddsOf({ bid: 0.6, ask: 0.62 }, { bid: 0.38, ask: 0.4 }) // [1.6393, 2.5641]
 */
export function oddsOf(first: Quote, second: Quote): OddsPair | Extract<OddsSkipReason, 'one_sided' | 'wide_spread'> {
  const [a, b] = [midOf(first), midOf(second)]
  if (a === 'one_sided' || b === 'one_sided') return 'one_sided'
  if (a === 'wide_spread' || b === 'wide_spread') return 'wide_spread'
  return [toOdds(a), toOdds(b)]
}

const widestSpread = 0.1
/** Prices have 4 decimals at most, but 0.55 - 0.45 is a little over 0.1 in binary. */
const binaryNoise = 1e-9
/** Beyond these odds a snapshot would be refused. */
const [leastMid, mostMid] = [1e-4, 1 - 1e-4]

function midOf({ bid, ask }: Quote): number | 'one_sided' | 'wide_spread' {
  if (bid === null || ask === null || bid > ask + binaryNoise) return 'one_sided'
  if (!(bid >= leastMid && ask <= mostMid)) return 'one_sided'
  return ask - bid > widestSpread + binaryNoise ? 'wide_spread' : (bid + ask) / 2
}

function toOdds(mid: number): number {
  return Math.round(10_000 / mid) / 10_000
}
