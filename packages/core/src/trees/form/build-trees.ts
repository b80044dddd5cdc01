import { packBitset, type SplitDecision, sparseCategories, splitDecision, trimBitset } from './scoring-rules.ts'
import type { LinearLeaves, Trees } from './tree-ensemble.ts'

/**
 * Tree as a parser reads it, numbered within itself: child `c` is node `c` when `c >= 0`, else leaf `~c`. The root is node 0; a
 * tree without nodes is its leaf 0. The parser has checked that every node and leaf is reached exactly once.
 */
export interface TreeRecord {
  readonly feature: readonly number[]
  readonly decision: readonly SplitDecision[]
  /** Split value, or for set decisions the set's number from `addCategories` or `addSlots`. */
  readonly threshold: readonly number[]
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly leafValue: readonly number[]
  /** One entry per leaf, null for plain leaves; null if all are plain. */
  readonly linear: readonly (LinearLeaf | null)[] | null
  /** Training rows of every node and leaf; null if the artifact has none. */
  readonly counts: { readonly node: readonly number[]; readonly leaf: readonly number[] } | null
}

/** Start of a tree in the columns. */
interface OpenTree {
  readonly node: number
  readonly leaf: number
}

/** Stored set of categories: decision and threshold of the node that uses it. */
export interface CategorySet {
  readonly decision: SplitDecision
  readonly set: number
}

/** Collects trees and sets in flat columns. State: the columns, which grow until `finish`. */
export interface TreesBuilder {
  /** Adds a set of categories 0 … 2147483647; returns its storage. */
  addCategories(categories: readonly number[]): CategorySet
  /** Adds a set as the words of a bitset: category c is bit `c & 31` of word `c >> 5`. */
  addBitset(words: Int32Array): CategorySet
  /** Adds a set of feature slots. */
  addSlots(slots: ArrayLike<number>): number
  addTree(output: number, tree: TreeRecord): void
  /**
   * Opens a tree, which is faster than `addTree`: the caller fills zeroed room in `columns` (children numbered within the tree, as
   * in a `TreeRecord`) before `closeTree`. This takes memory, so the caller must have checked both numbers.
   */
  openTree(output: number, nodes: number, leaves: number): OpenTree
  /** Columns to fill. Arrays are replaced when they grow, so take them after `openTree`. */
  readonly columns: Readonly<TreeColumns>
  /** @param counted whether both count columns have been filled */
  closeTree(linear: TreeRecord['linear'], counted: boolean): void
  finish(): Trees
}

export function createTreesBuilder(): TreesBuilder {
  const columns = createColumns()
  const outputs: number[] = []
  const firstNode = [0]
  const firstLeaf = [0]
  const linearTrees: LinearTree[] = []
  const setStart = [0]
  let setItems = new Int32Array(64)
  let counted = true

  function addSet(items: ArrayLike<number>): number {
    const start = setStart.at(-1)!
    setItems = grow(setItems, start + items.length)
    setItems.set(items, start)
    return setStart.push(start + items.length) - 2
  }

  function openTree(output: number, nodes: number, leaves: number): OpenTree {
    const open = { node: firstNode.at(-1)!, leaf: firstLeaf.at(-1)! }
    outputs.push(output)
    firstNode.push(open.node + nodes)
    firstLeaf.push(open.leaf + leaves)
    reserve(columns, open.node + nodes, open.leaf + leaves)
    return open
  }

  function closeTree(linear: TreeRecord['linear'], hasCounts: boolean): void {
    const node = firstNode.at(-2)!
    const leaf = firstLeaf.at(-2)!
    const end = firstNode.at(-1)!
    if (linear !== null) linearTrees.push({ firstLeaf: leaf, leaves: linear })
    if (!hasCounts) counted = false
    parentsFirst(columns, node, end)
    const { left, right } = columns
    for (let n = node; n < end; n++) {
      left[n] = left[n]! + (left[n]! >= 0 ? node : -leaf)
      right[n] = right[n]! + (right[n]! >= 0 ? node : -leaf)
    }
  }

  const asBitset = (words: ArrayLike<number>) => ({ decision: splitDecision.inBitset, set: addSet(words) })
  const asList = (categories: ArrayLike<number>) => ({ decision: splitDecision.inList, set: addSet(categories) })

  return {
    columns,
    openTree,
    closeTree,
    addCategories(categories) {
      const words = packBitset(categories)
      return words === null ? asList(Int32Array.from(new Set(categories)).sort()) : asBitset(words)
    },
    addBitset(words) {
      const trimmed = trimBitset(words)
      const categories = sparseCategories(trimmed)
      return categories === null ? asBitset(trimmed) : asList(categories)
    },
    addSlots: addSet,
    addTree(output, tree) {
      const open = openTree(output, tree.feature.length, tree.leafValue.length)
      copyRecord(tree, columns, open)
      closeTree(tree.linear, tree.counts !== null)
    },
    finish: () => toTrees(columns, { outputs, firstNode, firstLeaf, setStart, setItems, linear: linearTrees, counted }),
  }
}

