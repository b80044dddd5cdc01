import { toCount, toDecimal, toInterval, toSigned } from '../format.ts'
import { markdownTable, numberColumn } from '../markdown-table.ts'
import type { MeasuredAge } from '../measure/measure-age.ts'
import { paragraph } from '../paragraph.ts'

/** Forecasts on old data, as if nothing had aged and faded by age. */
export function ageSection(ages: readonly MeasuredAge[]): string {
  if (ages.length === 0) return ''
  const columns = ['days old', 'n', 'frozen', 'faded', 'gain', '95 % interval'].map(numberColumn)
  const rows = ages.map(({ days, n, frozen, faded, gain }) => [
    toCount(days),
    toCount(n),
    ...[frozen, faded].map(toDecimal),
    toSigned(gain.mean),
    toInterval(gain, toSigned),
  ])
  return [
    '## On old data',
    '',
    paragraph(
      'The series of the test windows with all results withheld for some days, forecast by the calibrated consensus: as if',
      'the data were fresh, and with log-odds faded by their age, as they are served. A coin has log-loss 0.6931.',
    ),
    '',
    markdownTable(columns, rows),
  ].join('\n')
}
