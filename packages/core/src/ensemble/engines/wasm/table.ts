import { treesByOutput } from '../../slice.ts'
import { type TreeEnsemble, treeCount } from '../../tree-ensemble.ts'
import { everything, type Kernel, type Slice } from '../engine.ts'
import { zeroLimit } from '../node-test.ts'
import { type CodedColumn, codedColumn, columnBytes, packCodes } from './codes.ts'
import { type Columns, columnKind } from './columns.ts'
import type { Heap } from './heap.ts'
import { createPreparedRows } from './linear.ts'
import { find } from './rank-values.ts'
import { listWords, packTable, treeBytes } from './table-blocks.ts'
import type { Workspace } from './workspace.ts'

/**
 * One row at a time, for trees of at most 64 leaves: the and of one table row a column leaves one bit a tree, its leaf. See
 * kernels/table.ts. Time does not depend on the data.
 */
export function createTable(workspace: Workspace, ensemble: TreeEnsemble, columns: Columns): Kernel {
  const { heap, kernels, rowBytes, stepRows, rowsAt, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const lists = treesByOutput(ensemble)
  const order = Int32Array.from(lists.flatMap((list) => Array.from(list)))

  const coded = columnOrder(columns, zeroLimit(ensemble.precision))
  const bytes = treeBytes(trees)
  const listBytes = 4 * listWords(trees)
  const maskBytes = 16 * Math.ceil((numberOfTrees * bytes) / 16)
  const columnsAt = packCodes(
    heap,
    coded.map(({ column }) => column),
  )
  const table = packTable(heap, ensemble, columns, order)
  const masks = table.masksAt
  coded.forEach(({ number, column }, i) => {
    const list = table.columnAt[number]!
    heap.u32[(columnsAt + i * columnBytes + 48) >> 2] = list
    heap.u8.copyWithin(list + column.zeroCode * listBytes, list, list + listBytes)
  })
  const simple = coded.filter(({ column }) => column.buckets.compares === 1).length
  const pairs = packPairs(heap, columnsAt, simple >> 1)
  // Kernels read lists two at a time, so there may be one more, of blocks where all is possible.
  const listsBytes = listBytes * (coded.length + (coded.length % 2))
  const listsAt = heap.allocate(listsBytes)
  heap.u32.fill(table.blocksAt, listsAt >> 2, (listsAt + listsBytes) >> 2)
  const model = heap.put(
    Uint32Array.of(
      ...[pairs, pairs + (simple >> 1) * pairBytes],
      ...[columnsAt + (simple & ~1) * columnBytes, columnsAt + coded.length * columnBytes],
      ...[listBytes, listsAt, listsAt + listsBytes, masks, table.valuesAt, table.valueBytes],
    ),
  )
  const allRanges = heap.allocate(8 * numberOfOutputs)
  const ranges = heap.allocate(8 * numberOfOutputs)
  const prepared = trees.linear === null ? undefined : createPreparedRows(workspace, ensemble, 1)
  const sum = { 1: kernels.scoreRow8, 2: kernels.scoreRow16, 4: kernels.scoreRow32, 8: kernels.scoreRow64 }[bytes]

  /** First and last tree of each output, in the order of the table. */
  function putRanges(slice: Slice, address: number): void {
    const { u32 } = heap
    let start = 0
    lists.forEach((list, k) => {
      const last = Math.min(slice.last, list.length)
      u32[(address >> 2) + 2 * k] = start + Math.min(slice.first, last)
      u32[(address >> 2) + 2 * k + 1] = start + last
      start += list.length
    })
  }
  putRanges(everything, allRanges)

  /** Adds to the workspace's scores. */
  function addRow(row: number, rangesAt: number): void {
    const rangesEnd = rangesAt + 8 * numberOfOutputs
    if (prepared === undefined) sum(model, row, rangesAt, rangesEnd, scoresAt)
    else {
      prepared.prepare(row, 0, 1)
      kernels.scoreLinearRow(model, row, prepared.at, rangesAt, rangesEnd, scoresAt, bytes, maskBytes)
    }
  }

  return {
    scoreRow(start) {
      const { scores } = workspace
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = start
      addRow(rowsAt, allRanges)
      return scores
    },
    addTrees(rows, count, slice, out) {
      const { scores } = workspace
      putRanges(slice, ranges)
      for (let from = 0; from < count; from += stepRows) {
        const step = Math.min(stepRows, count - from)
        workspace.copyRows(rows, from, step)
        for (let r = 0; r < step; r++) {
          const at = (from + r) * numberOfOutputs
          for (let k = 0; k < numberOfOutputs; k++) scores[k] = out[at + k]!
          addRow(rowsAt + r * rowBytes, ranges)
          for (let k = 0; k < numberOfOutputs; k++) out[at + k] = scores[k]!
        }
      }
    },
    leafIndices(rows, count, out) {
      const { u32 } = heap
      for (let from = 0; from < count; from += stepRows) {
        const step = Math.min(stepRows, count - from)
        workspace.copyRows(rows, from, step)
        for (let r = 0; r < step; r++) {
          kernels.maskRow(model, rowsAt + r * rowBytes, maskBytes)
          for (let i = 0; i < numberOfTrees; i++) {
            const mask = masks + i * bytes
            const low = u32[mask >> 2]! >>> (8 * (mask & 3))
            const bit = low !== 0 ? lowestBit(low) : 32 + lowestBit(u32[(mask >> 2) + 1]!)
            const tree = order[i]!
            out[(from + r) * numberOfTrees + tree] = table.leafOf[trees.firstLeaf[tree]! + bit]!
          }
        }
      }
    },
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

const pairBytes = 80

/** The first columns, two by two, as kernels/table.ts reads them. */
function packPairs(heap: Heap, columnsAt: number, count: number): number {
  const pairs = heap.allocate(count * pairBytes)
  const { u32, f64 } = heap
  for (let i = 0; i < 2 * count; i++) {
    const column = (columnsAt + i * columnBytes) >> 3
    const pair = (pairs + (i >> 1) * pairBytes) >> 3
    const side = i % 2
    const words = [0, 1, 2, 12]
    words.forEach((word, w) => {
      u32[2 * (pair + w) + side] = u32[2 * column + word]!
    })
    for (let number = 0; number < 3; number++) f64[pair + 4 + 2 * number + side] = f64[column + 3 + number]!
  }
  return pairs
}

/** Columns that take one comparison of two bounds first: the kernel looks these up in pairs. */
function columnOrder(columns: Columns, zero: number): { readonly number: number; readonly column: CodedColumn }[] {
  return Array.from(columns.feature, (feature, number) => {
    const limits = columns.limits.subarray(columns.start[number]!, columns.start[number + 1]!)
    const zeroCode = columns.kind[number] === columnKind.zeroIsMissing ? find(limits, zero, 0, limits.length) + 1 : 0
    return { number, column: codedColumn(feature, limits, zeroCode) }
  }).sort((a, b) => Number(b.column.buckets.compares === 1) - Number(a.column.buckets.compares === 1))
}