function copyRecord(tree: TreeRecord, columns: TreeColumns, { node, leaf }: OpenTree): void {
  columns.feature.set(tree.feature, node)
  columns.decision.set(tree.decision, node)
  columns.threshold.set(tree.threshold, node)
  columns.left.set(tree.left, node)
  columns.right.set(tree.right, node)
  columns.leafValue.set(tree.leafValue, leaf)
  if (tree.counts === null) return
  columns.nodeCount.set(tree.counts.node, node)
  columns.leafCount.set(tree.counts.leaf, leaf)
}

/** Everything that a builder has collected beside the columns. */
interface Collected {
  readonly outputs: readonly number[]
  readonly firstNode: readonly number[]
  readonly firstLeaf: readonly number[]
  readonly setStart: readonly number[]
  readonly setItems: Int32Array
  readonly linear: readonly LinearTree[]
  readonly counted: boolean
}

function toTrees(columns: TreeColumns, { firstNode, firstLeaf, setStart, ...rest }: Collected): Trees {
  const nodes = firstNode.at(-1)!
  const leaves = firstLeaf.at(-1)!
  const leafValue = columns.leafValue.slice(0, leaves)
  return {
    root: Int32Array.from(rest.outputs, (_, t) => (firstNode[t + 1]! > firstNode[t]! ? firstNode[t]! : ~firstLeaf[t]!)),
    output: Int32Array.from(rest.outputs),
    firstNode: Int32Array.from(firstNode),
    firstLeaf: Int32Array.from(firstLeaf),
    feature: columns.feature.slice(0, nodes),
    decision: columns.decision.slice(0, nodes),
    threshold: columns.threshold.slice(0, nodes),
    left: columns.left.slice(0, nodes),
    right: columns.right.slice(0, nodes),
    setStart: Int32Array.from(setStart),
    setItems: rest.setItems.slice(0, setStart.at(-1)!),
    leafValue,
    linear: rest.linear.length === 0 ? null : flattenLinear(rest.linear, leafValue),
    counts:
      rest.counted && leaves > 0
        ? { node: columns.nodeCount.slice(0, nodes), leaf: columns.leafCount.slice(0, leaves) }
        : null,
  }
}

/** Linear leaf: `constant + Σ coefficients[i] · row[features[i]]`. */
export interface LinearLeaf {
  readonly constant: number
  readonly features: ArrayLike<number>
  readonly coefficients: ArrayLike<number>
}

/** Leaves of one tree, null for plain ones; its leaf 0 is leaf `firstLeaf` of the ensemble. */
interface LinearTree {
  readonly firstLeaf: number
  readonly leaves: readonly (LinearLeaf | null)[]
}

