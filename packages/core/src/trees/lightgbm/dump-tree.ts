import { malformed } from '@riftline/base'
import {
  createColumns,
  grow,
  type LinearLeaf,
  reserve,
  type TreeColumns,
  type TreesBuilder,
} from '../form/build-trees.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { asObject, field, integerField, type Where } from '../read/json-fields.ts'
import { createNodeReader, parseCategories, readLeaf, readSplit } from './dump-node.ts'
import { maximumLeaves } from './header.ts'

/** Adds the tree of element `index` of `tree_info`. */
type TreeReader = (value: unknown, index: number, output: number) => void

/**
 * Creates a function that adds nested trees to `builder`, without recursion.
 *
 * Each time the walk has doubled in length, and at its end, all `split_index` so far must be distinct and below the number of
 * leaves that the tree claims. So cyclic, shared and growing objects fail as quickly as damaged ones, and no memory is
 * allocated for a claim.
 */
export function createTreeReader(features: number, builder: TreesBuilder): TreeReader {
  const asNode = createNodeReader()
  const tree = createWalkedTree()
  const pending: unknown[] = []
  const pendingPlaces: number[] = []
  const treePath = () => `$.tree_info[${tree.index}]`
  const where = () => pathOf(tree, tree.at)

  return (value, index, output) => {
    startTree(tree, index)
    const claim = asObject(value, treePath)
    const leaves = integerField(claim, 'num_leaves', treePath, 1, maximumLeaves)
    pending.push(field(claim, 'tree_structure'))
    pendingPlaces.push(aboveRoot)
    while (pending.length > 0) {
      const place = pendingPlaces.pop()!
      tree.at = place
      const node = asNode(pending.pop(), where)
      if (!hasSpareRow(tree)) {
        refuseRepeats(tree)
        makeRoom(tree)
      }
      const splitIndex = node.split_index
      let number: number
      if (splitIndex === undefined) {
        number = ~readLeaf(node, where, leaves, features, tree)
      } else {
        const row = tree.nodes++
        number = checkSplitIndex(splitIndex, where, leaves)
        tree.nodeNumber[row] = number
        tree.hangs[row] = place
        readSplit(node, where, features, tree, row)
        pending.push(node.right_child, node.left_child)
        pendingPlaces.push(row * 2 + 1, row * 2)
      }
      if (place !== aboveRoot) {
        const { left, right } = tree.columns
        if (place % 2 === 0) left[place >> 1] = number
        else right[place >> 1] = number
      }
    }
    placeTree(tree, leaves, where, output, builder)
  }
}

function checkSplitIndex(value: unknown, where: Where, leaves: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < leaves - 1) return value
  throw malformed(`${where()}.split_index`, `one of the ${leaves - 1} splits of a tree of ${leaves} leaves`, value)
}

/** Adds a walked tree to `builder`, nodes by `split_index` and leaves by `leaf_index`, as in LightGBM itself and in model.txt. */
function placeTree(tree: WalkedTree, leaves: number, where: Where, output: number, builder: TreesBuilder): void {
  const path = `$.tree_info[${tree.index}]`
  if (tree.leaves !== leaves) throw malformed(`${path}.num_leaves`, `${tree.leaves}, the leaves of the tree`, leaves)
  const leafRows = rowsByNumber(tree.leafNumber, leaves)
  if (leafRows === null) {
    const row = repeatedRow(tree.leafNumber.subarray(0, leaves))
    throw malformed(`${path}.tree_structure`, 'each leaf_index once', tree.leafNumber[row])
  }
  const nodeRows = rowsByNumber(tree.nodeNumber, tree.nodes)
  if (nodeRows === null) throw splitMetTwice(tree)
  if (tree.nodes > 0 && nodeRows[0] !== 0) numberAsWalked(tree, nodeRows)

  const open = builder.openTree(output, tree.nodes, leaves)
  placeNodes(tree, nodeRows, where, open.node, builder)
  const { leafValue, leafCount } = builder.columns
  for (let number = 0; number < leaves; number++) {
    const row = leafRows[number]!
    leafValue[open.leaf + number] = tree.columns.leafValue[row]!
    leafCount[open.leaf + number] = tree.columns.leafCount[row]!
  }
  const linear = tree.linear.length === 0 ? null : Array.from(leafRows, (row) => tree.linear[row] ?? null)
  builder.closeTree(linear, tree.counted)
}

