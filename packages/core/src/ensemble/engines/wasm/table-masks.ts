import type { TreeEnsemble, Trees } from '../../tree-ensemble.ts'
import { isCategorical, missingGoesLeft } from '../node-test.ts'
import type { Columns } from './columns.ts'
import type { Heap } from './heap.ts'
import type { Kernels } from './kernels.ts'
import { placeLeaves } from './leaf-places.ts'

/** Leaves of a tree that a table has bits for. */
export const mostLeaves = 64

/** A column has a table row for missing cells, and for those below, between and above its limits. */
export function tableSize(trees: Trees, { feature, limits }: Columns): number {
  return (limits.length + 2 * feature.length) * tableRowBytes(trees)
}

export function tableRowBytes(trees: Trees): number {
  return Math.ceil((trees.root.length * treeBytes(trees)) / 16) * 16
}

/** Bytes of a tree in a table row. */
export function treeBytes(trees: Trees): 4 | 8 {
  return mostLeavesOf(trees) <= 32 ? 4 : 8
}

function mostLeavesOf({ firstLeaf }: Trees): number {
  return firstLeaf.reduce((most, leaf, t) => (t === 0 ? 0 : Math.max(most, leaf - firstLeaf[t - 1]!)), 0)
}

export interface Table {
  /** Address of each column's first table row. */
  readonly columnAt: Uint32Array
  /** Address of the leaf values, from left to right, of the first tree, and bytes from one tree to the next. */
  readonly valuesAt: number
  readonly valueBytes: number
  /** Leaf number within the tree of the leaf at a place from left to right: leafOf[firstLeaf + place]. */
  readonly leafOf: Uint8Array
}

/** Writes the table of kernels/table.ts. `order` has the trees in the order of the table. */
export function packTable(
  heap: Heap,
  kernels: Kernels,
  ensemble: TreeEnsemble,
  columns: Columns,
  order: Int32Array,
): Table {
  const { trees } = ensemble
  const { firstLeaf, firstNode } = trees
  const { firstLimit, limitOf, start, ofNode } = columns
  const { leftLow, leftHigh, leafOf, values } = placeLeaves(trees)

  const rowBytes = tableRowBytes(trees)
  const tableBytes = tableSize(trees, columns)
  const table = heap.allocate(tableBytes)
  const valueBytes = 8 * mostLeavesOf(trees)
  const valuesAt = heap.allocate(valueBytes * order.length)
  order.forEach((tree, i) => {
    heap.f64.set(values.subarray(firstLeaf[tree]!, firstLeaf[tree + 1]!), (valuesAt + valueBytes * i) >> 3)
  })
  const columnAt = Uint32Array.from(start.subarray(0, -1), (limit, c) => table + (limit + 2 * c) * rowBytes)
  const columnOfLimit = new Int32Array(columns.limits.length)
  for (let c = 0; c + 1 < start.length; c++) columnOfLimit.fill(c, start[c], start[c + 1])
  const wide = treeBytes(trees) === 8
  const { u32 } = heap

  /** Clears the left leaves of node n, of the tree `at` bytes into table rows, for codes `from ≤ code < to` of a column. */
  function clear(n: number, at: number, column: number, from: number, to: number): void {
    for (let code = from; code < to; code++) {
      const word = (columnAt[column]! + code * rowBytes + at) >> 2
      u32[word]! &= ~leftLow[n]!
      if (wide) u32[word + 1]! &= ~leftHigh[n]!
    }
  }

  // Comparisons and slots. The left leaves end at the code above the limit; they are noted there, and clearDown clears
  // them there and at all codes that follow.
  order.forEach((tree, i) => {
    const at = i * (wide ? 8 : 4)
    for (let n = firstNode[tree]!; n < firstNode[tree + 1]!; n++) {
      if (isCategorical(trees, n)) continue
      for (let l = firstLimit[n]!; l < firstLimit[n + 1]!; l++) {
        const column = columnOfLimit[limitOf[l]!]!
        const word = (columnAt[column]! + (limitOf[l]! - start[column]! + 2) * rowBytes + at) >> 2
        u32[word]! |= leftLow[n]!
        if (wide) u32[word + 1]! |= leftHigh[n]!
      }
    }
  })
  columnAt.forEach((address, column) => {
    u32.fill(0xffffffff, address >> 2, (address + 2 * rowBytes) >> 2)
    kernels.clearDown(address + 2 * rowBytes, rowBytes, columnAt[column + 1] ?? table + tableBytes)
  })

  // Missing cells, and categories: members are between the first and second limit, the third and fourth, …
  order.forEach((tree, i) => {
    const at = i * (wide ? 8 : 4)
    for (let n = firstNode[tree]!; n < firstNode[tree + 1]!; n++) {
      const first = firstLimit[n]!
      const end = firstLimit[n + 1]!
      if (isCategorical(trees, n)) {
        const column = ofNode[n]!
        const codeAbove = (l: number) => limitOf[l]! - start[column]! + 2
        let from = 0
        for (let l = first; l < end; l += 2) {
          clear(n, at, column, from, codeAbove(l))
          from = codeAbove(l + 1)
        }
        clear(n, at, column, from, start[column + 1]! - start[column]! + 2)
      } else if (!missingGoesLeft(trees, n)) {
        for (let l = first; l < end; l++) clear(n, at, columnOfLimit[limitOf[l]!]!, 0, 1)
      }
    }
  })
  return { columnAt, valuesAt, valueBytes, leafOf }
}
