import { type TreeEnsemble, treeCount } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import { zeroLimit } from '../node-test.ts'
import { byteColumns } from './byte-columns.ts'
import { columnBytes, packCodes } from './codes.ts'
import type { Columns } from './columns.ts'
import { createPreparedRows } from './linear.ts'
import { createRanges } from './ranges.ts'
import { rowByRow } from './row-by-row.ts'
import { exitTable, numberTreelets, packTreelets } from './treelet-blocks.ts'
import type { Workspace } from './workspace.ts'

/** Codes that a step can take: kernels have them in four registers. */
export const mostTreeletColumns = 64

/** Trees that are walked at once. */
const together = 256

/** One row at a time, for trees whose splits compare a number: four levels a step, see kernels/treelets.ts. */
export function createTreelets(workspace: Workspace, ensemble: TreeEnsemble, columns: Columns): Kernel {
  const { heap, kernels, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const parts = byteColumns(columns, zeroLimit(ensemble.precision))
  const columnsAt = packCodes(
    heap,
    parts.map(({ coded }) => coded),
  )
  const ranges = createRanges(heap, ensemble)
  const { root, leafAt } = packTreelets(heap, trees, columns, parts)
  const minusZero = heap.put(Float64Array.of(-0))
  const ends = heap.put(new Uint32Array(together + numberOfTrees).fill(minusZero))
  const mostTreelets = numberTreelets(trees).count.reduce((most, count) => Math.max(most, count), 0)
  const model = heap.put(
    Uint32Array.of(
      ...[columnsAt, columnsAt + parts.length * columnBytes, heap.allocate(mostTreeletColumns)],
      ...[heap.put(exitTable()), heap.allocate(8 * (together * mostTreelets + 1)), ends],
      heap.put(Uint32Array.from(ranges.order, (tree) => root[tree]!)),
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

  return rowByRow(workspace, ensemble, ranges, {
    addRow,
    findLeaves(row, out, at) {
      kernels.endTreelets(model, row, numberOfTrees)
      const places = ends / 4 + together
      for (let i = 0; i < numberOfTrees; i++) {
        const tree = ranges.order[i]!
        out[at + tree] = leafAt(tree, heap.u32[places + i]!)
      }
    },
  })
}
