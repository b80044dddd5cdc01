import { corpDecomposition, spiegelhalterTest } from '@riftline/core'
import { toCount, toDecimal, toHundredths, toInterval, toSigned } from '@riftline/record/svg'
import type { LadderStep } from '../evaluate/evaluation.ts'
import {
  baselineChance,
  type Forecaster,
  type GradedForecast,
  matchChance,
  matchForecasters,
  servedConsensus,
} from '../evaluate/graded-forecast.ts'
import { type Gain, gainOver, score } from '../evaluate/scores.ts'
import type { Measured } from './measure.ts'

export { toCount, toDecimal, toHundredths, toInterval, toSigned }

/** Title of a column. A plain string is a column aligned to the right, because most hold numbers. */
export type TableColumn = string | { readonly left: string }

export function leftColumns(...titles: readonly string[]): readonly TableColumn[] {
  return titles.map((left) => ({ left }))
}

export function markdownTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map((column) => (typeof column === 'string' ? column : column.left))
  const rule = columns.map((column) => (typeof column === 'string' ? '---:' : '---'))
  return [titles, rule, ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')
}

/** A heading and its parts, separated by empty lines; empty parts are left out. */
export function section(title: string, ...parts: readonly string[]): string {
  return [`## ${title}`, ...parts].filter((part) => part !== '').join('\n\n')
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

const lineWidth = 120

/** Text in lines of at most 120 characters, so that the report's source is as readable as the page. */
export function paragraph(...sentences: readonly string[]): string {
  return wrap(sentences.join(' '), '')
}

export function point(...sentences: readonly string[]): string {
  return `- ${wrap(sentences.join(' '), '  ')}`
}

// At the start of a line, Markdown would read these as a list, a heading or a quotation.
const opensList = /^(?:[-+*>]|#+|\d+[.)])$/

function wrap(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && !opensList.test(word) && indent.length + line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}

export const scoreColumns: readonly TableColumn[] = [
  ...leftColumns('forecaster', 'form'),
  ...['n', 'log-loss', 'Brier', 'accuracy', 'ECE', 'ECE if perfect (95 % point)', 'slope [95 %]'],
]

export function scoreCells({ forecaster, scores, calibration }: Measured): string[] {
  const losses = [scores.logLoss, scores.brier, scores.accuracy].map(toDecimal)
  const cells = [forecaster.name, forecaster.form ?? '', toCount(scores.n), ...losses]
  if (calibration === null) return [...cells, '–', '–', '–']
  const { perfect, slope } = calibration
  return [
    ...cells,
    toDecimal(scores.ece),
    `${toDecimal(perfect.mean)} (${toDecimal(perfect.high)})`,
    `${toHundredths(slope.slope)} ${toInterval(slope, toHundredths)}`,
  ]
}

export const gainColumns: readonly TableColumn[] = ['gain', '95 % interval']

export function gainCells({ mean, interval }: Omit<Gain, 'n'>): string[] {
  return [toSigned(mean), interval === null ? 'too few days' : toInterval(interval, toSigned)]
}

export interface Group {
  readonly names: readonly string[]
  readonly graded: readonly GradedForecast[]
}

export function groupsTable(naming: readonly TableColumn[], groups: readonly Group[]): string {
  const losses = ['Elo', 'Glicko-2', 'consensus raw', 'calibrated']
  const columns = [...naming, 'n', ...losses, 'accuracy', 'gain over Elo', ...gainColumns.slice(1)]
  const rows = groups.map(({ names, graded }) => {
    const consensus = score(graded, servedConsensus)
    return [
      ...names,
      toCount(graded.length),
      ...[baselineChance('elo'), baselineChance('glicko2'), matchChance('consensus', 'raw')].map((chance) =>
        toDecimal(score(graded, chance).logLoss),
      ),
      ...[consensus.logLoss, consensus.accuracy].map(toDecimal),
      ...gainCells(gainOver(graded, servedConsensus, baselineChance('elo'))),
    ]
  })
  return markdownTable(columns, rows)
}

export function ladderTable(steps: readonly LadderStep[]): string {
  const columns = [...leftColumns('step'), 'log-loss', 'Brier', 'accuracy', ...gainColumns, ...leftColumns('over')]
  const rows = steps.map(({ step, scores, over, gain }) => [
    step,
    ...[scores.logLoss, scores.brier, scores.accuracy].map(toDecimal),
    ...(gain === null ? ['–', '–'] : gainCells(gain)),
    over ?? '–',
  ])
  return markdownTable(columns, rows)
}

/** The share of miscalibration in each score, with a test whether chance explains it. */
export function calibrationTable(graded: readonly GradedForecast[]): string {
  const parts = ['log: MCB', 'DSC', 'UNC', 'Brier: MCB', 'DSC', 'UNC']
  const columns = [...leftColumns('forecaster', 'form'), ...parts, 'Spiegelhalter z (p)']
  const rows = matchForecasters.map(({ name, form, chance }) => [name, form ?? '', ...cells(graded, chance)])
  return markdownTable(columns, rows)
}

function cells(graded: readonly GradedForecast[], chance: Forecaster['chance']): string[] {
  const predictions = graded.map(chance)
  const outcomes = graded.map(({ outcome }) => outcome)
  const parts = (['log', 'brier'] as const).flatMap((kind) => {
    const { mcb, dsc, unc } = corpDecomposition(predictions, outcomes, { score: kind })
    return [mcb, dsc, unc].map(toDecimal)
  })
  // Forecasts that all equal one half cannot be tested.
  if (predictions.every((p) => p === 0.5)) return [...parts, '–']
  const { z, pValue } = spiegelhalterTest(predictions, outcomes)
  return [...parts, `${toHundredths(z)} (${toHundredths(pValue)})`]
}
