import { logLoss, type SeriesMarkets, seriesMarkets } from '@riftline/core'
import type { MarketQuote } from '../features/market-prices.ts'
import { groupBy, recordBy } from '../group-by.ts'
import type { GradedForecast } from './graded-forecast.ts'
import { type Gain, meanByDay } from './scores.ts'

/** One forecaster's scores beside a book's prices on the same markets. */
export interface BesideBook {
  /** Number of prices; a series may have one per line. */
  readonly n: number
  readonly series: number
  readonly logLoss: number
  /** Log-loss of the prices without their margin. */
  readonly bookLogLoss: number
  readonly overBook: Gain
}

/** Each rival beside a book in one market; null for a rival that needs a price on the series which the book did not have. */
type BookScore = Readonly<Record<QuoteRival, BesideBook | null>>

/** Scores by book in alphabetical order, then by market: `map1` … `map5`, `handicap`, `totalMaps`. */
export type BookScores = Readonly<Record<string, Readonly<Record<string, BookScore>>>>

/** Grades forecasts beside the last prices of each book on maps, handicaps and totals; null without prices. */
export function scoreBooks(graded: readonly GradedForecast[]): BookScores | null {
  const losses = graded.flatMap(quoteLosses)
  if (losses.length === 0) return null
  const books = byName(losses, ({ book }) => book).map(([book, own]) => {
    const markets = byName(own, ({ market }) => market).map(([market, its]) => {
      return [market, recordBy(quoteRivals, (rival) => besideBook(its, rival))] as const
    })
    return [book, Object.fromEntries(markets)] as const
  })
  return Object.fromEntries(books)
}

function byName(losses: readonly QuoteLoss[], nameOf: (loss: QuoteLoss) => string) {
  return [...groupBy(losses, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}

function besideBook(losses: readonly QuoteLoss[], rival: QuoteRival): BesideBook | null {
  const pairs = losses.flatMap(({ seriesId, startMs, ofBook, ofRival }) => {
    const own = ofRival[rival]
    return own === null ? [] : [{ seriesId, startMs, own, ofBook, value: ofBook - own }]
  })
  const n = pairs.length
  if (n === 0) return null
  return {
    n,
    series: new Set(pairs.map(({ seriesId }) => seriesId)).size,
    logLoss: pairs.reduce((sum, { own }) => sum + own, 0) / n,
    bookLogLoss: pairs.reduce((sum, { ofBook }) => sum + ofBook, 0) / n,
    overBook: { n, ...meanByDay(pairs) },
  }
}

/** Rivals of a book's price: our forecast, and the book's own series price converted with our model or with independent maps. */
export const quoteRivals = ['forecast', 'shape', 'independent'] as const
export type QuoteRival = (typeof quoteRivals)[number]

interface QuoteLoss {
  readonly seriesId: number
  readonly startMs: number
  readonly book: string
  readonly market: string
  readonly ofBook: number
  readonly ofRival: Readonly<Record<QuoteRival, number | null>>
}

/** Losses on markets with an outcome; series with an unknown map, unplayed maps and lines that can end even are left out. */
export function quoteLosses(series: GradedForecast): readonly QuoteLoss[] {
  const { seriesId, startMs, match, sd, bestOf, maps, quotes } = series
  if (maps === null || quotes.length === 0) return []
  const ours = seriesMarkets({ probability: match.consensus.calibrated, sd, bestOf })
  return quotes.flatMap((quote) => {
    const chance = chanceIn(ours, quote)
    const outcome = outcomeOf(maps, quote)
    if (chance === undefined || outcome === undefined) return []
    const { book, market, line, seriesChance } = quote
    const lossOf = (own: number): number => logLoss([own], [outcome])
    const implied = (doubt: number): number | null => {
      if (seriesChance === null) return null
      return lossOf(chanceIn(seriesMarkets({ probability: seriesChance, sd: doubt, bestOf }), quote)!)
    }
    const ofRival = { forecast: lossOf(chance), shape: implied(sd), independent: implied(0) }
    const name = market === 'mapWinner' ? `map${line}` : market
    return [{ seriesId, startMs, book, market: name, ofBook: lossOf(quote.chance), ofRival }]
  })
}

function chanceIn({ mapWinner, handicap, totalMaps }: SeriesMarkets, quote: MarketQuote): number | undefined {
  if (quote.market === 'mapWinner') return mapWinner.find(({ map }) => map === quote.line)?.blue
  if (quote.market === 'handicap') return handicap.find(({ line }) => line === quote.line)?.blue
  return totalMaps.find(({ line }) => line === quote.line)?.over
}

function outcomeOf(maps: readonly (0 | 1)[], { market, line }: MarketQuote): 0 | 1 | undefined {
  if (market === 'mapWinner') return maps[line - 1]
  if (market === 'totalMaps') return maps.length > line ? 1 : 0
  const ahead = maps.reduce<number>((lead, map) => lead + (map === 1 ? 1 : -1), 0)
  return ahead + line > 0 ? 1 : 0
}
