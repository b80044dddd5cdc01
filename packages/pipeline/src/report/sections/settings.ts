import { baseModels } from '@riftline/predictor'
import { displayNames } from '../../evaluate/graded-forecast.ts'
import type { ReportInput, TrainingRecord } from '../report-input.ts'
import {
  leftColumn,
  markdownTable,
  numberColumn,
  point,
  toCount,
  toDecimal,
  toHundredths,
  toInterval,
  toSigned,
} from '../text.ts'

/** The settings that are not models, each with the data that it was chosen on. */
export function settingsSection({ settings }: Pick<ReportInput, 'settings'>): string {
  const { glicko2, consensus, calibration, anchor } = settings
  const { startDeviation, startVolatility, tau, periodDays } = glicko2
  const period = periodDays === 1 ? 'a day' : `every ${periodDays} days`
  return [
    '## Settings',
    '',
    point(
      'Elo: by game, start 1500, K = 32, scale 400; the chance of a game becomes that of the series by its best-of.',
    ),
    point(
      `Glicko-2, its settings searched on series before the test windows: start deviation ${startDeviation} on the internal`,
      `scale (${(startDeviation * internalPoints).toFixed(0)} points), start volatility ${startVolatility}, tau ${tau}, one`,
      `rating period ${period}; the chance of a game becomes that of the series as for Elo.`,
    ),
    point(consensusText(consensus)),
    point(
      'Calibration: a curve for each model, each best-of and each league of it, every one shrunk to the curve above it, at',
      `last to a slope on the log-odds. ${curvesText(calibration)}`,
    ),
    point(
      `Anchor to the market: the consensus has weight ${toHundredths(anchor.model.w)} ± ${toHundredths(anchor.model.sd)} in`,
      `log-odds over all series, fitted on ${toCount(anchor.model.nEff)} with odds; best-of and league move it little yet.`,
    ),
  ].join('\n')
}

/** Points of one unit of Glicko-2's internal scale. */
const internalPoints = 173.7178

function consensusText({ losses, difference }: ReportInput['settings']['consensus']): string {
  const saved = { low: -difference.high, high: -difference.low }
  const against = `${toSigned(-difference.mean)} ${toInterval(saved, toSigned)}`
  const values = `log-loss ${toDecimal(losses.weighted)} and ${toDecimal(losses.mean)}`
  return (
    `Consensus: the mean of the members' chances, weighted by how they did on graded series. On the validation windows the ` +
    `weights save ${against} against the plain mean (${values}).`
  )
}

function curvesText(calibration: ReportInput['settings']['calibration']): string {
  const counts = baseModels.map((model) => {
    const { model: own, curves, cells } = calibration[model]
    const slope = own.parentSlope === undefined ? 'none yet' : `slope ${toHundredths(own.parentSlope)}`
    const live = Object.keys(curves).length
    return `${displayNames[model]} ${slope}, ${live} of ${toCount(Object.keys(cells).length)} formats and leagues`
  })
  return `Curves that are live: ${counts.join('; ')}.`
}

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

export function notesSection(notes: string): string {
  return notes === '' ? '' : `## What was tried and did not help\n\n${notes}`
}
