import { baselineChance } from '../../evaluate/forecasters.ts'
import { score } from '../../evaluate/scores.ts'
import type { AcceptanceCheck } from '../acceptance-checks.ts'
import { toCount, toDecimal, toInterval, toSigned } from '../format.ts'
import type { MeasuredWindow } from '../measure/measure-window.ts'
import { paragraph } from '../paragraph.ts'
import type { ReportedWindow, ReportInput } from '../report-input.ts'

export function whatIsGraded({ asOf, history, windows }: ReportInput): string {
  const counts = `${toCount(history.games)} games in ${toCount(history.series)} series, ${toCount(history.graded)} of them`
  return [
    '# How good the forecasts are',
    '',
    paragraph(
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

/** The summary: gains in one line a window, and the acceptance checks that were missed. */
export function inShort(windows: readonly MeasuredWindow[], checks: readonly AcceptanceCheck[]): string {
  const gains = windows.map(({ window, consensus, overElo }) => {
    const { n, logLoss } = consensus.scores
    const elo = score(window.graded, baselineChance('elo')).logLoss
    const interval = overElo.interval === null ? '' : ` ${toInterval(overElo.interval, toSigned)}`
    const losses = `consensus ${toDecimal(logLoss)}, Elo ${toDecimal(elo)}, gain ${toSigned(overElo.mean)}${interval}`
    return `- ${window.name}, ${toCount(n)} series: log-loss of the ${losses}.`
  })
  const missed = checks.filter(({ met }) => !met)
  const verdict =
    missed.length === 0
      ? [`- All ${checks.length} acceptance checks are met.`]
      : [
          `- ${missed.length} of ${checks.length} acceptance checks ${missed.length === 1 ? 'is' : 'are'} missed:`,
          ...missed.map(({ check, where, value }) => `  - ${where}: ${check}; it is ${value}.`),
        ]
  return ['## In short', '', ...gains, ...verdict].join('\n')
}
