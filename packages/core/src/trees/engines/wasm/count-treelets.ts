import type { Trees } from '../../form/tree-ensemble.ts'
import type { Columns } from './columns.ts'
import { crownColumns, crownLeaves, cutCrowns, rowsOf } from './crowns.ts'
import { cutTreelets } from './cut-treelets.ts'
import { mostLeavesOf, tableSize } from './table-layout.ts'
import { treeBytes } from './treelet-blocks.ts'

/** What the tables of kernels/treelets.ts take, about, and the treelets that a row like those of the training goes through. */
export function countTreelets(
  trees: Trees,
  columns: Columns,
): {
  readonly bytes: number
  /** Of the leaves and treelets of the tree that has most. */
  readonly mostTreeBytes: number
  readonly steps: number
} {
  // Small trees are crowns and nothing else: nothing need be cut to know it, and most models that load at a start have such.
  if (mostLeavesOf(trees) <= crownLeaves) {
    return { bytes: tableSize(trees, columns) + 8 * trees.leafValue.length, mostTreeBytes: 8 * crownLeaves, steps: 0 }
  }
  const rows = rowsOf(trees)
  const crowns = cutCrowns(trees, rows)
  const { first, steps } = cutTreelets(trees, crowns, rows)
  const bytes = treeBytes(trees, first)
  return {
    bytes: bytes.reduce((sum, one) => sum + one, 0) + tableSize(crowns.trees, crownColumns(columns, crowns)),
    mostTreeBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
    steps,
  }
}
