import { type TreeEnsemble, type Trees, treeCount } from '../../../form/tree-ensemble.ts'
import type { Kernel } from '../../engine.ts'
import type { SplitColumns } from '../columns.ts'
import type { Workspace } from '../heap.ts'
import { createPreparedRows, linearCost } from '../linear.ts'
import { createRanges, forEachRow, scoresRowByRow } from '../row-by-row.ts'
import { megabytes, type Work } from '../work.ts'
import { noLeaves, packOrderedLeaves, packPairedLeaves } from './linear-leaves.ts'
import { packTable } from './table-blocks.ts'
import { listWords, mostLeaves, mostLeavesOf, packTableColumns, type TableColumns, treeBytes } from './table-layout.ts'

/**
 * Creates the table kernel. It scores one row at a time, for trees of at most 64 leaves: and-ing one table row per column leaves
 * one bit per tree, its leaf. See kernels/table.ts. Time does not depend on the data.
 */
export function createTable(workspace: Workspace, ensemble: TreeEnsemble, columns: SplitColumns): Kernel {
  const { heap, kernels, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const ranges = createRanges(heap, ensemble)

  const bytes = treeBytes(trees)
  const maskBytes = 16 * Math.ceil((numberOfTrees * bytes) / 16)
  const table = packTable(heap, ensemble, columns, ranges.order)
  const tableColumns = packTableColumns(heap, ensemble, columns, table)
  const masks = table.masksAt
  const valueBytes = 8 * mostLeavesOf(trees)
  const values = heap.allocate(valueBytes * numberOfTrees)
  ranges.order.forEach((tree, i) => {
    const ofTree = table.places.values.subarray(trees.firstLeaf[tree]!, trees.firstLeaf[tree + 1]!)
    heap.f64.set(ofTree, (values + valueBytes * i) >> 3)
  })
  const model = heap.put(Uint32Array.from(tableModel(tableColumns, trees, masks, [values, valueBytes])))
  const prepared = createPreparedRows(workspace, ensemble, 1)
  const paired = packPairedLeaves(heap, ensemble, ranges.order, table.places)
  const ordered = paired === 0 ? packOrderedLeaves(heap, ensemble, ranges.order, table.places) : noLeaves
  const sum = { 1: kernels.scoreRow8, 2: kernels.scoreRow16, 4: kernels.scoreRow32, 8: kernels.scoreRow64 }[bytes]

  /** Adds a row to the workspace's scores. */
  function addRow(row: number, rangesAt: number): void {
    const rangesEnd = rangesAt + 8 * numberOfOutputs
    if (prepared === null) {
      sum(model, row, rangesAt, rangesEnd, scoresAt)
      return
    }
    const areFinite = prepared.prepare(row, 0, 1)
    if (areFinite && paired !== 0) {
      kernels.scorePairedRow(model, row, prepared.at, rangesAt, rangesEnd, scoresAt, maskBytes, paired)
      return
    }
    const { at, treeBytes, terms } = areFinite ? ordered : noLeaves
    kernels.scoreLinearRow(
      model,
      row,
      prepared.at,
      rangesAt,
      rangesEnd,
      scoresAt,
      bytes,
      maskBytes,
      at,
      treeBytes,
      terms,
    )
  }

  /** Writes the leaf of each tree, in file order, to `out` from `at` on. */
  function findLeaves(row: number, out: Int32Array, at: number): void {
    const { u32 } = heap
    kernels.maskRow(model, row, maskBytes)
    for (let i = 0; i < numberOfTrees; i++) {
      const mask = masks + i * bytes
      const low = u32[mask >> 2]! >>> (8 * (mask & 3))
      const bit = low !== 0 ? lowestBit(low) : 32 + lowestBit(u32[(mask >> 2) + 1]!)
      const tree = ranges.order[i]!
      out[at + tree] = table.places.leafOf[trees.firstLeaf[tree]! + bit]!
    }
  }

  return {
    ...scoresRowByRow(workspace, ensemble, ranges, addRow),
    leafIndices(rows, count, out) {
      forEachRow(workspace, rows, count, (row, r) => findLeaves(row, out, r * numberOfTrees))
    },
  }
}

/** Words that kernels/table.ts reads. `leaves` are the addresses and sizes of the leaf data. */
export function tableModel(
  { pairs, pairsEnd, others, othersEnd, lists, listsEnd, codes }: TableColumns,
  trees: Trees,
  masks: number,
  leaves: readonly [number, number],
): readonly number[] {
  const listBytes = 4 * listWords(trees)
  return [pairs, pairsEnd, others, othersEnd, listBytes, lists, listsEnd, masks, ...leaves, codes]
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Larger tables fall out of every cache. */
const mostTableBytes = 64 * 2 ** 20

/** Codes of a table are 16-bit numbers. */
const mostColumnLimits = 65000

/** Reason why a table cannot serve this model; undefined when it can. */
export function tableRefusal(work: Work): string | undefined {
  if (work.mostLeaves > mostLeaves) return `a tree has ${work.mostLeaves} leaves, a table bits for ${mostLeaves}`
  if (work.mostColumnLimits > mostColumnLimits) return 'a feature is compared with too many numbers for a table'
  return work.tableBytes > mostTableBytes ? `a table would have ${megabytes(work.tableBytes)} MB` : undefined
}

/** Nanoseconds of one row by table, which is slower to read where it does not fit the second or third cache. */
export function tableCost(work: Work): number {
  const { features, columns, trees, tableVectors, tableBytes } = work
  const vector = tableBytes < 2 ** 20 ? 0.25 : tableBytes < 2 ** 24 ? 0.4 : 0.8
  return 40 + 1.5 * features + 2 * columns + 0.8 * trees + vector * tableVectors + linearCost(work)
}
