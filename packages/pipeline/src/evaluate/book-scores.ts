import { type Gain, meanByDay } from './gain.ts'
import type { GradedForecast } from './graded-forecast.ts'
import { type QuoteLoss, type QuoteRival, quoteLosses, quoteRivals } from './quote-losses.ts'

/** One forecaster beside the prices of a book, on the same markets. */
export interface BesideBook {
  /** Prices, of which a series may have several: one a line. */
  readonly n: number
  readonly series: number
  readonly logLoss: number
  /** Of the prices without their margin. */
  readonly bookLogLoss: number
  readonly overBook: Gain
}

/** Whoever stands beside a book in one market; null where the book had no price on the series to start from. */
export type BookScore = Readonly<Record<QuoteRival, BesideBook | null>>

/** By book in alphabetical order, then by market: `map1` … `map5`, `handicap`, `totalMaps`. */
export type BookScores = Readonly<Record<string, Readonly<Record<string, BookScore>>>>

/** Grades forecasts beside the last prices of each book on maps, handicaps and totals; null without any. */
export function scoreBooks(graded: readonly GradedForecast[]): BookScores | null {
  const losses = graded.flatMap(quoteLosses)
  if (losses.length === 0) return null
  const books = groupBy(losses, ({ book }) => book).map(([book, own]) => {
    const markets = groupBy(own, ({ market }) => market).map(([market, its]) => [market, scoreOf(its)] as const)
    return [book, Object.fromEntries(markets)] as const
  })
  return Object.fromEntries(books)
}

function scoreOf(losses: readonly QuoteLoss[]): BookScore {
  const scores = quoteRivals.map((rival) => [rival, besideBook(losses, rival)] as const)
  return Object.fromEntries(scores) as Record<QuoteRival, BesideBook | null>
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

/** Groups by name, in the order of the names. */
function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(nameOf(row))
    if (group === undefined) groups.set(nameOf(row), [row])
    else group.push(row)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}
