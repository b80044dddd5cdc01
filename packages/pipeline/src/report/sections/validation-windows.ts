import { climbLadder } from '../../evaluate/ladder.ts'
import { leftColumn } from '../markdown-table.ts'
import type { ReportedWindow } from '../report-input.ts'
import { groupsTable } from './groups-table.ts'
import { ladderTable } from './ladder.ts'

export function validationWindows(windows: readonly ReportedWindow[]): string {
  if (windows.length === 0) return ''
  return [
    '## Validation windows',
    '',
    'Log-losses on the series that chose the settings: the trained models had not seen them, the choice of settings had,',
    'so expect them to flatter.',
    '',
    groupsTable(
      [leftColumn('window')],
      windows.map(({ name, graded }) => ({ names: [name], graded })),
    ),
    '',
    'The ladder over all of them:',
    '',
    ladderTable(climbLadder(windows.flatMap(({ graded }) => graded)).all),
  ].join('\n')
}
