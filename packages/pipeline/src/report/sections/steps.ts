import { baseModels } from '@riftline/predictor'
import { displayNames, matchChance, servedConsensus } from '../../evaluate/forecasters.ts'
import { type Gain, gainOver } from '../../evaluate/gain.ts'
import type { GradedForecast } from '../../evaluate/graded-forecast.ts'
import { plainMean } from '../../evaluate/ladder.ts'
import { toCount } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { paragraph } from '../paragraph.ts'
import type { ReportedWindow } from '../report-input.ts'
import { gainCells, gainColumns } from './cells.ts'

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

/** How far each step moves an answer, beside what it gains. */
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
