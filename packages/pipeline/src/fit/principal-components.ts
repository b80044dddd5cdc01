import { Matrix } from 'ml-matrix'
import { PCA } from 'ml-pca'
import type { StandardisedTable } from './standard-scaler.ts'

export interface PrincipalComponents {
  /** Variance along each component, n - 1 in the denominator, descending. */
  readonly eigenvalues: number[]
  /** Share of the variance of all components, dropped ones included. */
  readonly explainedRatio: number[]
  /** Unit loadings over the kept columns, one row per component; the largest of each is positive. */
  readonly components: number[][]
  /** Whether a component changes sign when the sides of all matches are swapped; all true without `mirror`. */
  readonly odd: boolean[]
}

/** Components with less than this share of the first one's variance are rounding. */
const rankTolerance = 1e-10

/**
 * Principal components of standardised columns, from their covariance matrix, so the cost is one pass over the rows and
 * a small eigenproblem for ml-pca.
 *
 * With `mirror` each row also stands for its negative. Features are then odd, indicators even, the two kinds are
 * uncorrelated, and each kind has components of its own.
 *
 * Sign rule: the loading of largest magnitude is positive, the first one where several are equal to 1e-9.
 *
 * Source: I. T. Jolliffe, "Principal Component Analysis", 2nd ed. (2002).
 *
 * @param featureColumns how many of the kept columns are features; the rest are indicators
 * @param limit most components to keep
 */
export function principalComponents(
  table: StandardisedTable,
  featureColumns: number,
  mirror: boolean,
  limit: number,
): PrincipalComponents {
  const kept = table.keptColumns.length
  const covariance = covarianceMatrix(table, mirror)
  const all = mirror
    ? [...components(covariance, 0, featureColumns, true), ...components(covariance, featureColumns, kept, false)]
    : components(covariance, 0, kept, true)
  all.sort((a, b) => b.eigenvalue - a.eigenvalue)
  const variance = all.reduce((sum, component) => sum + component.eigenvalue, 0)
  const least = rankTolerance * (all[0]?.eigenvalue ?? 0)
  const used = all.filter((component) => component.eigenvalue >= least).slice(0, limit)
  return {
    eigenvalues: used.map((component) => component.eigenvalue),
    explainedRatio: used.map((component) => component.eigenvalue / variance),
    components: used.map((component) => component.loadings),
    odd: used.map((component) => component.odd),
  }
}

function covarianceMatrix(table: StandardisedTable, mirror: boolean): Float64Array {
  const { rows, data, keptColumns } = table
  const kept = keptColumns.length
  const sums = new Float64Array(kept * kept)
  for (let i = 0; i < rows; i++) {
    const at = i * kept
    for (let j = 0; j < kept; j++) {
      const value = data[at + j] as number
      for (let l = 0; l <= j; l++) {
        sums[j * kept + l] = (sums[j * kept + l] as number) + value * (data[at + l] as number)
      }
    }
  }
  const scale = mirror ? 2 / (2 * rows - 1) : 1 / (rows - 1)
  return sums.map((sum) => sum * scale)
}

interface Component {
  readonly eigenvalue: number
  readonly loadings: number[]
  readonly odd: boolean
}

/** Components of the columns from `start` to `end`, with zero loadings on the others. */
function components(covariance: Float64Array, start: number, end: number, odd: boolean): Component[] {
  const size = end - start
  if (size === 0) return []
  const kept = Math.sqrt(covariance.length)
  const block = Matrix.zeros(size, size)
  for (let j = 0; j < size; j++) {
    for (let l = 0; l <= j; l++) {
      const value = covariance[(start + j) * kept + start + l] as number
      block.set(j, l, value)
      block.set(l, j, value)
    }
  }
  const pca = new PCA(block, { isCovarianceMatrix: true })
  const vectors = pca.getEigenvectors()
  return pca.getEigenvalues().map((eigenvalue, c) => {
    const loadings = new Array<number>(kept).fill(0)
    for (let j = 0; j < size; j++) loadings[start + j] = vectors.get(j, c)
    return { eigenvalue: Math.max(eigenvalue, 0), loadings: withSignRule(loadings), odd }
  })
}

function withSignRule(loadings: number[]): number[] {
  const most = loadings.reduce((largest, loading) => Math.max(largest, Math.abs(loading)), 0)
  const decisive = loadings.find((loading) => Math.abs(loading) >= most - 1e-9) ?? 0
  return decisive < 0 ? loadings.map((loading) => (loading === 0 ? 0 : -loading)) : loadings
}

/** Row-major scores of the rows on the components that are odd, in their order; the even ones never matter. */
export function oddScores(table: StandardisedTable, { components, odd }: PrincipalComponents): Float64Array {
  const { rows, data, keptColumns } = table
  const kept = keptColumns.length
  const loadings = components.filter((_, c) => odd[c])
  const width = loadings.length
  const flat = Float64Array.from(loadings.flat())
  const scores = new Float64Array(rows * width)
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < width; c++) {
      let sum = 0
      for (let j = 0; j < kept; j++) sum += (data[i * kept + j] as number) * (flat[c * kept + j] as number)
      scores[i * width + c] = sum
    }
  }
  return scores
}
