import { type TreeEnsemble, treeCount } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import { zeroLimit } from '../node-test.ts'
import { partColumns } from './byte-columns.ts'
import type { Columns } from './columns.ts'
import { packCrownSlots } from './crown-slots.ts'
import { crownColumns, cutCrowns, rowsOf } from './crowns.ts'
import { cutTreelets } from './cut-treelets.ts'
import { createPreparedRows } from './linear.ts'
import { createRanges } from './ranges.ts'
import { scoresRowByRow } from './row-by-row.ts'
import { tableModel } from './table.ts'
import { packTable } from './table-blocks.ts'
import { packTableColumns } from './table-columns.ts'
import { packTreelets } from './treelet-blocks.ts'
import { createWalkKernel } from './walk.ts'
import type { Workspace } from './workspace.ts'

/** Codes that a step can take: kernels have them in four registers. */
export const mostTreeletColumns = 64

/** Trees that are walked at once. */
const together = 128

/** One row at a time, for trees whose splits compare a number: see kernels/treelets.ts. */
export function createTreelets(workspace: Workspace, ensemble: TreeEnsemble, columns: Columns): Kernel {
  const { heap, kernels, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const ranges = createRanges(heap, ensemble)
  const parts = partColumns(columns, zeroLimit(ensemble.precision))
  const rows = rowsOf(trees)

  const crowns = cutCrowns(trees, rows)
  const crownEnsemble = { ...ensemble, trees: crowns.trees }
  const partsOfCrowns = crownColumns(parts, crowns)
  const table = packTable(heap, crownEnsemble, partsOfCrowns, ranges.order)
  const tableColumns = packTableColumns(heap, crownEnsemble, partsOfCrowns, table)

  const registerOf = new Uint8Array(parts.feature.length)
  tableColumns.order.forEach((column, register) => {
    registerOf[column] = register
  })
  const treelets = cutTreelets(trees, crowns, rows)
  const { places, shapesAt } = packTreelets(heap, trees, parts, registerOf, crowns, treelets)
  const { slots, goesOn } = packCrownSlots(heap, ranges.order, table.places.leafOf, places)

  const mostTreelets = treelets.first.reduce(
    (most, end, t, first) => Math.max(most, t === 0 ? 0 : end - first[t - 1]!),
    0,
  )
  const queue = heap.allocate(8 * (together * mostTreelets + 1))
  const treeSlots = heap.put(new Float64Array(together + numberOfTrees).fill(-0))
  const model = heap.put(
    Uint32Array.of(
      ...tableModel(tableColumns, crowns.trees, table.masksAt, [slots, goesOn]),
      ...[shapesAt, queue, treeSlots, parts.feature.length],
    ),
  )
  const prepared = createPreparedRows(workspace, ensemble, 1)

  /** Adds to the workspace's scores. */
  function addRow(row: number, rangesAt: number): void {
    const rangesEnd = rangesAt + 8 * numberOfOutputs
    if (prepared === null) kernels.scoreTreelets(model, row, rangesAt, rangesEnd, scoresAt)
    else {
      prepared.prepare(row, 0, 1)
      kernels.scoreLinearTreelets(model, row, prepared.at, rangesAt, rangesEnd, scoresAt)
    }
  }

  // What a row is at in the end is a value, which does not tell its leaf.
  let walk: Kernel | undefined
  return {
    ...scoresRowByRow(workspace, ensemble, ranges, addRow),
    leafIndices(rows, count, out) {
      walk ??= createWalkKernel(workspace, ensemble)
      walk.leafIndices(rows, count, out)
    },
  }
}
