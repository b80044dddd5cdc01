import { devig } from '@riftline/core'
import type { HistorySeries, MarketOdds, SeriesOdds } from '../history/types.ts'

/** Prices by series id, in the order of the history. */
export type PricesBySeries<Price = SeriesOdds> = ReadonlyMap<number, readonly Price[]>

export type PricePair = readonly [number, number]

interface Offer {
  /** Odds that a person could take after the venue's fee; the quoted odds if those are unknown. */
  readonly odds: PricePair
  /** Whether these odds could be taken; false for odds that may be mid prices of an order book. */
  readonly isTakeable: boolean
}

export interface BookOffers {
  readonly book: string
  readonly first: Offer
  /** The book's last price before the start; null if unknown. */
  readonly closing: PricePair | null
}

/** Prices on the winner of a series: the last of all books, team 1's chance in it without the margin, and each book's offers. */
export interface MarketPrice {
  readonly offer: Offer
  readonly chance: number
  /** Time of the last price. */
  readonly capturedMs: number
  readonly books: readonly BookOffers[]
}

export type PricedSeries = Pick<HistorySeries, 'id' | 'startMs' | 'team1Id' | 'team2Id'>

/** Orients the prices of a series like its row, without late prices and those of other teams; null if none is left. */
export function marketPrice(series: PricedSeries, prices: readonly SeriesOdds[] = []): MarketPrice | null {
  const own = prices.flatMap((price) => {
    return (price.capturedMs < series.startMs ? inOrderOf(series, price) : null) ?? []
  })
  const [first, ...others] = own
  if (first === undefined) return null
  const last = others.reduce((before, price) => (price.capturedMs > before.capturedMs ? price : before), first)
  const { offer, odds, capturedMs } = last
  return { offer, chance: fairChance(odds), capturedMs, books: toBooks(own) }
}

export function fairChance(odds: PricePair): number {
  return devig(odds).probabilities[0]!
}

type OrientedPrice = SeriesOdds & { readonly odds: PricePair; readonly offer: Offer }

function inOrderOf(series: PricedSeries, price: SeriesOdds): OrientedPrice | null {
  const { team1Id, team2Id, decimalOdds1, decimalOdds2, takeOdds1 = null, takeOdds2 = null } = price
  const isSame = team1Id === series.team1Id && team2Id === series.team2Id
  if (!isSame && (team1Id !== series.team2Id || team2Id !== series.team1Id)) return null
  const inOrder = ([first, second]: PricePair): PricePair => (isSame ? [first, second] : [second, first])
  const isTakeable = takeOdds1 !== null && takeOdds2 !== null
  const offer = { odds: inOrder([takeOdds1 ?? decimalOdds1, takeOdds2 ?? decimalOdds2]), isTakeable }
  return { ...price, odds: inOrder([decimalOdds1, decimalOdds2]), offer }
}

function toBooks(prices: readonly OrientedPrice[]): readonly BookOffers[] {
  const byTime = [...prices].sort((a, b) => a.capturedMs - b.capturedMs || (a.book < b.book ? -1 : 1))
  return [...new Set(byTime.map(({ book }) => book))].map((book) => {
    const own = byTime.filter((price) => price.book === book)
    const [first, last] = [own[0]!, own.at(-1)!]
    // Without a marked closing price the last of several counts as the close; a single one may be days old.
    const closing = own.findLast(({ isClosing }) => isClosing === true) ?? (last === first ? null : last)
    return { book, first: first.offer, closing: closing?.odds ?? null }
  })
}

/** A book's last price before the start on one market of a series, without the margin. */
export interface MarketQuote {
  readonly book: string
  readonly market: MarketOdds['market']
  /** The map to be won, the maps given to team 1, or the number of maps that the total is over or under. */
  readonly line: number
  readonly chance: number
  /** Team 1's chance to win the series by the same book's last price; null without one. */
  readonly seriesChance: number | null
}

/** Lists every market of a series on which a book had a price before the start: one quote per book, market and line. */
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
