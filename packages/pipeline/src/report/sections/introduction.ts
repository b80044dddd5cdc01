import { dayOf } from '@riftline/base'
import { baseModels } from '@riftline/predictor'
import { binCount, fewestDays, resampling, simulation } from '@riftline/record'
import { baselineChance, displayNames, type GradedForecast } from '../../evaluate/graded-forecast.ts'
import { score } from '../../evaluate/scores.ts'
import type { AcceptanceCheck } from '../acceptance-checks.ts'
import type { MeasuredWindow, ReportedWindow, ReportInput, TrainingRecord } from '../measure.ts'
import * as md from '../text.ts'

export function whatIsGraded({ asOf, history, windows }: ReportInput): string {
  const counts = `${md.toCount(history.games)} games in ${md.toCount(history.series)} series, ${md.toCount(history.graded)} of them`
  return [
    '# How good the forecasts are',
    '',
    md.paragraph(
      'Every figure here is walk-forward. The models of a window were trained only on series before that window; every',
      'series was predicted before anything of it was learned; calibration curves and consensus weights were refitted at',
      'the start of each calendar month on series that had ended by then. Graded are all complete best-of-1, 3 or 5',
      'series, none left out for being hard. Validation windows chose the settings, test windows are what is reported:',
      'they were looked at more than once while the work went on, but no setting was chosen by them.',
      ...windows.filter(({ purpose }) => purpose === 'unseen').map(unseen),
      `The history runs from ${history.from} to ${history.to} with ${counts} graded; the artifacts know matches up to`,
      `${asOf}.`,
    ),
  ].join('\n')
}

function unseen({ name }: ReportedWindow): string {
  return `The series of ${name} were not there yet when features, settings and program were made: they are the stricter test.`
}

/** The summary: each window's gains in one line, and the failed acceptance checks. */
export function inShort(windows: readonly MeasuredWindow[], checks: readonly AcceptanceCheck[]): string {
  const gains = windows.map(({ window, consensus, overElo }) => {
    const { n, logLoss } = consensus.scores
    const elo = score(window.graded, baselineChance('elo')).logLoss
    const interval = overElo.interval === null ? '' : ` ${md.toInterval(overElo.interval, md.toSigned)}`
    const losses = `consensus ${md.toDecimal(logLoss)}, Elo ${md.toDecimal(elo)}, gain ${md.toSigned(overElo.mean)}${interval}`
    return `- ${window.name}, ${md.toCount(n)} series: log-loss of the ${losses}.`
  })
  const missed = checks.filter(({ met }) => !met)
  const verdict =
    missed.length === 0
      ? [`- All ${checks.length} acceptance checks are met.`]
      : [
          `- ${missed.length} of ${checks.length} acceptance checks ${missed.length === 1 ? 'is' : 'are'} missed:`,
          ...missed.map(({ check, where, value }) => `  - ${where}: ${check}; it is ${value}.`),
        ]
  return md.section('In short', [...gains, ...verdict].join('\n'))
}

export function sampleSizes(windows: readonly ReportedWindow[]): string {
  const columns = [
    ...md.leftColumns('window', 'purpose', 'from', 'to'),
    ...['graded', 'best of 1', 'best of 3', 'best of 5', 'with draft', 'with odds', 'days', 'leagues'],
  ]
  const rows = windows.map(({ name, purpose, from, to, graded }) => [name, purpose, from, to, ...counts(graded)])
  return md.section('Sample sizes', md.markdownTable(columns, rows))
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
  ].map(md.toCount)
}

/** Explains the columns once, before the first table that uses them. */
export function readingNotes(): string {
  const points = [
    md.point(
      'Log-loss in nats and Brier score of one side; lower is better. Accuracy counts a forecast of one half as half right.',
    ),
    md.point(
      `ECE over ${binCount} bins of equal mass, folded to the favourite. "If perfect" is what a forecaster that is exactly`,
      `right would show by luck: mean and 95 % point over ${md.toCount(simulation.resamples)} simulated results of the same series,`,
      `seed ${simulation.seed}.`,
    ),
    md.point(
      'Slope is the maximum-likelihood factor on the log-odds (the prior around 1 has sd 10, too wide to matter), with its',
      '95 % normal interval, series taken as independent: above 1 the forecasts were too timid, below 1 too bold.',
    ),
    md.point(
      'Gains are paired differences of log-loss on the same series, positive where the first is better. Intervals draw UTC',
      `days with replacement, ${md.toCount(resampling.resamples)} times, seed ${resampling.seed}; fewer than ${fewestDays} days get none. Where a form`,
      'is not named it is the calibrated one.',
    ),
    md.point(
      'MCB, DSC and UNC: a score is what recalibration would save (miscalibration), less what the forecasts tell apart',
      '(discrimination), plus the uncertainty of the base rate; score = MCB − DSC + UNC. Spiegelhalter tests whether the',
      'forecasts fit the results: |z| above 1.96 is beyond luck.',
    ),
    md.point('The constant has no favourite, so nothing can be said of its calibration.'),
  ]
  return md.section('How to read the tables', points.join('\n'))
}

