import type { TreeEnsemble } from '../../../form/tree-ensemble.ts'
import { zeroLimit } from '../../node-test.ts'
import { type CodedColumn, codedColumn, columnBytes, packCodes } from '../codes.ts'
import { columnKind, find, type SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import type { PackedTable } from './table-blocks.ts'
import { listWords } from './table-layout.ts'

const pairBytes = 80

/** Addresses of the look-up tables of kernels/table.ts. */
export interface TableColumns {
  readonly pairs: number
  readonly pairsEnd: number
  /** Columns that are in no pair. */
  readonly others: number
  readonly othersEnd: number
  /** Lists of the current row, a multiple of two. */
  readonly lists: number
  readonly listsEnd: number
  /** Codes of the current row, one byte each, in the order of `order`; kernels may read up to a multiple of 64. */
  readonly codes: number
  /** Numbers of the columns, paired ones first. */
  readonly order: readonly number[]
}

/** Writes the codes of each column and the lists that they lead to. */
export function packTableColumns(
  heap: Heap,
  ensemble: TreeEnsemble,
  columns: SplitColumns,
  table: PackedTable,
): TableColumns {
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

  // Kernels read two lists at a time; an odd one is followed by a list of blocks that rule out nothing.
  const listsBytes = listBytes * (ordered.length + (ordered.length % 2))
  const lists = heap.allocate(listsBytes)
  heap.u32.fill(table.blocksAt, lists >> 2, (lists + listsBytes) >> 2)
  return {
    pairs,
    pairsEnd: pairs + (paired / 2) * pairBytes,
    others: columnsAt + paired * columnBytes,
    othersEnd: columnsAt + ordered.length * columnBytes,
    lists,
    listsEnd: lists + listsBytes,
    codes: heap.allocate(ordered.length),
    order: ordered.map(({ number }) => number),
  }
}

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
