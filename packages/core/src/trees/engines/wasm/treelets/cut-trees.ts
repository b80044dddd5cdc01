import { leavesBelow, type Trees } from '../../../form/tree-ensemble.ts'
import type { SplitColumns } from '../columns.ts'

/** Largest number of leaves of a crown, each a bit in two bytes of a table. */
export const crownLeaves = 16

export function cutCrowns(trees: Trees, rows: (split: number) => number) {
  const isUpper = new Uint8Array(trees.left.length)
  const splits: number[] = []
  const exits = new Int32Array(crownLeaves * trees.root.length)
  const left: number[] = []
  const right: number[] = []
  const firstNode = [0]
  let leaf = 0

  function visit(child: number): number {
    if (child < 0 || isUpper[child] === 0) {
      exits[leaf] = child
      return ~leaf++
    }
    const split = splits.push(child) - 1
    left[split] = visit(trees.left[child]!)
    right[split] = visit(trees.right[child]!)
    return split
  }

  const root = trees.root.map((top, t) => {
    if (top >= 0) markUpper(trees, rows, top, crownLeaves - 1, isUpper)
    leaf = crownLeaves * t
    const crown = visit(top)
    firstNode.push(splits.length)
    exits.fill(exits[leaf - 1]!, leaf, crownLeaves * (t + 1))
    return crown
  })
  return {
    /** Crowns as trees, whose leaves have no values. */
    trees: {
      ...trees,
      root,
      firstNode: Int32Array.from(firstNode),
      firstLeaf: Int32Array.from(firstNode, (_, t) => crownLeaves * t),
      feature: Int32Array.from(splits, (split) => trees.feature[split]!),
      decision: Uint8Array.from(splits, (split) => trees.decision[split]!),
      threshold: Float64Array.from(splits, (split) => trees.threshold[split]!),
      left: Int32Array.from(left),
      right: Int32Array.from(right),
      leafValue: new Float64Array(exits.length),
      linear: null,
      counts: null,
    },
    /** Split of the tree for each split of the crown. */
    splits: Int32Array.from(splits),
    /** Split of the tree, or ~leaf, at each leaf of the crown; unused places repeat the last one. */
    exits,
  }
}

/** Upper part of each tree: the splits that most training rows reach. */
export type Crowns = Readonly<ReturnType<typeof cutCrowns>>

/** Columns with the splits of crowns, which all compare a number. */
export function crownColumns(columns: SplitColumns, { splits }: Crowns): SplitColumns {
  const { firstLimit, limitOf, ofNode } = columns
  return {
    ...columns,
    firstLimit: Int32Array.from({ length: splits.length + 1 }, (_, split) => split),
    limitOf: splits.map((split) => limitOf[firstLimit[split]!]!),
    ofNode: splits.map((split) => ofNode[split]!),
  }
}

/** Returns the number of training rows that reach a split; without counts all leaves are taken as equally likely. */
export function rowsOf(trees: Trees): (split: number) => number {
  const { counts } = trees
  return counts === null ? leavesBelow(trees) : (split) => counts.node[split]!
}

/** Marks `top` and the splits below it that most rows reach, `most` in all; returns the splits just below them. */
function markUpper(
  { left, right }: Trees,
  rows: (split: number) => number,
  top: number,
  most: number,
  isUpper: Uint8Array,
): readonly number[] {
  const ways = [top]
  for (let marked = 0; marked < most && ways.length > 0; marked++) {
    let best = 0
    for (let i = 1; i < ways.length; i++) if (rows(ways[i]!) > rows(ways[best]!)) best = i
    const split = ways[best]!
    isUpper[split] = 1
    ways[best] = ways.at(-1)!
    ways.pop()
    if (left[split]! >= 0) ways.push(left[split]!)
    if (right[split]! >= 0) ways.push(right[split]!)
  }
  return ways
}

export const mostUpperSplits = 6

/**
 * Treelets below the crowns. A treelet has up to six upper splits, those that most rows reach below its first split, and one
 * more split under each way out of these.
 */
export type Treelets = Readonly<ReturnType<typeof cutTreelets>>

export function cutTreelets(trees: Trees, { exits }: Crowns, rows: (split: number) => number) {
  const { root, left, right } = trees
  const isUpper = new Uint8Array(left.length)
  const tops: number[] = []
  const first = new Int32Array(root.length + 1)
  let steps = 0
  root.forEach((top, t) => {
    const begin = (split: number) => {
      if (split < 0) return
      tops.push(split)
      const share = rows(split) / rows(top)
      steps += share >= 0 && share <= 1 ? share : 1 // counts come unchecked from the file
    }
    let next = tops.length
    for (const exit of new Set(exits.subarray(crownLeaves * t, crownLeaves * (t + 1)))) begin(exit)
    for (; next < tops.length; next++) {
      for (const split of markUpper(trees, rows, tops[next]!, mostUpperSplits, isUpper)) {
        begin(left[split]!)
        begin(right[split]!)
      }
    }
    first[t + 1] = next
  })
  return {
    /** First split of each treelet; treelets of tree t are first[t] … first[t + 1] - 1. */
    tops: Int32Array.from(tops),
    first,
    /** Flags of splits: 1 for the upper splits of a treelet. */
    isUpper,
    /** Mean number of treelets that a training row passes. */
    steps,
  }
}
