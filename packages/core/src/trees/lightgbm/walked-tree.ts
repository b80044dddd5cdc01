import type { LinearLeaf } from '../form/linear-leaves.ts'
import { createColumns, grow, reserve, type TreeColumns } from '../form/tree-columns.ts'

/**
 * One tree of a dump in the order of the walk: row n is the n-th split met, or the n-th leaf. The arrays are longer than
 * the tree and serve one tree after another.
 */
export interface WalkedTree {
  /** Position in `tree_info`. */
  index: number
  /** Place of the node or leaf that is being read. */
  at: number
  nodes: number
  leaves: number
  /** Children are numbers of the dump: a `split_index`, or the complement of a `leaf_index`. */
  readonly columns: TreeColumns
  /** `split_index` by row. */
  nodeNumber: Int32Array
  /** `leaf_index` by row. */
  leafNumber: Int32Array
  /** Where the split of a row hangs: below row `hangs >> 1`, on the left if even. */
  hangs: Int32Array
  /** Of categorical splits, whose `threshold` column is an index of this; the sets are made in the order of nodes. */
  readonly categories: string[]
  /** Linear leaves by row of leaves; empty when all are plain. */
  readonly linear: (LinearLeaf | null)[]
  /** Every row has its count, in this tree and in those before. */
  counted: boolean
}

/** Where the root hangs. */
export const aboveRoot = -1

export function createWalkedTree(): WalkedTree {
  const columns = createColumns()
  const rows = columns.feature.length
  return {
    index: 0,
    at: aboveRoot,
    nodes: 0,
    leaves: 0,
    columns,
    nodeNumber: new Int32Array(rows),
    leafNumber: new Int32Array(rows),
    hangs: new Int32Array(rows),
    categories: [],
    linear: [],
    counted: true,
  }
}

/** Forgets the tree and keeps the memory for tree `index`. */
export function startTree(tree: WalkedTree, index: number): void {
  tree.index = index
  tree.at = aboveRoot
  tree.nodes = 0
  tree.leaves = 0
  tree.categories.length = 0
  tree.linear.length = 0
}

/** Is there room for one more row of each kind? */
export function hasSpareRow(tree: WalkedTree): boolean {
  return tree.nodes < tree.nodeNumber.length && tree.leaves < tree.leafNumber.length
}

export function makeRoom(tree: WalkedTree): void {
  const rows = 2 * tree.nodeNumber.length
  reserve(tree.columns, rows, rows)
  tree.nodeNumber = grow(tree.nodeNumber, rows)
  tree.leafNumber = grow(tree.leafNumber, rows)
  tree.hangs = grow(tree.hangs, rows)
}

/** JSON path of what hangs at `place`. The middle of a long path is left out. */
export function pathOf(tree: WalkedTree, place: number): string {
  const steps: string[] = []
  for (let at = place; at !== aboveRoot; at = tree.hangs[at >> 1]!) {
    steps.push(at % 2 === 0 ? '.left_child' : '.right_child')
  }
  steps.reverse()
  const shown =
    steps.length > 24 ? [...steps.slice(0, 12), `…(${steps.length - 24} more)…`, ...steps.slice(-12)] : steps
  return `$.tree_info[${tree.index}].tree_structure${shown.join('')}`
}
