import { displayNames } from '../../evaluate/forecasters.ts'
import { toCount, toDecimal } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import type { TrainingRecord } from '../report-input.ts'

/** The training record of the shipped models. */
export function trainingSection(training: readonly TrainingRecord[]): string {
  if (training.length === 0) return ''
  const columns = [
    leftColumn('model'),
    leftColumn('sees'),
    numberColumn('rows'),
    numberColumn('best iteration'),
    numberColumn('stop log-loss'),
    leftColumn('trainer'),
    leftColumn('settings'),
  ]
  const rows = training.map((record) => [
    displayNames[record.model],
    record.features.join(', '),
    toCount(record.rows),
    record.bestIteration === null ? '–' : toCount(record.bestIteration),
    record.stopLogLoss === null ? '–' : toDecimal(record.stopLogLoss),
    `${record.trainer} ${record.version}`,
    settingsText(record.settings),
  ])
  return [
    '## Training',
    '',
    'The models of this folder. Those of each window had the same settings and learned from the series before it.',
    '',
    markdownTable(columns, rows),
  ].join('\n')
}

function settingsText(settings: TrainingRecord['settings']): string {
  const toText = (value: unknown): string =>
    Array.isArray(value) ? value.map(toText).join('/') : typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${toText(value)}`)
    .join(', ')
}
