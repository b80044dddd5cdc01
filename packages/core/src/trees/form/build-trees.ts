import { type SplitDecision, splitDecision } from './scoring-rules.ts'
import { packBitset, sparseCategories, trimBitset, wordsOfLimits } from './sets.ts'
import type { LinearLeaves, Trees } from './tree-ensemble.ts'

/**
 * Tree as a parser reads it, numbered within itself: child `c` is node `c` when `c >= 0`, else leaf `~c`. The root is node 0; a
 * tree without nodes is its leaf 0. The parser has checked that every node and leaf is reached exactly once.
 */
export interface TreeRecord {
  readonly feature: ArrayLike<number>
  readonly decision: ArrayLike<SplitDecision>
  /** Split value, or for set decisions the set's number from `addCategories`, `addSlots` or `addRanges`. */
  readonly threshold: ArrayLike<number>
  readonly left: ArrayLike<number>
  readonly right: ArrayLike<number>
  readonly leafValue: ArrayLike<number>
  /** K numbers for each leaf, in all trees or in none. Leaf values are then ignored. */
  readonly leafVector?: ArrayLike<number>
  /** Numbers of the leaves in the trainer's file, if they are not 0, 1, …; in all trees or in none. */
  readonly leafNumber?: ArrayLike<number>
  /** Linear leaves, one entry per leaf and null for plain leaves; null if all are plain. */
  readonly linear: readonly (LinearLeaf | null)[] | null
  /** Training rows of every node and leaf; null if the artifact has none. */
  readonly counts: { readonly node: ArrayLike<number>; readonly leaf: ArrayLike<number> } | null
}

/** Stored set: decision and threshold of the node that tests it. */
export interface CategorySet {
  readonly decision: SplitDecision
  readonly set: number
}

/** Array that grows, so that a model in reading takes little more than when it is read. */
export function createColumn<T extends Float64Array | Int32Array | Uint8Array>(create: (length: number) => T) {
  let items = create(64)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= items.length) return
    const grown = create(Math.ceil(1.25 * (length + more)))
    grown.set(items)
    items = grown
  }

  return {
    length: () => length,
    push(value: number): void {
      reserve(1)
      items[length++] = value
    },
    append(values: ArrayLike<number>): void {
      reserve(values.length)
      items.set(values, length)
      length += values.length
    },
    /** Numbers of the column, which is empty from then on. */
    finish(): T {
      const all = items.slice(0, length) as T
      items = create(0)
      length = 0
      return all
    },
  }
}

const int32s = () => createColumn((length) => new Int32Array(length))
const float64s = () => createColumn((length) => new Float64Array(length))

export function createTreesBuilder() {
  const setStart = int32s()
  const setItems = int32s()
  const trees = createFlatTrees()
  setStart.push(0)

  function addSet(items: ArrayLike<number>): number {
    setItems.append(items)
    setStart.push(setItems.length())
    return setStart.length() - 2
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
    /** Adds a set of ranges by its limits, as `rangesOf` and `integerRanges` make them. */
    addRanges(limits: ArrayLike<number>): CategorySet {
      return { decision: splitDecision.inRanges, set: addSet(wordsOfLimits(limits)) }
    },
    addTree: trees.add,
    finish: (): Trees => ({ ...trees.finish(), setStart: setStart.finish(), setItems: setItems.finish() }),
  }
}

/** Collects trees and sets until `finish`. */
export type TreesBuilder = Readonly<ReturnType<typeof createTreesBuilder>>

function createFlatTrees() {
  const flat = {
    root: int32s(),
    output: int32s(),
    firstNode: int32s(),
    firstLeaf: int32s(),
    feature: int32s(),
    decision: createColumn((length) => new Uint8Array(length)),
    threshold: float64s(),
    left: int32s(),
    right: int32s(),
    leafValue: float64s(),
  }
  const leafVector = float64s()
  const leafNumber = int32s()
  const counts = { node: float64s(), leaf: float64s() }
  const linear: LinearTree[] = []
  flat.firstNode.push(0)
  flat.firstLeaf.push(0)

  return {
    add(output: number, tree: TreeRecord): void {
      const node = flat.feature.length()
      const leaf = flat.leafValue.length()
      const leaves = tree.leafValue.length
      const { order, place } = parentsFirst(tree)
      const childOf = (child: number): number => (child >= 0 ? node + place[child]! : child - leaf)
      for (const from of order) {
        flat.feature.push(tree.feature[from]!)
        flat.decision.push(tree.decision[from]!)
        flat.threshold.push(tree.threshold[from]!)
        flat.left.push(childOf(tree.left[from]!))
        flat.right.push(childOf(tree.right[from]!))
        if (tree.counts !== null) counts.node.push(tree.counts.node[from]!)
      }
      flat.root.push(order.length > 0 ? node : ~leaf)
      flat.output.push(output)
      flat.firstNode.push(node + order.length)
      flat.firstLeaf.push(leaf + leaves)
      flat.leafValue.append(tree.leafVector === undefined ? tree.leafValue : new Float64Array(leaves))
      leafVector.append(tree.leafVector ?? [])
      leafNumber.append(tree.leafNumber ?? [])
      if (tree.counts !== null) counts.leaf.append(tree.counts.leaf)
      if (tree.linear !== null) linear.push({ firstLeaf: leaf, leaves: tree.linear })
    },
    finish(): Omit<Trees, 'setStart' | 'setItems'> {
      const leafValue = flat.leafValue.finish()
      const isCounted = leafValue.length > 0 && counts.leaf.length() === leafValue.length
      return {
        root: flat.root.finish(),
        output: flat.output.finish(),
        firstNode: flat.firstNode.finish(),
        firstLeaf: flat.firstLeaf.finish(),
        feature: flat.feature.finish(),
        decision: flat.decision.finish(),
        threshold: flat.threshold.finish(),
        left: flat.left.finish(),
        right: flat.right.finish(),
        leafValue,
        leafNumber: leafNumber.length() === 0 ? null : leafNumber.finish(),
        leafVector: leafVector.length() === 0 ? null : leafVector.finish(),
        leafEntries: null,
        linear: linear.length === 0 ? null : flattenLinear(linear, leafValue),
        counts: isCounted ? { node: counts.node.finish(), leaf: counts.leaf.finish() } : null,
      }
    },
  }
}

/** Nodes in an order in which parents come first, and their places in it: their own order, as trainers write it, else that of a left-first walk. */
function parentsFirst({ left, right }: TreeRecord) {
  const own = Int32Array.from({ length: left.length }, (_, node) => node)
  if (own.every((node) => isBelow(left[node]!, node) && isBelow(right[node]!, node))) return { order: own, place: own }
  const order = new Int32Array(left.length)
  const place = new Int32Array(left.length)
  const pending = [0]
  let placed = 0
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    place[node] = placed
    order[placed++] = node
    for (const child of [right[node]!, left[node]!]) if (child >= 0) pending.push(child)
  }
  return { order, place }
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
