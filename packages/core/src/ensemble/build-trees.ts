import { packBitset } from './category-set.ts'
import { parentsFirst } from './parents-first.ts'
import { type SplitDecision, splitDecision } from './split.ts'
import type { Counts, LinearLeaves, Trees } from './tree-ensemble.ts'

/**
 * One tree as a parser reads it, numbered within itself: child `c` is node `c` when `c >= 0`, else leaf `~c`. The root is
 * node 0; a tree without nodes is its leaf 0. The parser has proved that every node and leaf is reached exactly once.
 */
export interface TreeRecord {
  readonly feature: number[]
  readonly decision: SplitDecision[]
  /** Split value, or for set decisions the number that `addCategories` or `addSlots` gave. */
  readonly threshold: number[]
  readonly left: number[]
  readonly right: number[]
  readonly leafValue: number[]
  /** One entry a leaf, null for plain leaves; null when all are. */
  readonly linear: readonly (LinearLeaf | null)[] | null
  /** Training rows of every node and leaf; null where the artifact does not say. */
  readonly counts: { readonly node: readonly number[]; readonly leaf: readonly number[] } | null
}

export interface LinearLeaf {
  readonly constant: number
  readonly features: readonly number[]
  readonly coefficients: readonly number[]
}

/** Collects trees and sets and lays them out flat. State: the arrays that grow until `finish`. */
export interface TreesBuilder {
  /** A set of categories 0 … 2147483647; says how it is stored. */
  addCategories(categories: readonly number[]): { readonly decision: SplitDecision; readonly set: number }
  /** A set of feature slots. */
  addSlots(slots: readonly number[]): number
  addTree(output: number, tree: TreeRecord): void
  finish(): Trees
}

export function createTreesBuilder(): TreesBuilder {
  const records: { readonly output: number; readonly tree: TreeRecord }[] = []
  const setStart = [0]
  const setItems: number[] = []

  function addSet(items: Iterable<number>): number {
    for (const item of items) setItems.push(item)
    setStart.push(setItems.length)
    return setStart.length - 2
  }

  return {
    addCategories(categories) {
      const words = packBitset(categories)
      if (words !== null) return { decision: splitDecision.inBitset, set: addSet(words) }
      const sorted = Int32Array.from(new Set(categories)).sort()
      return { decision: splitDecision.inList, set: addSet(sorted) }
    },
    addSlots: addSet,
    addTree(output, tree) {
      records.push({ output, tree: parentsFirst(tree) })
    },
    finish() {
      const trees = records.map((record) => record.tree)
      const firstNode = starts(trees.map((tree) => tree.feature.length))
      const firstLeaf = starts(trees.map((tree) => tree.leafValue.length))
      const children = (side: 'left' | 'right') =>
        flatten(trees, side, new Int32Array(firstNode.at(-1)!), (child, t) =>
          child >= 0 ? child + firstNode[t]! : ~(~child + firstLeaf[t]!),
        )
      return {
        root: Int32Array.from(trees, (tree, t) => (tree.feature.length > 0 ? firstNode[t]! : ~firstLeaf[t]!)),
        output: Int32Array.from(records, (record) => record.output),
        firstNode,
        firstLeaf,
        feature: flatten(trees, 'feature', new Int32Array(firstNode.at(-1)!)),
        decision: flatten(trees, 'decision', new Uint8Array(firstNode.at(-1)!)),
        threshold: flatten(trees, 'threshold', new Float64Array(firstNode.at(-1)!)),
        left: children('left'),
        right: children('right'),
        setStart: Int32Array.from(setStart),
        setItems: Int32Array.from(setItems),
        leafValue: flatten(trees, 'leafValue', new Float64Array(firstLeaf.at(-1)!)),
        linear: flattenLinear(trees, firstLeaf.at(-1)!),
        counts: flattenCounts(trees),
      }
    },
  }
}

/** Running totals: [2, 3] → [0, 2, 5]. */
function starts(lengths: readonly number[]): Int32Array {
  const totals = new Int32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    totals[i + 1] = totals[i]! + length
  })
  return totals
}

function flatten<A extends Int32Array | Uint8Array | Float64Array>(
  trees: readonly TreeRecord[],
  key: 'feature' | 'decision' | 'threshold' | 'left' | 'right' | 'leafValue',
  into: A,
  shift: (value: number, tree: number) => number = (value) => value,
): A {
  let at = 0
  trees.forEach((tree, t) => {
    for (const value of tree[key]) into[at++] = shift(value, t)
  })
  return into
}

function flattenCounts(trees: readonly TreeRecord[]): Counts | null {
  if (trees.length === 0 || trees.some((tree) => tree.counts === null)) return null
  return {
    node: Float64Array.from(trees.flatMap((tree) => tree.counts!.node)),
    leaf: Float64Array.from(trees.flatMap((tree) => tree.counts!.leaf)),
  }
}

function flattenLinear(trees: readonly TreeRecord[], leaves: number): LinearLeaves | null {
  if (trees.every((tree) => tree.linear === null)) return null
  const constant = new Float64Array(leaves)
  const termStart = new Int32Array(leaves + 1)
  const feature: number[] = []
  const coefficient: number[] = []
  let at = 0
  for (const tree of trees) {
    tree.leafValue.forEach((value, leaf) => {
      const linear = tree.linear?.[leaf] ?? { constant: value, features: [], coefficients: [] }
      constant[at++] = linear.constant
      for (const index of linear.features) feature.push(index)
      for (const factor of linear.coefficients) coefficient.push(factor)
      termStart[at] = feature.length
    })
  }
  return { constant, termStart, feature: Int32Array.from(feature), coefficient: Float64Array.from(coefficient) }
}
