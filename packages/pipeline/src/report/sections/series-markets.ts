import { type BesideBook, type QuoteRival, quoteRivals, scoreBooks } from '../../evaluate/book-scores.ts'
import { type MarketName, mapShares, scoreMarkets } from '../../evaluate/market-scores.ts'
import type { ReportedWindow } from '../measure.ts'
import * as md from '../text.ts'

const titles: Readonly<Record<MarketName, string>> = {
  correctScore: 'correct score',
  totalMaps: 'total of maps',
  handicap: 'handicap, mean of the lines',
  laterMaps: 'map from the second on, given the standing',
  afterFirstMap: 'series after the first map',
}

const formats = [
  ['best of 3 and 5', () => true],
  ['best of 3', (bestOf: number) => bestOf === 3],
  ['best of 5', (bestOf: number) => bestOf === 5],
] as const

/** Scores of the markets derived from the series forecast; base rates come from the `earlier` windows. */
export function seriesMarketsSection(windows: readonly ReportedWindow[], earlier: readonly ReportedWindow[]): string {
  const shares = mapShares(earlier.flatMap(({ graded }) => graded))
  const rows = windows.flatMap(({ name, graded }) =>
    formats.flatMap(([format, isOne]) => {
      const own = graded.filter(({ bestOf }) => isOne(bestOf))
      return Object.entries(scoreMarkets(own, shares) ?? {}).map(([market, score]) => [
        ...[name, format, titles[market as MarketName], md.toCount(score.n), md.toDecimal(score.logLoss)],
        ...md.gainCells(score.overSimpler),
        ...(score.overBase === null ? ['–', '–'] : md.gainCells(score.overBase)),
      ])
    }),
  )
  if (rows.length === 0) return ''
  const numbers = ['n', 'log-loss', 'gain', '95 % interval', 'over base rates', '95 % interval']
  return md.section(
    'Scores, totals and maps',
    md.paragraph(
      'Markets follow from the calibrated consensus and the doubt about it: one strength is drawn for a series, and its maps are',
      'independent given it, so a map that was won says something of the next. Scores and totals are graded as one outcome of several.',
      'The gain of scores, totals and handicaps is over the same series chances with maps independent of each other; that of maps and',
      'of the series after the first map over a strength that no map changes. Base rates are how often the format took each number of',
      'maps in the validation windows. Intervals draw days. Only series whose maps are all known count.',
    ),
    md.markdownTable([...md.leftColumns('window', 'format', 'market'), ...numbers], rows),
  )
}

const rivalNames: Readonly<Record<QuoteRival, string>> = {
  forecast: 'consensus',
  shape: "our shape, at the book's price on the series",
  independent: 'independent maps, at that price',
}

/** Forecasts of maps, handicaps and totals beside books' prices on them; empty if no series has such prices. */
export function bookPricesSection(windows: readonly ReportedWindow[]): string {
  const scores = (['validation', 'test', 'unseen'] as const).flatMap((purpose) => {
    const graded = windows.filter((window) => window.purpose === purpose).flatMap((window) => window.graded)
    return Object.entries(scoreBooks(graded) ?? {}).flatMap(([book, markets]) =>
      Object.entries(markets).flatMap(([market, score]) =>
        quoteRivals.flatMap((rival) => {
          const own = score[rival]
          return own === null ? [] : [{ labels: [purpose, book, marketTitle(market), rivalNames[rival]], own }]
        }),
      ),
    )
  })
  if (scores.length === 0) return ''
  const labels = md.leftColumns('windows', 'book', 'market', 'forecaster')
  const numbers = ['prices', 'series', 'log-loss of the book', 'log-loss', 'gain over the book', '95 % interval']
  return md.section(
    'Prices of maps, handicaps and totals',
    md.paragraph(
      'The same markets beside the last price that the history has of each book from before the start, its margin removed as',
      'Shin does. Handicaps and totals count once a line, main or alternate; maps one by one, where they were played. All chances are',
      'from before the series, as the prices are. Where the book had a price on the series too, that price stands in for our chance of',
      'the series, to see how the way from there to the markets does by itself: by our shape, or with maps independent of each other.',
    ),
    md.paragraph(
      'These are few prices, taken hours before the start (a day or more where only the day of the capture is known), and what holds on',
      'validation windows was looked at while settings were chosen.',
      verdict(scores.map(({ own }) => own)),
    ),
    md.markdownTable(
      [...labels, ...numbers],
      scores.map(({ labels, own }) => [...labels, ...numberCells(own)]),
    ),
  )
}

function marketTitle(market: string): string {
  if (market === 'totalMaps') return 'total of maps'
  return market.startsWith('map') ? `map ${market.slice(3)}` : market
}

function numberCells({ n, series, bookLogLoss, logLoss, overBook }: BesideBook): string[] {
  return [
    md.toCount(n),
    md.toCount(series),
    md.toDecimal(bookLogLoss),
    md.toDecimal(logLoss),
    ...md.gainCells(overBook),
  ]
}

function verdict(scores: readonly BesideBook[]): string {
  const intervals = scores.flatMap(({ overBook }) => overBook.interval ?? [])
  const apart = intervals.filter(({ low, high }) => low > 0 || high < 0).length
  if (apart === 0) return 'No interval leaves out 0: such samples prove nothing, for either side.'
  const some = apart === 1 ? 'One of' : `${md.toCount(apart)} of`
  const leaves = apart === 1 ? 'leaves' : 'leave'
  return `${some} ${md.toCount(intervals.length)} intervals ${leaves} out 0; luck does that too, and such samples prove little.`
}
