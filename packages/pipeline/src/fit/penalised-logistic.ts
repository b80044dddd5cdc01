import { RiftlineError } from '@riftline/core'

export interface LogisticProblem {
  /** Row-major scores; a fit of m columns reads the first m of each `stride`. */
  readonly scores: Float64Array
  readonly stride: number
  /** Outcomes in [0, 1], one per row. */
  readonly outcomes: Float64Array
  /** Weight of each row in the likelihood. */
  readonly weights: Float64Array
  /** Inverse of the penalty: the larger, the freer. */
  readonly C: number
  /** Whether there is an intercept; it is never penalised. */
  readonly withIntercept: boolean
}

export interface LogisticFit {
  readonly coef: Float64Array
  readonly intercept: number
  /** Weighted mean log loss of the training rows, in nats. */
  readonly logLoss: number
}

const gradientTolerance = 1e-9
/** Relative length of a Newton step after which one more has all digits. */
const stepTolerance = 1e-9

/**
 * L2-penalised logistic regression on the first `columns` scores, by Newton's method with step halving.
 *
 * Minimises sum of w [ln(1 + e^z) - y z] + |coef|^2 / (2C), z = intercept + coef . scores, until no component of the
 * gradient exceeds 1e-9 and the steps are as short. The penalty keeps separable data finite. One pass over the rows gives
 * value, gradient and Hessian, so a step costs rows x columns^2 / 2.
 *
 * Source: T. Hastie, R. Tibshirani and J. Friedman, "The Elements of Statistical Learning", 2nd ed., section 4.4.1.
 *
 * @param start where to begin, for example the fit with one column less
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
    const short = largest(direction) < stepTolerance * (1 + largest(point))
    if (short && largest(here.gradient) < gradientTolerance) {
      return toFit(problem, columns, along(point, direction, 1), here.value) // the last step is free and has all digits
    }
    let length = 1
    let next = along(point, direction, length)
    let there = evaluate(problem, columns, next)
    // Near the minimum the value no longer moves in its last bits; the gradient decides there.
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
  // Summing many rows leaves rounding of this size in the gradient; a fit that is only this far away has arrived.
  const rounding = 1e-13 * (1 + total(problem.weights)) * (1 + largest(problem.scores))
  if (largest(here.gradient) < Math.max(gradientTolerance, rounding)) {
    return toFit(problem, columns, point, here.value)
  }
  throw notConverged(`gradient ${largest(here.gradient)} after 100 steps`)
}

function notConverged(why: string): RiftlineError {
  return new RiftlineError('fit_not_converged', `logistic regression: ${why}`)
}

interface Evaluation {
  readonly value: number
  readonly gradient: Float64Array
  /** Lower triangle, row-major dimensions x dimensions. */
  readonly hessian: Float64Array
}

function evaluate(problem: LogisticProblem, columns: number, point: Float64Array): Evaluation {
  const { scores, stride, outcomes, weights, C, withIntercept } = problem
  const dimensions = columns + 1
  const gradient = new Float64Array(dimensions)
  const hessian = new Float64Array(dimensions * dimensions)
  const row = new Float64Array(dimensions)
  row[columns] = withIntercept ? 1 : 0
  let value = 0
  for (let i = 0; i < outcomes.length; i++) {
    const weight = weights[i] as number
    if (weight === 0) continue
    let z = point[columns] as number
    for (let j = 0; j < columns; j++) {
      const score = scores[i * stride + j] as number
      row[j] = score
      z += score * (point[j] as number)
    }
    const outcome = outcomes[i] as number
    const small = Math.exp(-Math.abs(z))
    const upset = small / (1 + small) // chance of the less likely outcome; 1 - it would lose its digits
    value += weight * (Math.log1p(small) + Math.max(z, 0) - outcome * z)
    const residual = weight * (z >= 0 ? 1 - outcome - upset : upset - outcome)
    const curvature = (weight * small) / ((1 + small) * (1 + small))
    for (let j = 0; j < dimensions; j++) {
      const score = row[j] as number
      gradient[j] = (gradient[j] as number) + residual * score
      const scaled = curvature * score
      const at = j * dimensions
      for (let l = 0; l <= j; l++) hessian[at + l] = (hessian[at + l] as number) + scaled * (row[l] as number)
    }
  }
  for (let j = 0; j < columns; j++) {
    const coef = point[j] as number
    value += (coef * coef) / (2 * C)
    gradient[j] = (gradient[j] as number) + coef / C
    hessian[j * dimensions + j] = (hessian[j * dimensions + j] as number) + 1 / C
  }
  if (!withIntercept) hessian[columns * dimensions + columns] = 1
  return { value, gradient, hessian }
}

/** Minus the gradient divided by the Hessian, through its Cholesky factor. */
function newtonDirection({ gradient, hessian }: Evaluation): Float64Array {
  const n = gradient.length
  const factor = hessian.slice()
  for (let j = 0; j < n; j++) {
    for (let l = 0; l <= j; l++) {
      let sum = factor[j * n + l] as number
      for (let m = 0; m < l; m++) sum -= (factor[j * n + m] as number) * (factor[l * n + m] as number)
      factor[j * n + l] = l === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (factor[l * n + l] as number)
    }
  }
  const solution = gradient.map((value) => -value)
  for (let j = 0; j < n; j++) {
    let sum = solution[j] as number
    for (let m = 0; m < j; m++) sum -= (factor[j * n + m] as number) * (solution[m] as number)
    solution[j] = sum / (factor[j * n + j] as number)
  }
  for (let j = n - 1; j >= 0; j--) {
    let sum = solution[j] as number
    for (let m = j + 1; m < n; m++) sum -= (factor[m * n + j] as number) * (solution[m] as number)
    solution[j] = sum / (factor[j * n + j] as number)
  }
  return solution
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
