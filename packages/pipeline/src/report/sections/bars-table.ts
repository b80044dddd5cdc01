import type { Blend } from '@riftline/core'
import type { BarResult } from '../bars.ts'
import { leftColumn, markdownTable } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'

export function barsTable(bars: readonly BarResult[], consensus: Blend['consensus']): string {
  const columns = ['bar', 'where', 'measured', 'verdict'].map(leftColumn)
  const rows = bars.map(({ bar, where, value, met }) => [bar, where, value, met ? 'met' : '**missed**'])
  const byConstruction =
    'A mean of log-odds cannot lose against the mean of its members, so that bar is met by construction.'
  return [
    '## Bars',
    '',
    paragraph(
      'All bars are on the calibrated consensus, as it is served; the best member is known only afterwards. They were set',
      'from earlier experiments on the same history, so meeting them checks the build and proves nothing new.',
      ...(consensus === 'mean' ? [byConstruction] : []),
    ),
    '',
    markdownTable(columns, rows),
  ].join('\n')
}
