import { type BesideBook, scoreBooks } from '../../evaluate/book-scores.ts'
import { type QuoteRival, quoteRivals } from '../../evaluate/quote-losses.ts'
import { toCount, toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'
import type { ReportedWindow } from '../report-input.ts'
import { gainCells } from './cells.ts'

const rivalNames: Readonly<Record<QuoteRival, string>> = {
  forecast: 'consensus',
  shape: "our shape, at the book's price on the series",
  independent: 'independent maps, at that price',
}

/** Forecasts of maps, handicaps and totals beside books' prices on them; empty where no series has any. */
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
  const labels = ['windows', 'book', 'market', 'forecaster'].map(leftColumn)
  const numbers = ['prices', 'series', 'log-loss of the book', 'log-loss', 'gain over the book', '95 % interval']
  return [
    '## Prices of maps, handicaps and totals',
    '',
    paragraph(
      'The same markets beside the last price that the history has of each book from before the start, its margin removed as',
      'Shin does. Handicaps and totals count once a line, main or alternate; maps one by one, where they were played. All chances are',
      'from before the series, as the prices are. Where the book had a price on the series too, that price stands in for our chance of',
      'the series, to see how the way from there to the markets does by itself: by our shape, or with maps independent of each other.',
    ),
    '',
    paragraph(
      'These are few prices, taken hours before the start (a day or more where only the day of the capture is known), and what holds on',
      'validation windows was looked at while settings were chosen.',
      verdict(scores.map(({ own }) => own)),
    ),
    '',
    markdownTable(
      [...labels, ...numbers.map(numberColumn)],
      scores.map(({ labels, own }) => [...labels, ...numberCells(own)]),
    ),
  ].join('\n')
}

function marketTitle(market: string): string {
  if (market === 'totalMaps') return 'total of maps'
  return market.startsWith('map') ? `map ${market.slice(3)}` : market
}

function numberCells({ n, series, bookLogLoss, logLoss, overBook }: BesideBook): string[] {
  return [toCount(n), toCount(series), toDecimal(bookLogLoss), toDecimal(logLoss), ...gainCells(overBook)]
}

function verdict(scores: readonly BesideBook[]): string {
  const intervals = scores.flatMap(({ overBook }) => overBook.interval ?? [])
  const apart = intervals.filter(({ low, high }) => low > 0 || high < 0).length
  if (apart === 0) return 'No interval leaves out 0: such samples prove nothing, for either side.'
  const some = apart === 1 ? 'One of' : `${toCount(apart)} of`
  const leaves = apart === 1 ? 'leaves' : 'leave'
  return `${some} ${toCount(intervals.length)} intervals ${leaves} out 0; luck does that too, and such samples prove little.`
}
