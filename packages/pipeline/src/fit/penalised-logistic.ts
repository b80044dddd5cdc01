import { RiftlineError } from '@riftline/base'
import { CholeskyDecomposition, Matrix } from 'ml-matrix'

export interface LogisticProblem {
  /** Row-major scores; a fit of m columns reads the first m of each `stride`. */
  readonly scores: Float64Array
  readonly stride: number
  readonly outcomes: Float64Array
  readonly weights: Float64Array
  /** Inverse penalty: a larger value penalises less. */
  readonly C: number
  readonly withIntercept: boolean
}

export interface LogisticFit {
  readonly coef: Float64Array
  readonly intercept: number
  /** Weighted mean log-loss of the training rows, in nats. */
  readonly logLoss: number
}

const gradientTolerance = 1e-9
/** Relative length of a Newton step below which one more step gives all digits. */
const stepTolerance = 1e-9

/**
 * L2-penalised logistic regression by Newton's method: minimises sum of w [ln(1 + e^z) - y z] + |coef|^2 / (2C).
 * Source: T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical Learning", 2nd ed., section 4.4.1.
 *
 * @param start coefficients to begin with, for example those of the fit with one column fewer
 * @throws RiftlineError `fit_not_converged`
 */
export function fitPenalisedLogistic(problem: LogisticProblem, columns: number, start?: LogisticFit): LogisticFit {
  const dimensions = columns + 1 // the last is the intercept
  let point = new Float64Array(dimensions)
  point.set(start?.coef.subarray(0, columns) ?? [])
  point[columns] = problem.withIntercept ? (start?.intercept ?? 0) : 0
  let here = evaluate(problem, columns, point)
  for (let step = 0; step < 100; step++) {
    const direction = newtonDirection(here)
    if (direction === null) break
    const short = largest(direction) < stepTolerance * (1 + largest(point))
    if (short && largest(here.gradient) < gradientTolerance) {
      return toFit(problem, columns, along(point, direction, 1), here.value) // the last step needs no evaluation and gives all digits
    }
    let length = 1
    let next = along(point, direction, length)
    let there = evaluate(problem, columns, next)
    // Near the minimum the value no longer changes in its last bits, so the gradient decides.
    const noWorse = (): boolean =>
      there.value <= here.value + 1e-14 * Math.abs(here.value) || largest(there.gradient) < largest(here.gradient)
    while (!noWorse() && length > 1e-10) {
      length /= 2
      next = along(point, direction, length)
      there = evaluate(problem, columns, next)
    }
    const stuck = largest(there.gradient) >= largest(here.gradient) && there.value >= here.value
    if (stuck) break
    point = next
    here = there
  }
  // Rounding error of the gradient, a sum over many rows: within it a fit has converged.
  const rounding = 1e-13 * (1 + total(problem.weights)) * (1 + largest(problem.scores))
  if (largest(here.gradient) < Math.max(gradientTolerance, rounding)) {
    return toFit(problem, columns, point, here.value)
  }
  throw notConverged(`gradient ${largest(here.gradient)} after 100 steps`)
}

function notConverged(why: string): RiftlineError {
  return new RiftlineError('fit_not_converged', `logistic regression: ${why}`)
}

type Evaluation = ReturnType<typeof evaluate>

/** Returns the value, the gradient and the lower triangle of the Hessian, row-major. */
function evaluate(problem: LogisticProblem, columns: number, point: Float64Array) {
  const { scores, stride, outcomes, weights, C, withIntercept } = problem
  const dimensions = columns + 1
  const gradient = new Float64Array(dimensions)
  const hessian = new Float64Array(dimensions * dimensions)
  const row = new Float64Array(dimensions)
  row[columns] = withIntercept ? 1 : 0
  let value = 0
  for (let i = 0; i < outcomes.length; i++) {
    const weight = weights[i]!
    if (weight === 0) continue
    let z = point[columns]!
    for (let j = 0; j < columns; j++) {
      const score = scores[i * stride + j]!
      row[j] = score
      z += score * point[j]!
    }
    const outcome = outcomes[i]!
    const small = Math.exp(-Math.abs(z))
    const upset = small / (1 + small) // chance of the less likely outcome; 1 - chance would lose its digits
    value += weight * (Math.log1p(small) + Math.max(z, 0) - outcome * z)
    const residual = weight * (z >= 0 ? 1 - outcome - upset : upset - outcome)
    const curvature = (weight * small) / ((1 + small) * (1 + small))
    for (let j = 0; j < dimensions; j++) {
      const score = row[j]!
      gradient[j] = gradient[j]! + residual * score
      const scaled = curvature * score
      const at = j * dimensions
      for (let l = 0; l <= j; l++) hessian[at + l] = hessian[at + l]! + scaled * row[l]!
    }
  }
  for (let j = 0; j < columns; j++) {
    const coef = point[j]!
    value += (coef * coef) / (2 * C)
    gradient[j] = gradient[j]! + coef / C
    hessian[j * dimensions + j] = hessian[j * dimensions + j]! + 1 / C
  }
  if (!withIntercept) hessian[columns * dimensions + columns] = 1
  return { value, gradient, hessian }
}

/** Shares added to the diagonal if rounding has made the Hessian indefinite; the first that suffices is used. */
const lifts = [0, 1e-15, 1e-12, 1e-9] as const

function newtonDirection({ gradient, hessian }: Evaluation): Float64Array | null {
  if (hessian.some(Number.isNaN)) return null
  for (const lift of lifts) {
    const factor = new CholeskyDecomposition(toMatrix(hessian, gradient.length, lift))
    if (!factor.isPositiveDefinite()) continue
    return Float64Array.from(factor.solve(Matrix.columnVector(gradient)).to1DArray(), (value) => -value)
  }
  return null
}

function toMatrix(lower: Float64Array, size: number, lift: number): Matrix {
  const matrix = new Matrix(size, size)
  for (let j = 0; j < size; j++) {
    for (let l = 0; l < j; l++) matrix.set(j, l, lower[j * size + l]!).set(l, j, lower[j * size + l]!)
    matrix.set(j, j, Math.max(lower[j * size + j]! * (1 + lift), Number.MIN_VALUE))
  }
  return matrix
}

function along(point: Float64Array, direction: Float64Array, length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(point, (value, j) => value + length * (direction[j] ?? 0))
}

function toFit(problem: LogisticProblem, columns: number, point: Float64Array, value: number): LogisticFit {
  const coef = point.slice(0, columns)
  const penalty = coef.reduce((sum, c) => sum + c * c, 0) / (2 * problem.C)
  const logLoss = Math.max(value - penalty, 0) / total(problem.weights)
  if (!Number.isFinite(logLoss)) throw notConverged('no finite minimum in sight')
  return { coef, intercept: point[columns] ?? 0, logLoss }
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
