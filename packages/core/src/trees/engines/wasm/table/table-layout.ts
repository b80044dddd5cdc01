import { leavesBelow, type Trees } from '../../../form/tree-ensemble.ts'
import type { SplitColumns } from '../columns.ts'

/** Most leaves of a tree in a table. */
export const mostLeaves = 64

/** Bytes of a block: a cache line, with the masks of as many trees as fit. */
export const blockBytes = 64

/** Bytes of a tree in a block, with a bit for each leaf. */
export function treeBytes(trees: Trees): 1 | 2 | 4 | 8 {
  const most = mostLeavesOf(trees)
  if (most <= 8) return 1
  if (most <= 16) return 2
  return most <= 32 ? 4 : 8
}

/** Largest number of leaves of a tree. */
export function mostLeavesOf({ firstLeaf }: Trees): number {
  return firstLeaf.reduce((most, leaf, t) => (t === 0 ? 0 : Math.max(most, leaf - firstLeaf[t - 1]!)), 0)
}

/** Blocks for all trees. */
export function blockCount(trees: Trees): number {
  return Math.ceil((trees.root.length * treeBytes(trees)) / blockBytes)
}

/** Words of a list of block addresses; kernels copy four at a time. */
export function listWords(trees: Trees): number {
  return 4 * Math.ceil(blockCount(trees) / 4)
}

/** Upper bound of the number of blocks: one for each test plus those of missing cells, or all blocks of all codes. */
export function mostBlocks(trees: Trees, { kind, limits, limitOf }: SplitColumns): number {
  const blocks = blockCount(trees)
  return Math.min(limitOf.length + kind.length * blocks, (limits.length + kind.length) * blocks)
}

/** Upper bound of the bytes of lists and blocks. */
export function tableSize(trees: Trees, columns: SplitColumns): number {
  const codes = columns.limits.length + 2 * columns.kind.length
  return 4 * codes * listWords(trees) + blockBytes * mostBlocks(trees, columns)
}

/** Leaves of every tree from left to right; trees have at most 64. */
export interface LeafPlaces {
  /** Leaves left of node n as bits, place 0 the lowest: places 0 … 31 and 32 … 63. */
  readonly leftLow: Uint32Array
  readonly leftHigh: Uint32Array
  /** Leaf number within the tree of the leaf at a place: leafOf[firstLeaf + place]. */
  readonly leafOf: Uint8Array
  /** Leaf values in this order. */
  readonly values: Float64Array
}

/** Takes one pass, as children come after their parents. */
export function placeLeaves(trees: Trees): LeafPlaces {
  const { root, firstLeaf, left, right, leafValue } = trees
  const nodes = left.length
  const count = leavesBelow(trees)
  const leftLow = new Uint32Array(nodes)
  const leftHigh = new Uint32Array(nodes)
  const leafOf = new Uint8Array(leafValue.length)
  const values = new Float64Array(leafValue.length)
  const place = new Uint8Array(nodes)
  const tree = new Int32Array(nodes)
  const put = (t: number, child: number, at: number) => {
    if (child >= 0) {
      place[child] = at
      tree[child] = t
    } else {
      leafOf[firstLeaf[t]! + at] = ~child - firstLeaf[t]!
      values[firstLeaf[t]! + at] = leafValue[~child]!
    }
  }
  root.forEach((child, t) => {
    put(t, child, 0)
  })
  for (let n = 0; n < nodes; n++) {
    const from = place[n]!
    const to = from + count(left[n]!)
    leftLow[n] = bitsBelow(to) & ~bitsBelow(from)
    leftHigh[n] = bitsBelow(to - 32) & ~bitsBelow(from - 32)
    put(tree[n]!, left[n]!, from)
    put(tree[n]!, right[n]!, to)
  }
  return { leftLow, leftHigh, leafOf, values }
}

function bitsBelow(bit: number): number {
  if (bit <= 0) return 0
  return bit >= 32 ? -1 : (1 << bit) - 1
}
