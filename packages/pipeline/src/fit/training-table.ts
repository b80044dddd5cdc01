import {
  invalidArgument,
  requireArrayLike,
  requireLength,
  requireProbabilities,
  requireWeights,
  requireWhole,
} from '@riftline/base'

/** Completed training rows: medians for missing values, and one 0/1 indicator column per feature with missing values. */
export interface TrainingTable {
  readonly rows: number
  readonly numberOfFeatures: number
  readonly columns: number
  readonly data: Float64Array
  readonly median: number[]
  readonly indicatorColumns: number[]
}

/** Checks training rows and fills in missing values; with `mirror` all medians are 0. @throws RiftlineError `invalid_argument` */
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

/** Refuses uneven rows and values that are neither finite nor NaN; returns the features with missing values. */
function checkRows(X: ArrayLike<ArrayLike<number>>, numberOfFeatures: number): boolean[] {
  const missing: boolean[] = [] // grows with the rows read, so that a false length allocates no large array
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

/** Median of the present values, or the mean of the middle two; 0 without any. */
function medianOf(X: ArrayLike<ArrayLike<number>>, column: number): number {
  const values = Float64Array.from(X, (row) => row[column]!)
    .filter((value) => !Number.isNaN(value))
    .sort()
  if (values.length === 0) return 0
  const upper = values.length >>> 1
  const high = values[upper]!
  return values.length % 2 === 1 ? high : values[upper - 1]! / 2 + high / 2
}

/** The columns that vary, scaled to mean 0 and standard deviation 1. */
export interface StandardisedTable {
  readonly rows: number
  /** The table's columns that vary, ascending; constant ones carry no information. */
  readonly keptColumns: number[]
  readonly mean: number[]
  readonly sd: number[]
  readonly data: Float64Array
}

/** Least standard deviation that can be divided by without leaving the range of a double. */
const leastDeviation = 1e-290
const mostDeviation = 1e290

/**
 * Standardises the columns that vary, with n in the denominator; with `mirror` features have mean 0.
 * Source: two-pass variance, T. F. Chan, G. H. Golub and R. J. LeVeque, The American Statistician 37 (1983).
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

/** A column, divided by its largest magnitude if squares could leave the range of a double. */
function columnInUnits({ rows, columns, data }: TrainingTable, column: number): { values: Float64Array; unit: number } {
  const values = Float64Array.from({ length: rows }, (_, i) => data[i * columns + column]!)
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (largest === 0 || (largest > 1e-100 && largest < 1e100)) return { values, unit: 1 }
  return { values: values.map((value) => value / largest), unit: largest }
}

/** Mean and population deviation of a column; exactly 0 as the deviation of a constant column. */
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

export function requireKs(ks: unknown): void {
  if (!Array.isArray(ks) || ks.length === 0) throw invalidArgument('ks', 'at least one number of components', ks)
  ks.forEach((k, i) => {
    requireWhole(`ks[${i}]`, k, 1)
  })
}

/** The length of an array or typed array; refuses anything else, and an empty array. */
export function requireList(argument: string, value: unknown): number {
  requireArrayLike(argument, value)
  const { length } = value as ArrayLike<unknown>
  if (length === 0) throw invalidArgument(argument, 'at least one element', value)
  return length
}

export function requireOutcomes(y: ArrayLike<number>, rows: number): void {
  requireProbabilities('y', y)
  requireLength('y', y, rows)
}

/** Refuses weights unless they are `count` numbers of at least 0 with a finite sum above 0. */
export function requireFiniteWeights(weights: ArrayLike<number>, count: number): void {
  requireWeights('weights', weights, count)
  let sum = 0
  for (let i = 0; i < count; i++) sum += weights[i]!
  if (!Number.isFinite(sum)) throw invalidArgument('weights', 'a finite sum', sum)
}

export function requireNames(names: readonly string[] | undefined, numberOfFeatures: number): void {
  if (names === undefined) return
  const legal =
    Array.isArray(names) && names.length === numberOfFeatures && names.every((name) => typeof name === 'string')
  if (!legal) throw invalidArgument('featureNames', `${numberOfFeatures} names, one per feature`, names)
}
