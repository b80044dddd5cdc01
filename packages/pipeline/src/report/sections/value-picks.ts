import { measurePicks, type PickedSeries, type PickMean, type PickRecord } from '../../evaluate/pick-records.ts'
import { leftColumn, markdownTable, numberColumn, paragraph, toCount, toInterval, toSigned } from '../text.ts'

const heading = '## Value picks'

const nothing = paragraph(
  'No series of the graded record has a price with the name of its book, so nothing is said of value picks here. A sync fills',
  'this section from captured odds.',
)

/** Earnings of the consensus's value picks, and their prices beside the closing lines, by book. */
export function valuePicksSection(record: readonly PickedSeries[]): string {
  const measured = measurePicks(record)
  if (measured === null) return `${heading}\n\n${nothing}`
  const columns = [
    leftColumn('book'),
    ...['series', 'picks', 'ROI', '95 % interval', 'with closing line', 'CLV', '95 % interval', 'at mid'].map(
      numberColumn,
    ),
  ]
  const rows = [['all', measured.all] as const, ...Object.entries(measured.books)]
  return [
    heading,
    '',
    paragraph(
      'One unit on the side to which the raw consensus gave the larger expected value, where that was above 0, at the first',
      'captured price, of an order book the one that a person could take after the fee: of each series at whichever book was captured',
      'first, and of each book. `at mid` counts picks at a price of which no such one was captured: of an order book they flatter. Every series was forecast by',
      'the weights of the start of its month. CLV is the closing-line value in the fair form: price times the chance in the closing',
      'line without its margin, less 1. Intervals draw days.',
    ),
    ...(measured.all.closed === 0
      ? ['', 'No book has a closing line here, so nothing can be said of closing-line value.']
      : []),
    '',
    markdownTable(
      columns,
      rows.map(([book, one]) => [book, ...pickCells(one)]),
    ),
  ].join('\n')
}

/**
 * Writes this section of a report again from a newer record. A report without the section gets it where there are picks.
 *
 * @param report `REPORT.md`
 */
export function renewValuePicks(report: string, record: readonly PickedSeries[]): string {
  const section = valuePicksSection(record)
  const start = report.indexOf(`${heading}\n`)
  if (start === -1) return measurePicks(record) === null ? report : `${report.trimEnd()}\n\n${section}\n`
  const next = report.indexOf('\n## ', start)
  return `${report.slice(0, start)}${section}\n${next === -1 ? '' : report.slice(next)}`
}

function pickCells({ series, picks, atMid, roi, closed, clv }: PickRecord): string[] {
  return [toCount(series), toCount(picks), ...meanCells(roi), toCount(closed), ...meanCells(clv), toCount(atMid)]
}

function meanCells(mean: PickMean | null): string[] {
  if (mean === null) return ['–', '–']
  return [toSigned(mean.mean), mean.interval === null ? 'too few days' : toInterval(mean.interval, toSigned)]
}
