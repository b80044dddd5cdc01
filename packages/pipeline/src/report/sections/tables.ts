import { corpDecomposition, spiegelhalterTest } from '@riftline/core'
import {
  baselineChance,
  type Forecaster,
  type GradedForecast,
  matchChance,
  matchForecasters,
  servedConsensus,
} from '../../evaluate/graded-forecast.ts'
import type { LadderStep } from '../../evaluate/ladder.ts'
import { type Gain, gainOver, score } from '../../evaluate/scores.ts'
import type { Measured } from '../measure.ts'
import {
  type Column,
  leftColumn,
  markdownTable,
  numberColumn,
  toCount,
  toDecimal,
  toHundredths,
  toInterval,
  toSigned,
} from '../text.ts'

/** The columns of a forecaster's scores; counts come first. */
export const scoreColumns: readonly Column[] = [
  leftColumn('forecaster'),
  leftColumn('form'),
  numberColumn('n'),
  numberColumn('log-loss'),
  numberColumn('Brier'),
  numberColumn('accuracy'),
  numberColumn('ECE'),
  numberColumn('ECE if perfect (95 % point)'),
  numberColumn('slope [95 %]'),
]

export function scoreCells({ forecaster, scores, calibration }: Measured): string[] {
  return [
    forecaster.name,
    forecaster.form ?? '',
    toCount(scores.n),
    toDecimal(scores.logLoss),
    toDecimal(scores.brier),
    toDecimal(scores.accuracy),
    calibration === null ? '–' : toDecimal(scores.ece),
    calibration === null ? '–' : `${toDecimal(calibration.perfect.mean)} (${toDecimal(calibration.perfect.high)})`,
    calibration === null
      ? '–'
      : `${toHundredths(calibration.slope.slope)} ${toInterval(calibration.slope, toHundredths)}`,
  ]
}

export const gainColumns: readonly Column[] = [numberColumn('gain'), numberColumn('95 % interval')]

export function gainCells({ mean, interval }: Gain): string[] {
  return [toSigned(mean), interval === null ? 'too few days' : toInterval(interval, toSigned)]
}

export interface Group {
  /** One cell for each of the naming columns. */
  readonly names: readonly string[]
  /** At least one. */
  readonly graded: readonly GradedForecast[]
}

/** Log-losses of the baselines and the consensus on parts of the series. */
export function groupsTable(naming: readonly Column[], groups: readonly Group[]): string {
  const columns = [
    ...naming,
    ...['n', 'Elo', 'Glicko-2', 'consensus raw', 'calibrated', 'accuracy', 'gain over Elo'].map(numberColumn),
    ...gainColumns.slice(1),
  ]
  const rows = groups.map(({ names, graded }) => {
    const consensus = score(graded, servedConsensus)
    return [
      ...names,
      toCount(graded.length),
      toDecimal(score(graded, baselineChance('elo')).logLoss),
      toDecimal(score(graded, baselineChance('glicko2')).logLoss),
      toDecimal(score(graded, matchChance('consensus', 'raw')).logLoss),
      toDecimal(consensus.logLoss),
      toDecimal(consensus.accuracy),
      ...gainCells(gainOver(graded, servedConsensus, baselineChance('elo'))),
    ]
  })
  return markdownTable(columns, rows)
}

/** The gain of each step over the one that it is built on. */
export function ladderTable(steps: readonly LadderStep[]): string {
  const columns = [
    leftColumn('step'),
    ...['log-loss', 'Brier', 'accuracy'].map(numberColumn),
    ...gainColumns,
    leftColumn('over'),
  ]
  const rows = steps.map(({ step, scores, over, gain }) => [
    step,
    ...[scores.logLoss, scores.brier, scores.accuracy].map(toDecimal),
    ...(gain === null ? ['–', '–'] : gainCells(gain)),
    over ?? '–',
  ])
  return markdownTable(columns, rows)
}

/** The share of miscalibration in each score, and a test whether luck explains it. */
export function calibrationTable(graded: readonly GradedForecast[]): string {
  const columns = [
    leftColumn('forecaster'),
    leftColumn('form'),
    ...['log: MCB', 'DSC', 'UNC', 'Brier: MCB', 'DSC', 'UNC', 'Spiegelhalter z (p)'].map(numberColumn),
  ]
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
  // Forecasts that are all one half leave nothing to test.
  if (predictions.every((p) => p === 0.5)) return [...parts, '–']
  const { z, pValue } = spiegelhalterTest(predictions, outcomes)
  return [...parts, `${toHundredths(z)} (${toHundredths(pValue)})`]
}