/** @param trees in the order of their leaves @param leafValue of all leaves of the ensemble */
export function flattenLinear(trees: readonly LinearTree[], leafValue: Float64Array): LinearLeaves {
  const constant = leafValue.slice()
  const termStart = new Int32Array(leafValue.length + 1)
  const feature: number[] = []
  const coefficient: number[] = []
  for (const { firstLeaf, leaves } of trees) {
    leaves.forEach((leaf, i) => {
      if (leaf === null) return
      constant[firstLeaf + i] = leaf.constant
      for (let t = 0; t < leaf.features.length; t++) {
        feature.push(leaf.features[t]!)
        coefficient.push(leaf.coefficients[t]!)
      }
      termStart[firstLeaf + i + 1] = leaf.features.length
    })
  }
  for (let i = 0; i < leafValue.length; i++) termStart[i + 1] = termStart[i + 1]! + termStart[i]!
  return { constant, termStart, feature: Int32Array.from(feature), coefficient: Float64Array.from(coefficient) }
}

/** Columns of `Trees` while they grow; all node columns have one length, all leaf columns another. */
export interface TreeColumns {
  feature: Int32Array
  decision: Uint8Array
  threshold: Float64Array
  left: Int32Array
  right: Int32Array
  nodeCount: Float64Array
  leafValue: Float64Array
  leafCount: Float64Array
}

export function createColumns(): TreeColumns {
  const rows = 256
  return {
    feature: new Int32Array(rows),
    decision: new Uint8Array(rows),
    threshold: new Float64Array(rows),
    left: new Int32Array(rows),
    right: new Int32Array(rows),
    nodeCount: new Float64Array(rows),
    leafValue: new Float64Array(rows),
    leafCount: new Float64Array(rows),
  }
}

/** Makes the columns at least this long. */
export function reserve(columns: TreeColumns, nodes: number, leaves: number): void {
  if (nodes > columns.feature.length) {
    columns.feature = grow(columns.feature, nodes)
    columns.decision = grow(columns.decision, nodes)
    columns.threshold = grow(columns.threshold, nodes)
    columns.left = grow(columns.left, nodes)
    columns.right = grow(columns.right, nodes)
    columns.nodeCount = grow(columns.nodeCount, nodes)
  }
  if (leaves > columns.leafValue.length) {
    columns.leafValue = grow(columns.leafValue, leaves)
    columns.leafCount = grow(columns.leafCount, leaves)
  }
}

/** Returns the array, or a copy at least twice as long, so that appending n numbers costs O(n). */
export function grow<A extends Int32Array | Uint8Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array
  const longer = new (array.constructor as new (length: number) => A)(Math.max(length, 2 * array.length))
  longer.set(array)
  return longer
}

/**
 * Renumbers the nodes `start ≤ n < end` of one tree so that parents come first, in a left-first walk; leaves keep their numbers.
 * Trees that are in such an order already, as trainers write them, do not change. Children are numbered within the tree, node
 * `start` is its root, and it must be a tree.
 */
function parentsFirst(columns: Readonly<TreeColumns>, start: number, end: number): void {
  const { left, right } = columns
  if (isOrdered(left, right, start, end)) return

  const order: number[] = []
  const place = new Int32Array(end - start)
  const pending = [0]
  while (pending.length > 0) {
    const node = pending.pop()!
    place[node] = order.push(node) - 1
    for (const child of [right[start + node]!, left[start + node]!]) if (child >= 0) pending.push(child)
  }
  for (const children of [left, right]) {
    for (let n = start; n < end; n++) if (children[n]! >= 0) children[n] = place[children[n]!]!
  }
  const { feature, decision, threshold, nodeCount } = columns
  for (const column of [feature, decision, threshold, left, right, nodeCount]) {
    const before = column.slice(start, end)
    order.forEach((node, n) => {
      column[start + n] = before[node]!
    })
  }
}

function isOrdered(left: Int32Array, right: Int32Array, start: number, end: number): boolean {
  for (let n = start; n < end; n++) {
    if ((left[n]! >= 0 && left[n]! <= n - start) || (right[n]! >= 0 && right[n]! <= n - start)) return false
  }
  return true
}
