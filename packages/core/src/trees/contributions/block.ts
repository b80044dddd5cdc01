import { goesLeft, prepareRow, splitDecision } from '../form/scoring-rules.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import type { ShapPlan } from './shap-plan.ts'

/**
 * Rows that go through the trees together, and their state in the current tree. r is a row of the block, n and l a node and a
 * leaf counted within the tree, R the capacity.
 */
export interface RowBlock {
  readonly capacity: number
  /** Prepared cells, column by column: feature f of row r is `cells[f · R + r]`. */
  readonly cells: Float64Array
  /** `left[n · R + r]`: 1 when the row goes left. */
  readonly left: Uint8Array
  /** Rows ordered so that a group is contiguous, and room to sort them. */
  readonly order: Int32Array
  readonly other: Int32Array
  /** `start[l · R + r]`: place in `values` of the leaf's contributions to the row, one for each feature of its path. */
  readonly start: Int32Array
  readonly values: Float64Array
  /** Features on the path to leaf l: `pathLength[l]` of `features`, from `pathStart[l]` on. */
  readonly pathStart: Int32Array
  readonly pathLength: Int32Array
  readonly features: Int32Array
  /** Children still to visit; has room for the depth of a tree. */
  readonly stack: Int32Array
}

/** Largest block: more rows share more leaves, until they leave the processor's cache. */
const maximumRows = 1024
/** Largest number of values, 8 MB, unless a single row needs more. */
const maximumValues = 2 ** 20

/** Capacity of a block for `rows` rows at once; long paths reduce it. */
export function blockCapacity(plan: ShapPlan, rows: number): number {
  return Math.max(1, Math.min(rows, maximumRows, Math.floor(maximumValues / Math.max(1, plan.largestTree))))
}

export function createBlock(trees: Trees, plan: ShapPlan, numberOfFeatures: number, capacity: number): RowBlock {
  let leaves = 1
  for (let tree = 0; tree < trees.root.length; tree++) {
    leaves = Math.max(leaves, trees.firstLeaf[tree + 1]! - trees.firstLeaf[tree]!)
  }
  return {
    capacity,
    cells: new Float64Array(capacity * numberOfFeatures),
    left: new Uint8Array(capacity * leaves),
    order: new Int32Array(capacity),
    other: new Int32Array(capacity),
    start: new Int32Array(capacity * leaves),
    values: new Float64Array(capacity * plan.largestTree),
    pathStart: new Int32Array(leaves),
    pathLength: new Int32Array(leaves),
    features: new Int32Array(plan.largestTree),
    stack: new Int32Array(leaves),
  }
}

/** Prepares rows `first` … `first + height - 1` of a batch and stores them in the block by columns. */
export function takeRows(
  rows: Float64Array,
  first: number,
  height: number,
  block: RowBlock,
  row: Float64Array,
  precision: TreeEnsemble['precision'],
): void {
  for (let r = 0; r < height; r++) {
    prepareRow(rows, (first + r) * row.length, row, precision)
    for (let f = 0; f < row.length; f++) block.cells[f * block.capacity + r] = row[f]!
  }
}

/** Fills the block's `left` for tree `tree` by `goesLeft`, node by node; `row` is scratch. */
export function decide(trees: Trees, tree: number, height: number, block: RowBlock, row: Float64Array): void {
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
