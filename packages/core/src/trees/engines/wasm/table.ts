import { everything, type Slice, treesByOutput } from '../../form/slice.ts'
import { type TreeEnsemble, treeCount } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import type { Columns } from './columns.ts'
import { createPreparedRows } from './linear.ts'
import { packTable } from './table-blocks.ts'
import { packTableColumns } from './table-columns.ts'
import { listWords, treeBytes } from './table-layout.ts'
import type { Workspace } from './workspace.ts'

/**
 * One row at a time, for trees of at most 64 leaves: the and of one table row a column leaves one bit a tree, its leaf. See
 * kernels/table.ts. Time does not depend on the data.
 */
export function createTable(workspace: Workspace, ensemble: TreeEnsemble, columns: Columns): Kernel {
  const { heap, kernels, rowBytes, stepRows, rowsAt, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const outputTrees = treesByOutput(ensemble)
  const order = Int32Array.from(outputTrees.flatMap((list) => Array.from(list)))

  const bytes = treeBytes(trees)
  const maskBytes = 16 * Math.ceil((numberOfTrees * bytes) / 16)
  const table = packTable(heap, ensemble, columns, order)
  const { pairs, pairsEnd, others, othersEnd, lists, listsEnd } = packTableColumns(heap, ensemble, columns, table)
  const masks = table.masksAt
  const model = heap.put(
    Uint32Array.of(
      ...[pairs, pairsEnd, others, othersEnd],
      ...[4 * listWords(trees), lists, listsEnd, masks, table.valuesAt, table.valueBytes],
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
    outputTrees.forEach((list, k) => {
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
