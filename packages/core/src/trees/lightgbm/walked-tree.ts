import type { LinearLeaf } from '../form/build-trees.ts'
import { createColumns, grow, reserve, type TreeColumns } from '../form/tree-columns.ts'

/**
 * Tree of a dump in the order of the walk: row n is the n-th split, or the n-th leaf. The arrays are longer than the tree and
 * reused for the next one.
 */
export interface WalkedTree {
  /** Position in `tree_info`. */
  index: number
  /** Place of the node or leaf being read. */
  at: number
  nodes: number
  leaves: number
  /** Children are numbers of the dump: a `split_index`, or the complement of a `leaf_index`. */
  readonly columns: TreeColumns
  /** `split_index` by row. */
  nodeNumber: Int32Array
  /** `leaf_index` by row. */
  leafNumber: Int32Array
  /** Place of each row's split: below row `hangs >> 1`, on the left if even. */
  hangs: Int32Array
  /** Categories of the splits whose `threshold` is an index of this list; sets are created in the order of nodes. */
  readonly categories: string[]
  /** Linear leaves by row of leaves; empty if all are plain. */
  readonly linear: (LinearLeaf | null)[]
  /** Whether every row has its count, in this tree and the ones before. */
  counted: boolean
}

/** Place of the root. */
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

/** Resets for tree `index` and keeps the memory. */
export function startTree(tree: WalkedTree, index: number): void {
  tree.index = index
  tree.at = aboveRoot
  tree.nodes = 0
  tree.leaves = 0
  tree.categories.length = 0
  tree.linear.length = 0
}

/** Whether there is room for one more split and one more leaf. */
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

/** JSON path of the node at `place`. The middle of a long path is left out. */
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
