import { invalidArgument } from '@riftline/base'
import { type PrincipalComponents, principalComponents } from './principal-components.ts'
import type { StandardisedTable } from './standard-scaler.ts'

/** What is left of a column beside the first one is rounding below this share of it. */
const leastRest = 1e-8

/**
 * One column as first direction, then the principal components of what the others hold beside it: each other column loses its
 * projection on the first and is scaled to a root mean square of 1 again. So a few components cannot cut the one column that
 * matters most. Of full rank the directions span all columns, as those of `principalComponents` do.
 *
 * @param table standardised around 0, every row standing for its negative too
 * @param features how many of the kept columns are features, which the components are made of
 * @param first place of the first direction among the kept columns
 * @param limit most directions to keep
 * @throws RiftlineError `invalid_argument` for a first column that never varies
 */
export function componentsBeside(
  table: StandardisedTable,
  features: number,
  first: number,
  limit: number,
): PrincipalComponents {
  if (first < 0) throw invalidArgument('first', 'a column that varies', first)
  const { rows } = table
  const kept = table.keptColumns.length
  const others = Array.from({ length: features }, (_, j) => j).filter((j) => j !== first)
  const rests = others.flatMap((j) => restBeside(table, first, j))
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

interface Rest {
  readonly column: number
  /** What the column holds per unit of the first one. */
  readonly share: number
  /** Root mean square of the rest, which the values are divided by. */
  readonly scale: number
  readonly values: Float64Array
}

function restBeside({ rows, data, keptColumns }: StandardisedTable, first: number, column: number): Rest[] {
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
