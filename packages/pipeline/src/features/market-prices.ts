import { devig } from '@riftline/core'
import type { Series, SeriesOdds } from '../history/types.ts'

/** By series, in the order of the history. */
export type PricesBySeries<Price = SeriesOdds> = ReadonlyMap<number, readonly Price[]>

export function pricesBySeries<Price extends { readonly seriesId: number }>(
  odds: readonly Price[],
): PricesBySeries<Price> {
  const bySeries = new Map<number, Price[]>()
  for (const price of odds) {
    const known = bySeries.get(price.seriesId)
    if (known === undefined) bySeries.set(price.seriesId, [price])
    else known.push(price)
  }
  return bySeries
}

/** Decimal odds of team 1 and team 2. */
export type OddsPair = readonly [number, number]

/** What one book asked for a series. */
export interface BookPrices {
  readonly book: string
  /** Its first captured price. */
  readonly first: OddsPair
  /** Its last price before the start; null where that is not known. */
  readonly closing: OddsPair | null
}

/** Prices on the winner of a series: the last of all books, the chance of team 1 in it without the margin, and the books. */
export interface MarketPrice {
  readonly odds: OddsPair
  readonly chance: number
  /** Whoever was captured first comes first. */
  readonly books: readonly BookPrices[]
}

/** What tells which prices are of a series, and from before its start. */
export type PricedSeries = Pick<Series, 'id' | 'startMs' | 'team1Id' | 'team2Id'>

/** Puts the prices of a series into the order of its row, without those from after the start or of other teams; null where none is left. */
export function marketPrice(series: PricedSeries, prices: readonly SeriesOdds[] = []): MarketPrice | null {
  const own = prices.flatMap((price) => {
    const odds = price.capturedMs < series.startMs ? inOrderOf(series, price) : null
    return odds === null ? [] : [{ ...price, odds }]
  })
  const [first, ...others] = own
  if (first === undefined) return null
  const { odds } = others.reduce((last, price) => (price.capturedMs > last.capturedMs ? price : last), first)
  return { odds, chance: fairChance(odds), books: toBooks(own) }
}

/** Chance of team 1 in a price, without the margin. */
export function fairChance(odds: OddsPair): number {
  return devig(odds).probabilities[0]!
}

type OrientedPrice = SeriesOdds & { readonly odds: OddsPair }

function inOrderOf(
  series: PricedSeries,
  { team1Id, team2Id, decimalOdds1, decimalOdds2 }: SeriesOdds,
): OddsPair | null {
  if (team1Id === series.team1Id && team2Id === series.team2Id) return [decimalOdds1, decimalOdds2]
  return team1Id === series.team2Id && team2Id === series.team1Id ? [decimalOdds2, decimalOdds1] : null
}

function toBooks(prices: readonly OrientedPrice[]): readonly BookPrices[] {
  const byTime = [...prices].sort((a, b) => a.capturedMs - b.capturedMs || (a.book < b.book ? -1 : 1))
  return [...new Set(byTime.map(({ book }) => book))].map((book) => {
    const own = byTime.filter((price) => price.book === book)
    const [first, last] = [own[0]!, own.at(-1)!]
    // Of several prices without a word on it the last one stands for the close; a single one may be days old.
    const closing = own.findLast(({ isClosing }) => isClosing === true) ?? (last === first ? null : last)
    return { book, first: first.odds, closing: closing?.odds ?? null }
  })
}
