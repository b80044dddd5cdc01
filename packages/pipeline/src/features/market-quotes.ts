import type { MarketOdds, SeriesOdds } from '../history/types.ts'
import { fairChance, marketPrice, type PricedSeries } from './market-prices.ts'

/** The last price of a book before the start on one market of a series, without the margin. */
export interface MarketQuote {
  readonly book: string
  readonly market: MarketOdds['market']
  /** Which map is to be won; maps that team 1 is given; maps that the total is over or under. */
  readonly line: number
  /** Of team 1, or of more maps than the line. */
  readonly chance: number
  /** Of team 1 to win the series, in the same book's last price on that; null without one. */
  readonly seriesChance: number | null
}

/**
 * Every market of a series that a book had a price on before the start, once each.
 *
 * @param odds of the series, on its maps, handicaps and totals
 * @param prices of the series, on its winner
 */
export function marketQuotes(
  series: PricedSeries,
  odds: readonly MarketOdds[] = [],
  prices: readonly SeriesOdds[] = [],
): readonly MarketQuote[] {
  const last = new Map<string, MarketOdds>()
  for (const price of odds) {
    if (price.capturedMs >= series.startMs) continue
    const key = JSON.stringify([price.book, price.market, price.line])
    const known = last.get(key)
    if (known === undefined || price.capturedMs > known.capturedMs) last.set(key, price)
  }
  return [...last.values()].map(({ book, market, line, decimalOdds1, decimalOdds2 }) => {
    const own = prices.filter((price) => price.book === book)
    const seriesChance = marketPrice(series, own)?.chance ?? null
    return { book, market, line, chance: fairChance([decimalOdds1, decimalOdds2]), seriesChance }
  })
}
