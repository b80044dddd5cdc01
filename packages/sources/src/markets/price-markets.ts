import { dayMs } from '@riftline/base'
import { arePlausible, highestOdds, type TakerFee } from '@riftline/core'
import { type JsonRecord, numberOf } from '../shape.ts'
import type { CapturedMarkets, MarketSkip, OddsPair, OddsSkipReason, OfferedOdds } from './captured-odds.ts'

/** Subject of a market. The `line` of a handicap is the first team's. */
export type MarketSubject =
  | { readonly kind: 'seriesWinner' }
  | { readonly kind: 'mapWinners'; readonly map: number }
  | { readonly kind: 'totalMaps' | 'handicap'; readonly line: number }

/** Quotes of both teams in the order of the series' teams; for a total, of over and under. */
export interface QuotedMarket {
  readonly subject: MarketSubject
  readonly quotes: readonly [Quote, Quote]
}

/** Name of a subject in skips: `mapWinners 2`. Markets with equal names have the same subject. */
export function subjectName(subject: MarketSubject): string {
  if (subject.kind === 'seriesWinner') return subject.kind
  return `${subject.kind} ${subject.kind === 'mapWinners' ? subject.map : subject.line}`
}

/** The markets with a price, sorted by map and line; null if none has one. The first of two markets with one subject counts. */
export function priceMarkets(
  markets: readonly QuotedMarket[],
  skip: (why: OddsSkipReason, subject: MarketSubject) => void,
): CapturedMarkets | null {
  const prices = new Map<string, { readonly subject: MarketSubject; readonly odds: OddsPair }>()
  for (const { subject, quotes } of markets) {
    const odds = oddsOf(...quotes)
    if (typeof odds === 'string') skip(odds, subject)
    else if (!prices.has(subjectName(subject))) prices.set(subjectName(subject), { subject, odds })
  }
  return prices.size === 0 ? null : sorted([...prices.values()])
}

function sorted(prices: readonly { readonly subject: MarketSubject; readonly odds: OddsPair }[]): CapturedMarkets {
  const lines = (kind: 'totalMaps' | 'handicap') =>
    prices
      .flatMap(({ subject, odds }) => (subject.kind === kind ? [{ line: subject.line, odds }] : []))
      .sort((a, b) => a.line - b.line)
  return {
    seriesWinner: prices.find(({ subject }) => subject.kind === 'seriesWinner')?.odds ?? null,
    mapWinners: prices
      .flatMap(({ subject, odds }) => (subject.kind === 'mapWinners' ? [{ map: subject.map, odds }] : []))
      .sort((a, b) => a.map - b.map),
    totalMaps: lines('totalMaps').map(({ line, odds: [over, under] }) => ({ line, over, under })),
    handicap: lines('handicap'),
  }
}

/** Bid and ask of one outcome, which pays 1; null if absent. */
export interface Quote {
  readonly bid: number | null
  readonly ask: number | null
}

export const noQuote: Quote = { bid: null, ask: null }

/** The other outcome of a market with two: buying one is selling the other. */
export function opposite({ bid, ask }: Quote): Quote {
  return { bid: ask === null ? null : rest(ask), ask: bid === null ? null : rest(bid) }
}

/** 1 minus a price, without binary rounding noise: 1 - 0.38 is 0.62. */
function rest(price: number): number {
  return Math.round((1 - price) * 1e9) / 1e9
}

/**
 * Decimal odds of two outcomes, 1 / mid with 4 decimals, with bid and ask; or the reason for none: `one_sided` if one of the
 * four prices is missing, crossed or not between 0 and 1, `wide_spread` if bid and ask are over 0.10 apart, `odds_implausible`
 * if both mids sum to less than 0.9.
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

function offered(decimalOdds: number, { bid, ask }: Quote): OfferedOdds {
  return { decimalOdds, bid: bid!, ask: ask! }
}

const widestSpread = 0.1
/** Tolerance: prices have at most 4 decimals, but 0.55 - 0.45 is slightly over 0.1 in binary. */
const binaryNoise = 1e-9
/** Mids outside these limits give odds that a snapshot may not have. */
const [leastMid, mostMid] = [1 / highestOdds, 1 - 1 / highestOdds]

function midOf({ bid, ask }: Quote): number | 'one_sided' | 'wide_spread' {
  if (bid === null || ask === null || bid > ask + binaryNoise) return 'one_sided'
  if (!(bid >= leastMid && ask <= mostMid)) return 'one_sided'
  return ask - bid > widestSpread + binaryNoise ? 'wide_spread' : (bid + ask) / 2
}

function toOdds(mid: number): number {
  return Math.round(10_000 / mid) / 10_000
}

/** Records a skipped event. Of foreign ids and titles, values that are not text are left out, texts are cut and cleaned of controls. */
export type Skip = (why: OddsSkipReason, id: string, ...title: readonly unknown[]) => void

export function collectSkips(): { readonly skipped: readonly MarketSkip[]; readonly skip: Skip } {
  const skipped: MarketSkip[] = []
  const skip: Skip = (why, id, ...title) => {
    const texts = [id, ...title].filter((text) => typeof text === 'string')
    const what = texts.join(' ').replace(/\p{C}/gu, ' ').trim().slice(0, 160)
    skipped.push({ what, why })
  }
  return { skipped, skip }
}

/** Time before its start from which a series is captured. */
const aheadMs = 14 * dayMs

/** Reason why a series is not captured at `now`, or null; `too_early` is not a fault of the series. */
export function startFault(startMs: number | null, now: number): 'no_start' | 'started' | 'too_early' | null {
  if (startMs === null) return 'no_start'
  if (startMs <= now) return 'started'
  return startMs > now + aheadMs ? 'too_early' : null
}

/**
 * 0.07 C P (1 - P) dollars for C contracts at the price P, rounded up to a hundredth of a cent.
 * Source: Kalshi's fee schedule (General Trading Fees) and docs.kalshi.com, "Fee Rounding".
 */
export const kalshiFee: TakerFee = { name: 'kalshi', rate: 0.07, exponent: 1, roundedUpTo: 0.0001 }

/** Rate of sports markets, used if a market does not state its own. */
const sportsRate = 0.05

/**
 * C x feeRate x (p (1 - p))^exponent for C shares at the price p, paid only by takers. Of several schedules, the most expensive counts.
 * Source: docs.polymarket.com, "Fees".
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

/** The fee of a share at the price one half, where it is highest. */
function atHalf({ rate, exponent }: Schedule): number {
  return rate * 0.25 ** exponent
}
