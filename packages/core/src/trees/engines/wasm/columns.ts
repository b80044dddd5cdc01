import { splitDecision } from '../../form/scoring-rules.ts'
import { below } from '../../form/sets.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { cellLimit, countLimits, isCategorical, putLimits, zeroIsMissing, zeroLimit } from '../node-test.ts'

export const columnKind = { plain: 0, zeroIsMissing: 1, categories: 2 } as const

/** Collects the columns of the splits by one pass over nodes and set items and a sort of each column's limits. */
export function collectColumns({ trees, precision, numberOfFeatures }: TreeEnsemble) {
  const { feature, decision, threshold, setStart, setItems } = trees
  const nodes = feature.length
  const columnNumber = new Int32Array(3 * numberOfFeatures).fill(-1)
  const keys: number[] = []
  const columnOf = (key: number) => {
    if (columnNumber[key] === -1) columnNumber[key] = keys.push(key) - 1
    return columnNumber[key]!
  }

  const firstLimit = countLimits(trees)
  const tests = firstLimit[nodes]!
  const value = new Float64Array(tests)
  const column = new Int32Array(tests)
  const ofNode = new Int32Array(nodes)
  const slotLimit = cellLimit(0, precision)
  let setLimits = 0
  for (let n = 0; n < nodes; n++) {
    const first = firstLimit[n]!
    if (decision[n]! < splitDecision.inBitset) {
      const zero = zeroIsMissing(trees, n)
      value[first] = cellLimit(threshold[n]!, precision)
      ofNode[n] = column[first] = columnOf(3 * feature[n]! + (zero ? columnKind.zeroIsMissing : columnKind.plain))
    } else if (isCategorical(trees, n)) {
      const end = putLimits(trees, n, value, first)
      for (let i = first; i < end; i++) value[i] = cellLimit(value[i]!, precision)
      ofNode[n] = columnOf(3 * feature[n]! + columnKind.categories)
      column.fill(ofNode[n]!, first, end)
      setLimits += end - first
    } else {
      let at = first
      for (let i = setStart[threshold[n]!]!; i < setStart[threshold[n]! + 1]!; i++) {
        value[at] = slotLimit
        column[at++] = columnOf(3 * setItems[i]!)
      }
      ofNode[n] = column[first]!
    }
  }

  const kind = Uint8Array.from(keys, (key) => key % 3)
  const zero = zeroLimit(precision)
  const { start, distinct, position } = rankValues(value, column, keys.length, (c) =>
    kind[c] === columnKind.zeroIsMissing ? [below(-zero), zero] : [],
  )
  return {
    feature: Int32Array.from(keys, (key) => Math.floor(key / 3)),
    kind,
    start,
    limits: distinct,
    firstLimit,
    limitOf: position,
    /** Column of each node; for a node with slots, the column of the first slot. */
    ofNode,
    /** Number of limits of all nodes that test categories. */
    setLimits,
  }
}

/**
 * Comparisons of an ensemble's splits, by column. A column is a feature and a way to read it: plainly, with zero missing, or as
 * a category. Its limits are all numbers that some split compares its cells with; cells are ranked among them.
 *
 *     column c   feature[c]   kind[c]   limits[start[c]] < … < limits[start[c + 1] - 1]
 *     node n     limitOf[firstLimit[n]] … limitOf[firstLimit[n + 1] - 1]: positions in `limits`
 *                  comparison: one; a cell is left when it is <= the limit
 *                  categories, ranges: ascending; a cell is in the set when it is above an odd number of them
 *                  slots: one a slot; the cells are left when all are <= theirs
 *
 * A set may have a limit twice, as float32 may have no number between two categories.
 */
export type SplitColumns = Readonly<ReturnType<typeof collectColumns>>

/**
 * Sorts the values of each column, `column[i]` that of `value[i]`, which is not NaN; `more` gives values to add to a column. Column c gets
 * distinct[start[c]] < … < distinct[start[c + 1] - 1], and `position` has the place of each value in `distinct`.
 */
export function rankValues(
  value: Float64Array,
  column: Int32Array,
  columns: number,
  more: (column: number) => readonly number[],
) {
  const from = new Int32Array(columns + 1)
  for (const c of column) from[c + 1]!++
  const added = Array.from({ length: columns }, (_, c) => more(c))
  for (let c = 0; c < columns; c++) from[c + 1]! += from[c]! + added[c]!.length

  const all = new Float64Array(from[columns]!)
  const next = from.slice()
  for (let i = 0; i < value.length; i++) all[next[column[i]!]!++] = value[i]!
  added.forEach((values, c) => {
    all.set(values, next[c])
  })

  const start = new Int32Array(columns + 1)
  for (let c = 0; c < columns; c++) {
    let size = start[c]!
    for (const one of all.subarray(from[c], from[c + 1]).sort()) {
      if (size === start[c] || one !== all[size - 1]) all[size++] = one
    }
    start[c + 1] = size
  }
  const position = Int32Array.from(value, (one, i) => find(all, one, start[column[i]!]!, start[column[i]! + 1]!))
  return { start, distinct: all.slice(0, start[columns]), position }
}

/** Position of the first of the ascending `values` from `low` up to `high` that is not below `value`. */
export function find(values: Float64Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
