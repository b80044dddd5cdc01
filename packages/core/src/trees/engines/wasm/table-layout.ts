import type { Trees } from '../../form/tree-ensemble.ts'
import type { Columns } from './columns.ts'

/** Leaves of a tree that a table has bits for. */
export const mostLeaves = 64

/** Blocks are lines of the cache, of the masks of as many trees as fit. */
export const blockBytes = 64

/** Bytes of a tree in a block: a bit for each leaf. */
export function treeBytes(trees: Trees): 1 | 2 | 4 | 8 {
  const most = mostLeavesOf(trees)
  if (most <= 8) return 1
  if (most <= 16) return 2
  return most <= 32 ? 4 : 8
}

/** Leaves of the tree that has most. */
export function mostLeavesOf({ firstLeaf }: Trees): number {
  return firstLeaf.reduce((most, leaf, t) => (t === 0 ? 0 : Math.max(most, leaf - firstLeaf[t - 1]!)), 0)
}

/** Blocks that all trees take. */
export function blockCount(trees: Trees): number {
  return Math.ceil((trees.root.length * treeBytes(trees)) / blockBytes)
}

/** Words of a list of block addresses: kernels copy four at a time. */
export function listWords(trees: Trees): number {
  return 4 * Math.ceil(blockCount(trees) / 4)
}

/** Blocks at most: one for each test of a split and those of missing cells, or all of each code if these are fewer. */
export function mostBlocks(trees: Trees, { kind, limits, limitOf }: Columns): number {
  const blocks = blockCount(trees)
  return Math.min(limitOf.length + kind.length * blocks, (limits.length + kind.length) * blocks)
}

/** Bytes of lists and blocks at most. */
export function tableSize(trees: Trees, columns: Columns): number {
  const codes = columns.limits.length + 2 * columns.kind.length
  return 4 * codes * listWords(trees) + blockBytes * mostBlocks(trees, columns)
}
