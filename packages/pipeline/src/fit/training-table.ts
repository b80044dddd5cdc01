import { invalidArgument } from '@riftline/base'
import { requireList } from './fit-arguments.ts'

/** Completed training rows: medians for missing values, and one 0/1 indicator column per feature with missing values. */
export interface TrainingTable {
  readonly rows: number
  readonly numberOfFeatures: number
  /** Features, then indicators. */
  readonly columns: number
  /** Row-major rows x columns. */
  readonly data: Float64Array
  readonly median: number[]
  /** Features that are missing in some row, ascending. */
  readonly indicatorColumns: number[]
}

/**
 * Checks training rows and completes them.
 *
 * With `mirror` every row also stands for its negative, so all medians are 0.
 *
 * @param X rows of equal length; NaN is missing
 * @throws RiftlineError `invalid_argument`
 */
export function toTrainingTable(X: ArrayLike<ArrayLike<number>>, mirror: boolean): TrainingTable {
  const rows = requireList('X', X)
  const numberOfFeatures = requireList('X[0]', X[0])
  const missing = checkRows(X, numberOfFeatures)
  const indicatorColumns = missing.flatMap((isMissing, j) => (isMissing ? [j] : []))
  const median = missing.map((_, j) => (mirror ? 0 : medianOf(X, j)))
  const columns = numberOfFeatures + indicatorColumns.length
  const data = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    const row = X[i]!
    const at = i * columns
    for (let j = 0; j < numberOfFeatures; j++) {
      const value = row[j]!
      data[at + j] = Number.isNaN(value) ? median[j]! : value
    }
    indicatorColumns.forEach((column, l) => {
      data[at + numberOfFeatures + l] = Number.isNaN(row[column]) ? 1 : 0
    })
  }
  return { rows, numberOfFeatures, columns, data, median, indicatorColumns }
}

/** Refuses uneven rows and values that are neither finite nor NaN; returns which features are missing somewhere. */
function checkRows(X: ArrayLike<ArrayLike<number>>, numberOfFeatures: number): boolean[] {
  const missing: boolean[] = [] // grows with what was read: a claimed length makes no large array
  for (let i = 0; i < X.length; i++) {
    const row = X[i]
    if (typeof row !== 'object' || row?.length !== numberOfFeatures) {
      throw invalidArgument(`X[${i}]`, `a row of ${numberOfFeatures} numbers`, row)
    }
    for (let j = 0; j < numberOfFeatures; j++) {
      const value = row[j]
      if (typeof value !== 'number' || Math.abs(value) === Infinity) {
        throw invalidArgument(`X[${i}][${j}]`, 'a finite number, or NaN for missing', value)
      }
      missing[j] = missing[j] === true || Number.isNaN(value)
    }
  }
  return missing
}

/** Median of the values that are present; the mean of the middle two; 0 where none is. */
function medianOf(X: ArrayLike<ArrayLike<number>>, column: number): number {
  const values = Float64Array.from(X, (row) => row[column]!)
    .filter((value) => !Number.isNaN(value))
    .sort()
  if (values.length === 0) return 0
  const upper = values.length >>> 1
  const high = values[upper]!
  return values.length % 2 === 1 ? high : values[upper - 1]! / 2 + high / 2
}
