import { invalidArgument } from '@riftline/base'
import type { TrainingTable } from './training-table.ts'

/** The columns that vary, scaled to mean 0 and standard deviation 1. */
export interface StandardisedTable {
  readonly rows: number
  /** The columns of the table that vary, ascending; constant ones carry no information. */
  readonly keptColumns: number[]
  /** Mean and population standard deviation of the kept columns. */
  readonly mean: number[]
  readonly sd: number[]
  /** Row-major rows x kept columns. */
  readonly data: Float64Array
}

/** Deviations beyond these could not be divided by without leaving the range of a double. */
const leastDeviation = 1e-290
const mostDeviation = 1e290

/**
 * Standardises the columns of a table: x becomes (x - mean) / sd, with n in the denominator of the variance.
 *
 * With `mirror` every row also stands for its negative: features have mean 0 and their root mean square as deviation.
 * Indicators say the same of a row and of its negative, and are standardised as they are.
 *
 * Source: two-pass variance, T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983).
 *
 * @throws RiftlineError `invalid_argument` for a column that varies by less than 1e-290 or more than 1e290
 */
export function standardise(table: TrainingTable, mirror: boolean): StandardisedTable {
  const { rows, columns, numberOfFeatures } = table
  const keptColumns: number[] = []
  const mean: number[] = []
  const sd: number[] = []
  const standardised: Float64Array[] = []
  for (let column = 0; column < columns; column++) {
    const { values, unit } = columnInUnits(table, column)
    const moments = columnMoments(values, mirror && column < numberOfFeatures)
    if (moments.sd === 0) continue
    const deviation = moments.sd * unit
    if (!(deviation >= leastDeviation && deviation <= mostDeviation)) {
      const expected = `a standard deviation of 0 or from ${leastDeviation} to ${mostDeviation}`
      throw invalidArgument(`X, column ${column}`, expected, deviation)
    }
    keptColumns.push(column)
    mean.push(moments.mean * unit)
    sd.push(deviation)
    standardised.push(values.map((value) => (value - moments.mean) / moments.sd))
  }
  const kept = keptColumns.length
  const data = new Float64Array(rows * kept)
  standardised.forEach((values, j) => {
    for (let i = 0; i < rows; i++) data[i * kept + j] = values[i]!
  })
  return { rows, keptColumns, mean, sd, data }
}

/** A column, divided by its largest magnitude where squares might leave the range of a double. */
function columnInUnits({ rows, columns, data }: TrainingTable, column: number): { values: Float64Array; unit: number } {
  const values = Float64Array.from({ length: rows }, (_, i) => data[i * columns + column]!)
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (largest === 0 || (largest > 1e-100 && largest < 1e100)) return { values, unit: 1 }
  return { values: values.map((value) => value / largest), unit: largest }
}

/** Mean and population deviation of a column; a deviation of exactly 0 for one that never varies. */
function columnMoments(values: Float64Array, aroundZero: boolean): { mean: number; sd: number } {
  const rows = values.length
  const first = values[0]!
  const constant = values.every((value) => value === first)
  if (constant && (!aroundZero || first === 0)) return { mean: aroundZero ? 0 : first, sd: 0 }
  const mean = aroundZero ? 0 : values.reduce((sum, value) => sum + value, 0) / rows
  let squares = 0
  let drift = 0
  for (const value of values) {
    const centred = value - mean
    squares += centred * centred
    drift += centred
  }
  if (aroundZero) return { mean, sd: Math.sqrt(squares / rows) }
  return { mean: mean + drift / rows, sd: Math.sqrt(Math.max(squares - (drift * drift) / rows, 0) / rows) }
}
