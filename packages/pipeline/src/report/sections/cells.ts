import type { Gain } from '../../evaluate/gain.ts'
import { toCount, toDecimal, toHundredths, toInterval, toSigned } from '../format.ts'
import { type Column, leftColumn, numberColumn } from '../markdown-table.ts'
import type { Measured } from '../measure/measure-forecaster.ts'

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