function placeNodes(tree: WalkedTree, rows: Int32Array, where: Where, first: number, builder: TreesBuilder): void {
  const from = tree.columns
  const to = builder.columns
  for (let number = 0; number < rows.length; number++) {
    const row = rows[number]!
    const at = first + number
    to.feature[at] = from.feature[row]!
    to.left[at] = from.left[row]!
    to.right[at] = from.right[row]!
    to.nodeCount[at] = from.nodeCount[row]!
    to.decision[at] = from.decision[row]!
    to.threshold[at] = from.threshold[row]!
    if (to.decision[at] !== splitDecision.inBitset) continue
    tree.at = tree.hangs[row]!
    const text = tree.categories[to.threshold[at]!]!
    const { decision, set } = builder.addCategories(parseCategories(text, where))
    to.decision[at] = decision
    to.threshold[at] = set
  }
}

/** Refuses a repeated `split_index`, also before the end of the tree. */
function refuseRepeats(tree: WalkedTree): void {
  if (new Set(tree.nodeNumber.subarray(0, tree.nodes)).size < tree.nodes) throw splitMetTwice(tree)
}

function splitMetTwice(tree: WalkedTree): Error {
  const row = repeatedRow(tree.nodeNumber.subarray(0, tree.nodes))
  return malformed(`${pathOf(tree, tree.hangs[row]!)}.split_index`, 'each split once', tree.nodeNumber[row])
}

/** First row whose number an earlier row has. */
function repeatedRow(numbers: Int32Array): number {
  const met = new Set<number>()
  return numbers.findIndex((number) => met.size === met.add(number).size)
}

/** Inverse of `numbers`, which are in 0 … count - 1; null unless each occurs once. */
function rowsByNumber(numbers: Int32Array, count: number): Int32Array | null {
  const rows = new Int32Array(count).fill(-1)
  for (let row = 0; row < count; row++) {
    const number = numbers[row]!
    if (rows[number] !== -1) return null
    rows[number] = row
  }
  return rows
}

/** Keeps the nodes in the order of the walk if the root is not split 0, which LightGBM never writes. */
function numberAsWalked(tree: WalkedTree, nodeRows: Int32Array): void {
  for (const children of [tree.columns.left, tree.columns.right]) {
    for (let row = 0; row < tree.nodes; row++) {
      const child = children[row]!
      if (child >= 0) children[row] = nodeRows[child]!
    }
  }
  for (let row = 0; row < tree.nodes; row++) nodeRows[row] = row
}

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
const aboveRoot = -1

function createWalkedTree(): WalkedTree {
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
function startTree(tree: WalkedTree, index: number): void {
  tree.index = index
  tree.at = aboveRoot
  tree.nodes = 0
  tree.leaves = 0
  tree.categories.length = 0
  tree.linear.length = 0
}

/** Whether there is room for one more split and one more leaf. */
function hasSpareRow(tree: WalkedTree): boolean {
  return tree.nodes < tree.nodeNumber.length && tree.leaves < tree.leafNumber.length
}

function makeRoom(tree: WalkedTree): void {
  const rows = 2 * tree.nodeNumber.length
  reserve(tree.columns, rows, rows)
  tree.nodeNumber = grow(tree.nodeNumber, rows)
  tree.leafNumber = grow(tree.leafNumber, rows)
  tree.hangs = grow(tree.hangs, rows)
}

/** JSON path of the node at `place`. The middle of a long path is left out. */
function pathOf(tree: WalkedTree, place: number): string {
  const steps: string[] = []
  for (let at = place; at !== aboveRoot; at = tree.hangs[at >> 1]!) {
    steps.push(at % 2 === 0 ? '.left_child' : '.right_child')
  }
  steps.reverse()
  const shown =
    steps.length > 24 ? [...steps.slice(0, 12), `…(${steps.length - 24} more)…`, ...steps.slice(-12)] : steps
  return `$.tree_info[${tree.index}].tree_structure${shown.join('')}`
}
