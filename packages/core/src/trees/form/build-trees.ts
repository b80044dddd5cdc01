import { packBitset, type SplitDecision, sparseCategories, splitDecision, trimBitset } from './scoring-rules.ts'
import type { LinearLeaves, Trees } from './tree-ensemble.ts'

/**
 * Tree as a parser reads it, numbered within itself: child `c` is node `c` when `c >= 0`, else leaf `~c`. The root is node 0; a
 * tree without nodes is its leaf 0. The parser has checked that every node and leaf is reached exactly once.
 */
export interface TreeRecord {
  readonly feature: ArrayLike<number>
  readonly decision: ArrayLike<SplitDecision>
  /** Split value, or for set decisions the set's number from `addCategories` or `addSlots`. */
  readonly threshold: ArrayLike<number>
  readonly left: ArrayLike<number>
  readonly right: ArrayLike<number>
  readonly leafValue: ArrayLike<number>
  /** Linear leaves, one entry per leaf and null for plain leaves; null if all are plain. */
  readonly linear: readonly (LinearLeaf | null)[] | null
  /** Training rows of every node and leaf; null if the artifact has none. */
  readonly counts: { readonly node: ArrayLike<number>; readonly leaf: ArrayLike<number> } | null
}

/** Stored set of categories: decision and threshold of the node that uses it. */
export interface CategorySet {
  readonly decision: SplitDecision
  readonly set: number
}

interface CollectedTree {
  readonly output: number
  readonly tree: TreeRecord
}

export function createTreesBuilder() {
  const collected: CollectedTree[] = []
  const setStart = [0]
  const setItems: number[] = []

  function addSet(items: ArrayLike<number>): number {
    for (let i = 0; i < items.length; i++) setItems.push(items[i]!)
    return setStart.push(setItems.length) - 2
  }

  const asBitset = (words: ArrayLike<number>) => ({ decision: splitDecision.inBitset, set: addSet(words) })
  const asList = (categories: ArrayLike<number>) => ({ decision: splitDecision.inList, set: addSet(categories) })

  return {
    /** Adds a set of categories 0 … 2147483647; returns its storage. */
    addCategories(categories: readonly number[]): CategorySet {
      const words = packBitset(categories)
      return words === null ? asList(Int32Array.from(new Set(categories)).sort()) : asBitset(words)
    },
    /** Adds a set as the words of a bitset: category c is bit `c & 31` of word `c >> 5`. */
    addBitset(words: Int32Array): CategorySet {
      const trimmed = trimBitset(words)
      const categories = sparseCategories(trimmed)
      return categories === null ? asBitset(trimmed) : asList(categories)
    },
    addSlots: addSet,
    addTree(output: number, tree: TreeRecord): void {
      collected.push({ output, tree })
    },
    finish(): Trees {
      const sets = { setStart: Int32Array.from(setStart), setItems: Int32Array.from(setItems) }
      return { ...flattenTrees(collected), ...sets }
    },
  }
}

/** Collects trees and sets until `finish`. */
export type TreesBuilder = Readonly<ReturnType<typeof createTreesBuilder>>

function flattenTrees(collected: readonly CollectedTree[]): Omit<Trees, 'setStart' | 'setItems'> {
  const trees = collected.map(({ tree }) => tree)
  const firstNode = startsOf(trees.map(({ feature }) => feature.length))
  const firstLeaf = startsOf(trees.map(({ leafValue }) => leafValue.length))
  const nodes = firstNode.at(-1)!
  const leaves = firstLeaf.at(-1)!
  const flat = {
    feature: new Int32Array(nodes),
    decision: new Uint8Array(nodes),
    threshold: new Float64Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    leafValue: new Float64Array(leaves),
  }
  const counts = { node: new Float64Array(nodes), leaf: new Float64Array(leaves) }
  trees.forEach((tree, t) => {
    const node = firstNode[t]!
    const leaf = firstLeaf[t]!
    const order = parentsFirst(tree)
    const place = Int32Array.from(order)
    order.forEach((from, n) => {
      place[from] = n
    })
    const childOf = (child: number): number => (child >= 0 ? node + place[child]! : child - leaf)
    order.forEach((from, n) => {
      flat.feature[node + n] = tree.feature[from]!
      flat.decision[node + n] = tree.decision[from]!
      flat.threshold[node + n] = tree.threshold[from]!
      flat.left[node + n] = childOf(tree.left[from]!)
      flat.right[node + n] = childOf(tree.right[from]!)
      if (tree.counts !== null) counts.node[node + n] = tree.counts.node[from]!
    })
    flat.leafValue.set(tree.leafValue, leaf)
    if (tree.counts !== null) counts.leaf.set(tree.counts.leaf, leaf)
  })
  const linear = trees.flatMap(({ linear }, t) => (linear === null ? [] : { firstLeaf: firstLeaf[t]!, leaves: linear }))
  return {
    root: Int32Array.from(trees, (_, t) => (firstNode[t + 1]! > firstNode[t]! ? firstNode[t]! : ~firstLeaf[t]!)),
    output: Int32Array.from(collected, ({ output }) => output),
    firstNode,
    firstLeaf,
    ...flat,
    linear: linear.length === 0 ? null : flattenLinear(linear, flat.leafValue),
    counts: leaves > 0 && trees.every((tree) => tree.counts !== null) ? counts : null,
  }
}

/** Running totals of sizes, beginning with 0. */
function startsOf(sizes: readonly number[]): Int32Array {
  const starts = new Int32Array(sizes.length + 1)
  sizes.forEach((size, i) => {
    starts[i + 1] = starts[i]! + size
  })
  return starts
}

/** Nodes in an order in which parents come first: their own order, as trainers write it, else that of a left-first walk. */
function parentsFirst({ left, right }: TreeRecord): number[] {
  const own = Array.from(left, (_, node) => node)
  if (own.every((node) => isBelow(left[node]!, node) && isBelow(right[node]!, node))) return own
  const order: number[] = []
  const pending = [0]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order.push(node)
    for (const child of [right[node]!, left[node]!]) if (child >= 0) pending.push(child)
  }
  return order
}

/** Whether a child is a leaf or a later node. */
function isBelow(child: number, node: number): boolean {
  return child < 0 || child > node
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

/** Flattens trees in the order of their leaves; `leafValue` has the values of all leaves of the ensemble. */
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
