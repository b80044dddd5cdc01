import { prepareRow } from '../form/prepare-row.ts'
import { goesLeft, splitDecision } from '../form/split.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import type { Block } from './block.ts'

/** Prepares rows `first` … `first + height - 1` of a batch and stores them in the block by columns. */
export function takeRows(
  rows: Float64Array,
  first: number,
  height: number,
  block: Block,
  row: Float64Array,
  precision: TreeEnsemble['precision'],
): void {
  for (let r = 0; r < height; r++) {
    prepareRow(rows, (first + r) * row.length, row, precision)
    for (let f = 0; f < row.length; f++) block.cells[f * block.capacity + r] = row[f]!
  }
}

/** Fills the block's `left` for tree `tree` with what `goesLeft` says, node by node; `row` is scratch. */
export function decide(trees: Trees, tree: number, height: number, block: Block, row: Float64Array): void {
  const { capacity, cells, left } = block
  const first = trees.firstNode[tree]!
  for (let node = first; node < trees.firstNode[tree + 1]!; node++) {
    const decision = trees.decision[node]!
    const threshold = trees.threshold[node]!
    const feature = trees.feature[node]!
    const compares = decision <= splitDecision.nanGoesRight
    const readsOneCell = decision < splitDecision.noSlot
    const to = (node - first) * capacity
    for (let r = 0; r < height; r++) {
      const value = cells[feature * capacity + r]!
      if (compares && (value < 0 || value > 0)) {
        // Neither zero nor missing: all five comparisons are this one.
        left[to + r] = value <= threshold ? 1 : 0
        continue
      }
      if (readsOneCell) row[feature] = value
      else for (let f = 0; f < row.length; f++) row[f] = cells[f * capacity + r]!
      left[to + r] = goesLeft(trees, node, row) ? 1 : 0
    }
  }
}
