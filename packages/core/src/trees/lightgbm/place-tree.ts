import { malformed } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import { splitDecision } from '../form/split.ts'
import type { Where } from '../read/json-fields.ts'
import { parseCategories } from './split.ts'
import { pathOf, type WalkedTree } from './walked-tree.ts'

/**
 * Adds a walked tree to `builder`, nodes in the order of `split_index` and leaves of `leaf_index`, as LightGBM itself has
 * them and model.txt writes them.
 *
 * @throws ArtifactError `artifact_invalid` unless each number occurs once
 */
export function placeTree(tree: WalkedTree, leaves: number, where: Where, output: number, builder: TreesBuilder): void {
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

/** Refuses a `split_index` met twice, also before the tree is at its end. */
export function refuseRepeats(tree: WalkedTree): void {
  if (new Set(tree.nodeNumber.subarray(0, tree.nodes)).size < tree.nodes) throw splitMetTwice(tree)
}

function splitMetTwice(tree: WalkedTree): Error {
  const row = repeatedRow(tree.nodeNumber.subarray(0, tree.nodes))
  return malformed(`${pathOf(tree, tree.hangs[row]!)}.split_index`, 'each split once', tree.nodeNumber[row])
}

/** The first row whose number an earlier row has. */
function repeatedRow(numbers: Int32Array): number {
  const met = new Set<number>()
  return numbers.findIndex((number) => met.size === met.add(number).size)
}

/** The inverse of `numbers`, which are in 0 … count - 1; null unless each occurs once. */
function rowsByNumber(numbers: Int32Array, count: number): Int32Array | null {
  const rows = new Int32Array(count).fill(-1)
  for (let row = 0; row < count; row++) {
    const number = numbers[row]!
    if (rows[number] !== -1) return null
    rows[number] = row
  }
  return rows
}

/** For a tree whose root is not split 0, which LightGBM never writes: nodes keep the order of the walk. */
function numberAsWalked(tree: WalkedTree, nodeRows: Int32Array): void {
  for (const children of [tree.columns.left, tree.columns.right]) {
    for (let row = 0; row < tree.nodes; row++) {
      const child = children[row]!
      if (child >= 0) children[row] = nodeRows[child]!
    }
  }
  for (let row = 0; row < tree.nodes; row++) nodeRows[row] = row
}
