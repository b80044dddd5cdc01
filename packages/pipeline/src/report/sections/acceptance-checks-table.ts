import type { AcceptanceCheck } from '../acceptance-checks.ts'
import { leftColumn, markdownTable } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'

export function acceptanceChecksTable(checks: readonly AcceptanceCheck[]): string {
  const columns = ['check', 'where', 'measured', 'verdict'].map(leftColumn)
  const rows = checks.map(({ check, where, value, met }) => [check, where, value, met ? 'met' : '**missed**'])
  return [
    '## Acceptance checks',
    '',
    paragraph(
      'All checks are on the calibrated consensus, as it is served; the best member is known only afterwards. Their limits',
      'were set from earlier experiments on the history of the test windows, so meeting them there checks the build and',
      'proves nothing new. On unseen windows, where the gap to Elo may be another, a gain has to be above 0.',
      'A plain mean of chances cannot lose against the mean of its members.',
    ),
    '',
    markdownTable(columns, rows),
  ].join('\n')
}
