import { type MarketName, mapShares } from '../../evaluate/market-losses.ts'
import { scoreMarkets } from '../../evaluate/market-scores.ts'
import { toCount, toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'
import type { ReportedWindow } from '../report-input.ts'
import { gainCells } from './cells.ts'

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

/**
 * How the markets that are taken from the series forecast did, before and during a series.
 *
 * @param earlier windows that base rates are taken from
 */
export function seriesMarketsSection(windows: readonly ReportedWindow[], earlier: readonly ReportedWindow[]): string {
  const shares = mapShares(earlier.flatMap(({ graded }) => graded))
  const rows = windows.flatMap(({ name, graded }) =>
    formats.flatMap(([format, isOne]) => {
      const own = graded.filter(({ bestOf }) => isOne(bestOf))
      return Object.entries(scoreMarkets(own, shares) ?? {}).map(([market, score]) => [
        ...[name, format, titles[market as MarketName], toCount(score.n), toDecimal(score.logLoss)],
        ...gainCells(score.overSimpler),
        ...(score.overBase === null ? ['–', '–'] : gainCells(score.overBase)),
      ])
    }),
  )
  if (rows.length === 0) return ''
  const numbers = ['n', 'log-loss', 'gain', '95 % interval', 'over base rates', '95 % interval']
  return [
    '## Scores, totals and maps',
    '',
    paragraph(
      'Markets follow from the calibrated consensus and the doubt about it: one strength is drawn for a series, and its maps are',
      'independent given it, so a map that was won says something of the next. Scores and totals are graded as one outcome of several.',
      'The gain of scores, totals and handicaps is over the same series chances with maps independent of each other; that of maps and',
      'of the series after the first map over a strength that no map changes. Base rates are how often the format took each number of',
      'maps in the validation windows. Intervals draw days. Only series whose maps are all known count.',
    ),
    '',
    markdownTable([...['window', 'format', 'market'].map(leftColumn), ...numbers.map(numberColumn)], rows),
  ].join('\n')
}
