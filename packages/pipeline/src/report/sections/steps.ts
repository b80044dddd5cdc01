import { baseModels } from '@riftline/predictor'
import { displayNames, type GradedForecast, matchChance, servedConsensus } from '../../evaluate/graded-forecast.ts'
import { plainMean } from '../../evaluate/ladder.ts'
import { type Gain, gainOver } from '../../evaluate/scores.ts'
import type { MeasuredAge, MeasuredDraft } from '../measure.ts'
import type { ReportedWindow } from '../report-input.ts'
import {
  leftColumn,
  markdownTable,
  numberColumn,
  paragraph,
  toCount,
  toDecimal,
  toInterval,
  toSigned,
} from '../text.ts'
import { gainCells, gainColumns, scoreCells, scoreColumns } from './tables.ts'

interface Step {
  readonly name: string
  readonly applies: (forecast: GradedForecast) => boolean
  readonly before: (forecast: GradedForecast) => number
  readonly after: (forecast: GradedForecast) => number
}

const always = (): boolean => true

const steps: readonly Step[] = [
  ...baseModels.map((model) => ({
    name: `calibration, ${displayNames[model]}`,
    applies: always,
    before: matchChance(model, 'raw'),
    after: matchChance(model, 'calibrated'),
  })),
  { name: 'consensus instead of the plain mean', applies: always, before: plainMean, after: servedConsensus },
  {
    name: 'draft of game 1',
    applies: ({ draft }) => draft !== null,
    before: servedConsensus,
    after: ({ draft }) => draft!.consensus!.calibrated,
  },
  {
    name: 'anchor to the market',
    applies: ({ market }) => market !== null,
    before: servedConsensus,
    after: ({ market }) => market!.anchored,
  },
]

/** The size of the change that each step makes to an answer, beside its gain. */
export function stepsSection(windows: readonly ReportedWindow[]): string {
  const graded = windows.flatMap((window) => window.graded)
  const rows = steps.flatMap(({ name, applies, before, after }) => {
    const own = graded.filter(applies)
    if (own.length === 0) return []
    const moves = own.map((forecast) => Math.abs(after(forecast) - before(forecast))).sort((a, b) => a - b)
    const at = (share: number): string => toPoints(moves[Math.floor(share * (moves.length - 1))]!)
    const gain: Gain = gainOver(own, after, before)
    return [[name, toCount(own.length), at(0.5), at(0.95), ...gainCells(gain)]]
  })
  const columns = [leftColumn('step'), ...['n', 'median move', '95 % of moves below'].map(numberColumn), ...gainColumns]
  return [
    '## What each step changes',
    '',
    paragraph(
      'How far a step moves the chance of a side on the test windows, in points of per cent, beside the log-loss that it',
      'saves there.',
    ),
    '',
    markdownTable(columns, rows),
  ].join('\n')
}

function toPoints(chance: number): string {
  return (100 * chance).toFixed(2)
}

export function draftSection(draft: MeasuredDraft | null): string {
  if (draft === null) {
    return '## With the draft of game 1\n\nNo series of the test windows has a known draft, so nothing is said of it here.'
  }
  const { series, forecasters, matchConsensus, overMatch, byWindow } = draft
  const gains = [
    ...byWindow.map((own) => [own.name, toCount(own.overMatch.n), ...gainCells(own.overMatch)]),
    ...(byWindow.length > 1 ? [['together', toCount(overMatch.n), ...gainCells(overMatch)]] : []),
  ]
  return [
    '## With the draft of game 1',
    '',
    paragraph(
      `The ${toCount(series)} series of the test windows whose ten picks of game 1 are known, forecast with them. On the`,
      `same series the calibrated consensus without picks has log-loss ${toDecimal(matchConsensus.logLoss)}, Brier score`,
      `${toDecimal(matchConsensus.brier)} and accuracy ${toDecimal(matchConsensus.accuracy)}.`,
    ),
    '',
    markdownTable(scoreColumns, forecasters.map(scoreCells)),
    '',
    'Log-loss that the draft consensus saves against the match consensus, both calibrated:',
    '',
    markdownTable([leftColumn('window'), numberColumn('n'), ...gainColumns], gains),
  ].join('\n')
}

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
