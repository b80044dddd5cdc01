import { type TreeEnsemble, treeCount } from '../../../form/tree-ensemble.ts'
import type { Kernel } from '../../engine.ts'
import { zeroLimit } from '../../node-test.ts'
import { partColumns } from '../codes.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import { createPreparedRows, linearCost } from '../linear.ts'
import { createRanges, scoresRowByRow } from '../row-by-row.ts'
import { packTable } from '../table/table-blocks.ts'
import { tableModel } from '../table/table-kernel.ts'
import { packTableColumns } from '../table/table-layout.ts'
import { createWalkKernel } from '../walk/walk-kernel.ts'
import { megabytes, type Work } from '../work.ts'
import type { Workspace } from '../workspace.ts'
import { crownColumns, crownLeaves, cutCrowns, cutTreelets, rowsOf } from './cut-trees.ts'
import { isTreelet, packTreelets } from './treelet-blocks.ts'

/** Largest number of columns, as kernels hold their codes in four registers. */
const mostTreeletColumns = 64

const together = 128

/** Creates the treelets kernel, for one row at a time and trees whose splits compare a number; see kernels/treelets.ts. */
export function createTreelets(workspace: Workspace, ensemble: TreeEnsemble, columns: SplitColumns): Kernel {
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
  const score = ensemble.sums === 'float32' ? kernels.scoreSingleTreelets : kernels.scoreTreelets

  /** Adds a row to the workspace's scores. */
  function addRow(row: number, rangesAt: number): void {
    const rangesEnd = rangesAt + 8 * numberOfOutputs
    if (prepared === null) score(model, row, rangesAt, rangesEnd, scoresAt)
    else {
      prepared.prepare(row, 0, 1)
      kernels.scoreLinearTreelets(model, row, prepared.at, rangesAt, rangesEnd, scoresAt)
    }
  }

  // Kernel that finds leaves, since a row here ends at a value, which does not identify its leaf.
  let walk: Kernel | undefined
  return {
    ...scoresRowByRow(workspace, ensemble, ranges, addRow),
    leafIndices(rows, count, out) {
      walk ??= createWalkKernel(workspace, ensemble)
      walk.leafIndices(rows, count, out)
    },
  }
}

const slotBytes = 8
const queuedBytes = 8

/**
 * Writes the data at the leaves of crowns, from left to right, for kernels/treelets.ts: slots, and one byte per leaf, the growth of the
 * queue. Trees come in `order`. `leafOf` has the number of a crown's leaf at each place from left to right, `places`
 * the place by that number.
 */
function packCrownSlots(heap: Heap, order: Int32Array, leafOf: Uint8Array, places: Uint32Array) {
  const slots = heap.allocate(slotBytes * crownLeaves * order.length)
  const goesOn = heap.allocate(crownLeaves * order.length)
  const { u8 } = heap
  order.forEach((tree, i) => {
    const first = crownLeaves * tree
    for (let leaf = 0; leaf < crownLeaves; leaf++) {
      const place = places[first + leafOf[first + leaf]!]!
      const at = crownLeaves * i + leaf
      u8.copyWithin(slots + slotBytes * at, place, place + slotBytes)
      u8[goesOn + at] = isTreelet(place) ? queuedBytes : 0
    }
  })
  return { slots, goesOn }
}

/** Largest size of treelets, as an exit reaches 32767 units of four bytes. */
const mostTreeletBytes = 2 ** 17 - 256
const mostTreeletsBytes = 512 * 2 ** 20

/** Reason why treelets cannot serve this model; undefined when they can. */
export function treeletsRefusal(work: Work): string | undefined {
  if (!work.comparesOnly) return 'splits by categories or slots'
  if (work.byteColumns > mostTreeletColumns) return `too many features: ${work.byteColumns}`
  if (work.mostTreeletBytes > mostTreeletBytes) {
    return `a tree would have ${work.mostTreeletBytes >> 10} kB of treelets, which reach ${mostTreeletBytes >> 10} kB`
  }
  const { treeletsBytes } = work
  return treeletsBytes > mostTreeletsBytes ? `treelets would have ${megabytes(treeletsBytes)} MB` : undefined
}

/** Nanoseconds of one row by treelets: the table of the crowns, then steps. The last steps of a row wait for one another. */
export function treeletsCost(work: Work): number {
  const { byteColumns, trees, crownVectors, steps, treeletsBytes } = work
  const [vector, step] = treeletsBytes < 2 ** 20 ? [0.3, 3.7] : [0.4, 4.7]
  return 60 + 3.5 * byteColumns + 2 * trees + vector * crownVectors + step * steps + linearCost(work)
}
