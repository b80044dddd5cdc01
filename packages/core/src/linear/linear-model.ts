import { invalidArgument } from '@riftline/base'
import { sigmoid } from '../math/log-odds.ts'

/** Model of one dot product and a sigmoid. */
export interface LinearModel {
  readonly numberOfFeatures: number
  /** Names in column order, or null where the artifact has none. */
  readonly featureNames: readonly string[] | null
  /** Whether the log odds of a row with every sign turned are exactly the opposite. */
  readonly isAntisymmetric: boolean
  /** Log odds of a row of `numberOfFeatures` numbers; NaN is missing. */
  logit(row: ArrayLike<number>): number
  /** `logit` of as many rows as `out` is long, row-major. */
  logits(rows: Float64Array, out: Float64Array): void
  /** Probability of a row: sigmoid of its log odds. */
  predict(row: ArrayLike<number>): number
}

/** Parameters of a linear model; scaler, loadings and coefficients are already multiplied into `weights`. */
interface LinearModelParts {
  readonly numberOfFeatures: number
  readonly featureNames: readonly string[] | null
  /** Replacement for a missing value, per feature. */
  readonly median: readonly number[]
  /** Features whose absence has a weight of its own, after those of the features. */
  readonly indicatorColumns: readonly number[]
  readonly weights: readonly number[]
  readonly intercept: number
}

/**
 * Builds the model that scores rows: z = intercept + sum of w_j x_j, with the median where x_j is NaN and the weight of its indicator
 * added. Trusts the parts, checks each row. Without intercept, indicators and medians other than 0, logit(-x) = -logit(x) to the bit.
 */
export function createLinearModel(parts: LinearModelParts): LinearModel {
  const { numberOfFeatures, featureNames, intercept } = parts
  const weights = Float64Array.from(parts.weights)
  const median = Float64Array.from(parts.median)
  const indicatorColumns = Int32Array.from(parts.indicatorColumns)
  const logit = (row: ArrayLike<number>): number => {
    if (row?.length !== numberOfFeatures) throw invalidArgument('row.length', String(numberOfFeatures), row?.length)
    if (row instanceof Float64Array) {
      let sum = intercept
      for (let j = 0; j < row.length; j++) sum += weights[j]! * row[j]!
      if (Number.isFinite(sum)) return sum // then no value is missing, nor infinite
    }
    return carefulLogit(row)
  }
  const logits = (rows: Float64Array, out: Float64Array): void => {
    if (rows.length !== out.length * numberOfFeatures) {
      throw invalidArgument('rows.length', String(out.length * numberOfFeatures), rows.length)
    }
    for (let i = 0; i < out.length; i++) {
      out[i] = logit(rows.subarray(i * numberOfFeatures, (i + 1) * numberOfFeatures))
    }
  }
  const carefulLogit = (row: ArrayLike<number>): number => {
    let sum = intercept
    for (let j = 0; j < numberOfFeatures; j++) {
      const value = row[j]
      if (typeof value !== 'number') throw invalidArgument(`row[${j}]`, 'a number', value)
      sum += (weights[j] ?? 0) * (Number.isNaN(value) ? (median[j] ?? 0) : value)
    }
    for (let i = 0; i < indicatorColumns.length; i++) {
      if (Number.isNaN(row[indicatorColumns[i] ?? 0])) sum += weights[numberOfFeatures + i] ?? 0
    }
    if (!Number.isFinite(sum)) throw notFinite(row)
    return sum
  }
  const isAntisymmetric =
    Object.is(intercept, 0) && indicatorColumns.length === 0 && median.every((value) => value === 0)
  return { numberOfFeatures, featureNames, isAntisymmetric, logit, logits, predict: (row) => sigmoid(logit(row)) }
}

function notFinite(row: ArrayLike<number>): Error {
  const values = Array.from(row)
  const at = values.findIndex((value) => Math.abs(value) === Infinity)
  if (at >= 0) return invalidArgument(`row[${at}]`, 'a finite number or NaN', values[at])
  return invalidArgument('row', 'values whose weighted sum is finite', row)
}
