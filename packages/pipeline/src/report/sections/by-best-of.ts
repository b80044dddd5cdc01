import { leftColumn, numberColumn } from '../markdown-table.ts'
import type { ReportedWindow } from '../report-input.ts'
import { groupsTable } from './groups-table.ts'

export function byBestOf(windows: readonly ReportedWindow[]): string {
  const groups = windows.flatMap(({ name, graded }) =>
    ([1, 3, 5] as const)
      .map((format) => ({
        names: [name, String(format)],
        graded: graded.filter(({ bestOf }) => bestOf === format),
      }))
      .filter((group) => group.graded.length > 0),
  )
  return [
    '## By best-of',
    '',
    'Log-losses on the test windows.',
    '',
    groupsTable([leftColumn('window'), numberColumn('best of')], groups),
  ].join('\n')
}
