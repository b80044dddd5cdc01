import { splitDecision } from '../../../form/scoring-rules.ts'
import { leavesBelow, type TreeEnsemble, type Trees } from '../../../form/tree-ensemble.ts'
import { zeroLimit } from '../../node-test.ts'
import { type CodedColumn, codedColumn, columnBytes, packCodes } from '../codes.ts'
import { columnKind, find, type SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import type { PackedTable } from './table-blocks.ts'

/** Largest number of leaves of a tree in a table. */
export const mostLeaves = 64

/** Bytes of a block: a cache line, with the masks of as many trees as fit. */
export const blockBytes = 64

/** Bytes of a tree in a block, with one bit for each leaf. */
export function treeBytes(trees: Trees): 1 | 2 | 4 | 8 {
  const most = mostLeavesOf(trees)
  if (most <= 8) return 1
  if (most <= 16) return 2
  return most <= 32 ? 4 : 8
}

export function mostLeavesOf({ firstLeaf }: Trees): number {
  return firstLeaf.reduce((most, leaf, t) => (t === 0 ? 0 : Math.max(most, leaf - firstLeaf[t - 1]!)), 0)
}

export function blockCount(trees: Trees): number {
  return Math.ceil((trees.root.length * treeBytes(trees)) / blockBytes)
}

/** Words of a list of block addresses; kernels copy four at a time. */
export function listWords(trees: Trees): number {
  return 4 * Math.ceil(blockCount(trees) / 4)
}

/**
 * Upper bound of the number of blocks: one for each test plus those of missing cells, or all blocks of all codes. Missing cells may be in
 * ranges, so that the code after them has blocks of its own.
 */
export function mostBlocks(trees: Trees, { kind, limits, limitOf }: SplitColumns): number {
  const blocks = blockCount(trees)
  const starts = kind.length * (trees.decision.includes(splitDecision.inRanges) ? 2 : 1)
  return Math.min(limitOf.length + starts * blocks, (limits.length + starts) * blocks)
}

/** Upper bound of the bytes of lists and blocks. */
export function tableSize(trees: Trees, columns: SplitColumns): number {
  const codes = columns.limits.length + 2 * columns.kind.length
  return 4 * codes * listWords(trees) + blockBytes * mostBlocks(trees, columns)
}

/** Leaves of every tree from left to right; trees have at most 64. */
export type LeafPlaces = Readonly<ReturnType<typeof placeLeaves>>

/** Places the leaves in one pass, as children come after their parents. */
export function placeLeaves(trees: Trees) {
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
  return {
    /** Bits of the leaves left of node n, place 0 the lowest: places 0 … 31, then 32 … 63. */
    leftLow,
    leftHigh,
    /** Leaf number within the tree of the leaf at a place, and its value: leafOf[firstLeaf + place]. */
    leafOf,
    values,
  }
}

function bitsBelow(bit: number): number {
  if (bit <= 0) return 0
  return bit >= 32 ? -1 : (1 << bit) - 1
}

const pairBytes = 80

/** Writes the codes of each column and the lists that they lead to. */
export function packTableColumns(heap: Heap, ensemble: TreeEnsemble, columns: SplitColumns, table: PackedTable) {
  const listBytes = 4 * listWords(ensemble.trees)
  const ordered = columnOrder(columns, zeroLimit(ensemble.precision))
  const columnsAt = packCodes(
    heap,
    ordered.map(({ column }) => column),
  )
  ordered.forEach(({ number }, i) => {
    heap.u32[(columnsAt + i * columnBytes + 48) >> 2] = table.columnAt[number]!
  })
  const paired = ordered.filter(({ column }) => isSimple(column)).length & ~1
  const pairs = packPairs(heap, columnsAt, paired)

  // Kernels read two lists at a time, so an odd one is followed by a list of blocks that rule out no leaf.
  const listsBytes = listBytes * (ordered.length + (ordered.length % 2))
  const lists = heap.allocate(listsBytes)
  heap.u32.fill(table.blocksAt, lists >> 2, (lists + listsBytes) >> 2)
  return {
    pairs,
    pairsEnd: pairs + (paired / 2) * pairBytes,
    /** Address of the columns that are in no pair. */
    others: columnsAt + paired * columnBytes,
    othersEnd: columnsAt + ordered.length * columnBytes,
    /** Lists of the current row, a multiple of two. */
    lists,
    listsEnd: lists + listsBytes,
    /** Codes of the current row, one byte per column in the order of `order`; kernels may read up to a multiple of 64. */
    codes: heap.allocate(ordered.length),
    /** Numbers of the columns, paired ones first. */
    order: ordered.map(({ number }) => number),
  }
}

/** Addresses of the look-up tables of kernels/table.ts. */
export type TableColumns = Readonly<ReturnType<typeof packTableColumns>>

/** Whether one comparison of two bounds finds the code; the kernel reads such columns in pairs. */
function isSimple({ buckets, zeroCode }: CodedColumn): boolean {
  return buckets.compares === 1 && zeroCode === 0
}

/** Orders columns, simple ones first. */
function columnOrder(columns: SplitColumns, zero: number): { readonly number: number; readonly column: CodedColumn }[] {
  return Array.from(columns.feature, (feature, number) => {
    const limits = columns.limits.subarray(columns.start[number]!, columns.start[number + 1]!)
    const zeroCode = columns.kind[number] === columnKind.zeroIsMissing ? find(limits, zero, 0, limits.length) + 1 : 0
    return { number, column: codedColumn(feature, limits, zeroCode) }
  }).sort((a, b) => Number(isSimple(b.column)) - Number(isSimple(a.column)))
}

/** Writes the first `count` columns in pairs. */
function packPairs(heap: Heap, columnsAt: number, count: number): number {
  const pairs = heap.allocate((count / 2) * pairBytes)
  const { u32, f64 } = heap
  const words = [0, 1, 2, 12] // words of a column: cell, bounds, first, list
  for (let i = 0; i < count; i++) {
    const column = (columnsAt + i * columnBytes) >> 3
    const pair = (pairs + (i >> 1) * pairBytes) >> 3
    const side = i % 2
    words.forEach((word, w) => {
      u32[2 * (pair + w) + side] = u32[2 * column + word]!
    })
    for (let number = 0; number < 3; number++) f64[pair + 4 + 2 * number + side] = f64[column + 3 + number]!
  }
  return pairs
}
