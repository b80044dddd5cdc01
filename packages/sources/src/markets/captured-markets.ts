import type { CapturedMarkets, OddsPair, OddsSkipReason } from './captured-odds.ts'
import { oddsOf, type Quote } from './quote.ts'

/** What a market is about. `line` of a handicap is the first team's. */
export type MarketSubject =
  | { readonly kind: 'seriesWinner' }
  | { readonly kind: 'mapWinners'; readonly map: number }
  | { readonly kind: 'totalMaps' | 'handicap'; readonly line: number }

/** Quotes of both teams in the order of the series' teams; of a total over, then under. */
export interface QuotedMarket {
  readonly subject: MarketSubject
  readonly quotes: readonly [Quote, Quote]
}

/** As skips show it: `mapWinners 2`. Two markets with one name price the same. */
export function subjectName(subject: MarketSubject): string {
  if (subject.kind === 'seriesWinner') return subject.kind
  return `${subject.kind} ${subject.kind === 'mapWinners' ? subject.map : subject.line}`
}

/** The markets that have a price, maps and lines in their order; null where none has. Of two about the same the first counts. */
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