export function settingsSection({ settings }: Pick<ReportInput, 'settings'>): string {
  const { glicko2, consensus, calibration, anchor } = settings
  const { startDeviation, startVolatility, tau, periodDays } = glicko2
  const period = periodDays === 1 ? 'a day' : `every ${periodDays} days`
  const points = [
    md.point(
      'Elo: by game, start 1500, K = 32, scale 400; the chance of a game becomes that of the series by its best-of.',
    ),
    md.point(
      `Glicko-2, its settings searched on series before the test windows: start deviation ${startDeviation} on the internal`,
      `scale (${(startDeviation * internalPoints).toFixed(0)} points), start volatility ${startVolatility}, tau ${tau}, one`,
      `rating period ${period}; the chance of a game becomes that of the series as for Elo.`,
    ),
    md.point(consensusText(consensus)),
    md.point(
      'Calibration: a curve for each model, each best-of and each league of it, every one shrunk to the curve above it, at',
      `last to a slope on the log-odds. ${curvesText(calibration)}`,
    ),
    md.point(
      `Anchor to the market: the consensus has weight ${md.toHundredths(anchor.model.w)} ± ${md.toHundredths(anchor.model.sd)} in`,
      `log-odds over all series, fitted on ${md.toCount(anchor.model.nEff)} with odds; best-of and league move it little yet.`,
    ),
  ]
  return md.section('Settings', points.join('\n'))
}

const internalPoints = 173.7178

function consensusText({ losses, difference }: ReportInput['settings']['consensus']): string {
  const saved = { low: -difference.high, high: -difference.low }
  const against = `${md.toSigned(-difference.mean)} ${md.toInterval(saved, md.toSigned)}`
  const values = `log-loss ${md.toDecimal(losses.weighted)} and ${md.toDecimal(losses.mean)}`
  return (
    `Consensus: the mean of the members' chances, weighted by how they did on graded series. On the validation windows the ` +
    `weights save ${against} against the plain mean (${values}).`
  )
}

function curvesText(calibration: ReportInput['settings']['calibration']): string {
  const counts = baseModels.map((model) => {
    const { model: own, curves, cells } = calibration[model]
    const slope = own.parentSlope === undefined ? 'none yet' : `slope ${md.toHundredths(own.parentSlope)}`
    const live = Object.keys(curves).length
    return `${displayNames[model]} ${slope}, ${live} of ${md.toCount(Object.keys(cells).length)} formats and leagues`
  })
  return `Curves that are live: ${counts.join('; ')}.`
}

export function trainingSection(training: readonly TrainingRecord[]): string {
  if (training.length === 0) return ''
  const numbers = ['rows', 'best iteration', 'stop log-loss']
  const columns = [...md.leftColumns('model', 'sees'), ...numbers, ...md.leftColumns('trainer', 'settings')]
  const rows = training.map((record) => [
    displayNames[record.model],
    record.features.join(', '),
    md.toCount(record.rows),
    record.bestIteration === null ? '–' : md.toCount(record.bestIteration),
    record.stopLogLoss === null ? '–' : md.toDecimal(record.stopLogLoss),
    `${record.trainer} ${record.version}`,
    settingsText(record.settings),
  ])
  return md.section(
    'Training',
    'The models of this folder. Those of each window had the same settings and learned from the series before it.',
    md.markdownTable(columns, rows),
  )
}

function settingsText(settings: TrainingRecord['settings']): string {
  const toText = (value: unknown): string =>
    Array.isArray(value) ? value.map(toText).join('/') : typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${toText(value)}`)
    .join(', ')
}

export function notesSection(notes: string): string {
  return notes === '' ? '' : md.section('What was tried and did not help', notes)
}
