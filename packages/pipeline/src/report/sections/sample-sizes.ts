import { dayOf } from '@riftline/base'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { toCount } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import type { ReportedWindow } from '../report-input.ts'

export function sampleSizes(windows: readonly ReportedWindow[]): string {
  const columns = [
    leftColumn('window'),
    leftColumn('purpose'),
    leftColumn('from'),
    leftColumn('to'),
    ...['graded', 'best of 1', 'best of 3', 'best of 5', 'with draft', 'with odds', 'days', 'leagues'].map(
      numberColumn,
    ),
  ]
  const rows = windows.map(({ name, purpose, from, to, graded }) => [name, purpose, from, to, ...counts(graded)])
  return ['## Sample sizes', '', markdownTable(columns, rows)].join('\n')
}

function counts(graded: readonly GradedForecast[]): string[] {
  const where = (test: (forecast: GradedForecast) => boolean): number => graded.filter(test).length
  return [
    graded.length,
    where(({ bestOf }) => bestOf === 1),
    where(({ bestOf }) => bestOf === 3),
    where(({ bestOf }) => bestOf === 5),
    where(({ draft }) => draft !== null),
    where(({ market }) => market !== null),
    new Set(graded.map(({ startMs }) => dayOf(startMs))).size,
    new Set(graded.map(({ league }) => league)).size,
  ].map(toCount)
}
