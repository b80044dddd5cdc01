import { invalidArgument } from '@riftline/base'
import { Matrix } from 'ml-matrix'
import { PCA } from 'ml-pca'
import type { StandardisedTable } from './training-table.ts'

type PrincipalComponents = ReturnType<typeof principalComponents>

/** Components with less than this share of the first one's variance are rounding noise. */
const rankTolerance = 1e-10

/**
 * Principal components by singular vectors, since a covariance matrix would lose half of the digits. With `mirror` each row also
 * counts as its negative: features are then odd, indicators even, and each kind has its own components.
 * Source: I. T. Jolliffe, "Principal Component Analysis", 2nd ed. (2002).
 */
export function principalComponents(table: StandardisedTable, featureColumns: number, mirror: boolean, limit: number) {
  const kept = table.keptColumns.length
  const all = mirror
    ? [...components(table, 0, featureColumns, 'odd'), ...components(table, featureColumns, kept, 'even')]
    : components(table, 0, kept, 'both')
  all.sort((a, b) => b.eigenvalue - a.eigenvalue)
  const variance = all.reduce((sum, component) => sum + component.eigenvalue, 0)
  const least = rankTolerance * (all[0]?.eigenvalue ?? 0)
  const used = all.filter((component) => component.eigenvalue >= least).slice(0, limit)
  return {
    eigenvalues: used.map((component) => component.eigenvalue),
    explainedRatio: used.map((component) => component.eigenvalue / variance),
    components: used.map((component) => component.loadings),
    /** Whether a component changes sign when the sides of all matches are swapped; always true without `mirror`. */
    odd: used.map((component) => component.odd),
  }
}

/** Components of the columns from `start` to `end`, with zero loadings on the others. `both` means not mirrored. */
function components(table: StandardisedTable, start: number, end: number, kind: 'odd' | 'even' | 'both') {
  if (start === end) return []
  const { rows, data, keptColumns } = table
  const kept = keptColumns.length
  // ml-pca divides by rows - 1; an added row of zeros changes no direction.
  const block = Matrix.zeros(Math.max(rows, 2), end - start)
  for (let i = 0; i < rows; i++) {
    for (let j = start; j < end; j++) block.set(i, j - start, data[i * kept + j]!)
  }
  const pca = new PCA(block, { center: kind !== 'odd' })
  const vectors = pca.getEigenvectors()
  const scale = kind === 'both' ? 1 : (2 * (block.rows - 1)) / (2 * rows - 1)
  return pca.getEigenvalues().map((eigenvalue, c) => {
    const loadings = new Array<number>(kept).fill(0)
    for (let j = start; j < end; j++) loadings[j] = vectors.get(j - start, c)
    return { eigenvalue: eigenvalue * scale, loadings: withSignRule(loadings), odd: kind !== 'even' }
  })
}

function withSignRule(loadings: number[]): number[] {
  const most = loadings.reduce((largest, loading) => Math.max(largest, Math.abs(loading)), 0)
  const decisive = loadings.find((loading) => Math.abs(loading) >= most - 1e-9) ?? 0
  return decisive < 0 ? loadings.map((loading) => (loading === 0 ? 0 : -loading)) : loadings
}

/** Row-major scores of the rows on the odd components, in their order; the even ones never affect a forecast. */
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
      for (let j = 0; j < kept; j++) sum += data[i * kept + j]! * flat[c * kept + j]!
      scores[i * width + c] = sum
    }
  }
  return scores
}

/** Below this share of a column, its part orthogonal to the first direction is rounding noise. */
const leastRest = 1e-8

/** One column as the first direction, so that no choice of k drops it, then the components of the others orthogonal to it. */
export function componentsBeside(table: StandardisedTable, features: number, first: number, limit: number) {
  if (first < 0) throw invalidArgument('first', 'a column that varies', first)
  const { rows } = table
  const kept = table.keptColumns.length
  const rests = Array.from({ length: features }, (_, j) => (j === first ? [] : restBeside(table, first, j))).flat()
  const data = new Float64Array(rows * rests.length)
  for (const [c, { values }] of rests.entries()) for (let i = 0; i < rows; i++) data[i * rests.length + c] = values[i]!
  const columns = rests.map(({ column }) => column)
  const ones = columns.map(() => 1)
  const rest = { rows, keptColumns: columns, mean: columns.map(() => 0), sd: ones, data }
  const found = principalComponents(rest, columns.length, true, limit - 1)
  const loadings = found.components.map((own) => {
    const row = new Array<number>(kept).fill(0)
    for (const [c, { column, share, scale }] of rests.entries()) {
      row[column] = own[c]! / scale
      row[first]! -= (own[c]! * share) / scale
    }
    return row
  })
  const axis = Array.from({ length: kept }, (_, j) => (j === first ? 1 : 0))
  const eigenvalues = [(2 * rows) / (2 * rows - 1), ...found.eigenvalues]
  const variance = eigenvalues.reduce((sum, value) => sum + value, 0)
  return {
    eigenvalues,
    explainedRatio: eigenvalues.map((value) => value / variance),
    components: [axis, ...loadings],
    odd: eigenvalues.map(() => true),
  }
}

function restBeside({ rows, data, keptColumns }: StandardisedTable, first: number, column: number) {
  const kept = keptColumns.length
  let product = 0
  let squares = 0
  for (let i = 0; i < rows; i++) {
    const z = data[i * kept + first]!
    product += z * data[i * kept + column]!
    squares += z * z
  }
  const share = product / squares
  const values = Float64Array.from(
    { length: rows },
    (_, i) => data[i * kept + column]! - share * data[i * kept + first]!,
  )
  const scale = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / rows)
  return scale < leastRest ? [] : [{ column, share, scale, values: values.map((value) => value / scale) }]
}
