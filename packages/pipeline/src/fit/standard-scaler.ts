import type { TrainingTable } from './training-table.ts'

/** Columns that vary, brought to mean 0 and standard deviation 1. */
export interface StandardisedTable {
  readonly rows: number
  /** Columns of the table that vary, ascending; constant ones carry no information. */
  readonly keptColumns: number[]
  /** Mean and population standard deviation of the kept columns. */
  readonly mean: number[]
  readonly sd: number[]
  /** Row-major rows x kept columns. */
  readonly data: Float64Array
}

/**
 * Standardises the columns of a table: x becomes (x - mean) / sd, with n in the denominator of the variance.
 *
 * With `mirror` every row also stands for its negative: features have mean 0 and their root mean square as deviation.
 * Indicators say the same of a row and of its negative, and are standardised as they are.
 *
 * Source: two-pass variance, T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983).
 */
export function standardise(table: TrainingTable, mirror: boolean): StandardisedTable {
  const { rows, columns, numberOfFeatures, data } = table
  const keptColumns: number[] = []
  const mean: number[] = []
  const sd: number[] = []
  for (let column = 0; column < columns; column++) {
    const moments = columnMoments(data, rows, columns, column, mirror && column < numberOfFeatures)
    if (moments.sd === 0) continue
    keptColumns.push(column)
    mean.push(moments.mean)
    sd.push(moments.sd)
  }
  const kept = keptColumns.length
  const standardised = new Float64Array(rows * kept)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < kept; j++) {
      const value = data[i * columns + (keptColumns[j] as number)] as number
      standardised[i * kept + j] = (value - (mean[j] as number)) / (sd[j] as number)
    }
  }
  return { rows, keptColumns, mean, sd, data: standardised }
}

/** Mean and population deviation of a column; a deviation of exactly 0 for one that never varies. */
function columnMoments(
  data: Float64Array,
  rows: number,
  stride: number,
  column: number,
  aroundZero: boolean,
): { mean: number; sd: number } {
  const first = data[column] as number
  let varies = aroundZero && first !== 0
  let sum = 0
  for (let i = 0; i < rows; i++) {
    const value = data[i * stride + column] as number
    sum += value
    if (value !== first) varies = true
  }
  if (!varies) return { mean: aroundZero ? 0 : first, sd: 0 }
  const mean = aroundZero ? 0 : sum / rows
  let squares = 0
  let drift = 0
  for (let i = 0; i < rows; i++) {
    const centred = (data[i * stride + column] as number) - mean
    squares += centred * centred
    drift += centred
  }
  if (!aroundZero) squares -= (drift * drift) / rows
  return { mean, sd: Math.sqrt(Math.max(squares, 0) / rows) }
}
