import { splitDecision } from '../../form/split.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { below, isCategorical, limitOf, zeroIsMissing, zeroLimit } from '../node-test.ts'
import { countLimits, lastBefore, putBoundaries } from '../set-boundaries.ts'
import { rankValues } from './rank-values.ts'

/**
 * What the splits of an ensemble compare, by column. A column is a feature and a way to read it: plainly, with zero
 * missing, or as a category. Its limits are all the numbers that some split compares its cells with, and are what cells
 * are ranked among.
 *
 *     column c   feature[c]   kind[c]   limits[start[c]] < … < limits[start[c + 1] - 1]
 *     node n     limitOf[firstLimit[n]] … limitOf[firstLimit[n + 1] - 1]: positions in `limits`
 *                  comparison: one; a cell is left when it is <= the limit
 *                  categories: ascending; a cell is in the set when it is above an odd number of them
 *                  slots: one a slot; the cells are left when all are <= theirs
 *
 * Limits of categories may be equal, where float32 has no number between two categories.
 */
export interface Columns {
  readonly feature: Int32Array
  readonly kind: Uint8Array
  readonly start: Int32Array
  readonly limits: Float64Array
  readonly firstLimit: Int32Array
  readonly limitOf: Int32Array
  /** Column of each node; of one with slots, the column of the first. */
  readonly ofNode: Int32Array
  /** Limits of all nodes that ask for categories. */
  readonly setLimits: number
}

export const columnKind = { plain: 0, zeroIsMissing: 1, categories: 2 } as const

/** One pass over nodes and set items, and a sort of each column's limits. */
export function collectColumns({ trees, precision, numberOfFeatures }: TreeEnsemble): Columns {
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
  const slotLimit = limitOf(0, precision)
  let setLimits = 0
  for (let n = 0; n < nodes; n++) {
    const first = firstLimit[n]!
    const kind = decision[n]!
    if (kind < splitDecision.inBitset) {
      const zero = zeroIsMissing(trees, n)
      value[first] = limitOf(threshold[n]!, precision)
      ofNode[n] = column[first] = columnOf(3 * feature[n]! + (zero ? columnKind.zeroIsMissing : columnKind.plain))
    } else if (isCategorical(trees, n)) {
      const end = putBoundaries(trees, n, value, first)
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
  for (let c = 0; c < keys.length; c++) {
    if (kind[c] !== columnKind.categories) continue
    for (let i = start[c]!; i < start[c + 1]!; i++) distinct[i] = limitOf(lastBefore(distinct[i]!), precision)
  }
  return {
    feature: Int32Array.from(keys, (key) => Math.floor(key / 3)),
    kind,
    start,
    limits: distinct,
    firstLimit,
    limitOf: position,
    ofNode,
    setLimits,
  }
}
