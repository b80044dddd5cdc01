import type { Trees } from '../form/tree-ensemble.ts'
import type { ShapPlan } from './shap-plan.ts'

/**
 * Rows that go through the trees together, and what is known of them in the present tree. r is a row of the block, n and
 * l a node and a leaf counted within the tree, R the capacity.
 */
export interface Block {
  readonly capacity: number
  /** Prepared cells, column by column: feature f of row r is `cells[f · R + r]`. */
  readonly cells: Float64Array
  /** `left[n · R + r]`: 1 when the row goes left. */
  readonly left: Uint8Array
  /** The rows, those of a group beside each other, and room to sort them. */
  readonly order: Int32Array
  readonly other: Int32Array
  /** `start[l · R + r]`: where in `values` the leaf's contributions to the row begin, one for each feature of its path. */
  readonly start: Int32Array
  readonly values: Float64Array
  /** The features on the path to leaf l: `pathLength[l]` of `features`, from `pathStart[l]` on. */
  readonly pathStart: Int32Array
  readonly pathLength: Int32Array
  readonly features: Int32Array
  /** Children still to be visited: room for the depth of a tree. */
  readonly stack: Int32Array
}

/** More rows share more leaves, up to what a processor's cache holds. */
const maximumRows = 1024
/** 8 MB, unless a single row needs more. */
const maximumValues = 2 ** 20

/** Rows of a block for `rows` rows at once: trees with long paths allow fewer. */
export function blockCapacity(plan: ShapPlan, rows: number): number {
  return Math.max(1, Math.min(rows, maximumRows, Math.floor(maximumValues / Math.max(1, plan.largestTree))))
}

export function createBlock(trees: Trees, plan: ShapPlan, numberOfFeatures: number, capacity: number): Block {
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
