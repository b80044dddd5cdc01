import { everything, type Slice, type TreeEnsemble, treesByOutput, treesOfOutput } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import type { Heap } from './heap.ts'
import type { Workspace } from './workspace.ts'

/**
 * Scores rows and batches with a kernel for one row.
 * @param addRow adds the trees of `ranges` for the row at an address to the workspace's scores
 */
export function scoresRowByRow(
  workspace: Workspace,
  { numberOfOutputs }: TreeEnsemble,
  ranges: Ranges,
  addRow: (row: number, ranges: number) => void,
): Pick<Kernel, 'scoreRow' | 'addTrees'> {
  return {
    scoreRow(starts) {
      const { scores } = workspace
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = starts[k]!
      addRow(workspace.rowsAt, ranges.all)
      return scores
    },
    addTrees(rows, count, slice, out) {
      const { scores } = workspace
      const chosen = ranges.of(slice)
      forEachRow(workspace, rows, count, (row, r) => {
        const at = r * numberOfOutputs
        for (let k = 0; k < numberOfOutputs; k++) scores[k] = out[at + k]!
        addRow(row, chosen)
        for (let k = 0; k < numberOfOutputs; k++) out[at + k] = scores[k]!
      })
    },
  }
}

/** Copies the rows of a batch and calls `work` with the address of each. */
export function forEachRow(
  { rowBytes, rowsAt, stepRows, copyRows }: Workspace,
  rows: Float64Array,
  count: number,
  work: (row: number, r: number) => void,
): void {
  for (let from = 0; from < count; from += stepRows) {
    const step = Math.min(stepRows, count - from)
    copyRows(rows, from, step)
    for (let r = 0; r < step; r++) work(rowsAt + r * rowBytes, from + r)
  }
}

/** Ranges of trees by output, for kernels whose one list has all trees, output after output. */
type Ranges = Readonly<ReturnType<typeof createRanges>>

export function createRanges(heap: Heap, ensemble: TreeEnsemble) {
  const outputTrees = treesByOutput(ensemble)
  const chosen = heap.allocate(8 * outputTrees.length)
  const most = treesOfOutput(ensemble)

  function put({ first, last }: Slice, address: number): number {
    const { u32 } = heap
    let start = 0
    outputTrees.forEach((list, k) => {
      const end = Math.min(last, list.length)
      u32[(address >> 2) + 2 * k] = start + Math.min(first, end)
      u32[(address >> 2) + 2 * k + 1] = start + end
      start += list.length
    })
    return address
  }

  const all = put(everything, heap.allocate(8 * outputTrees.length))
  return {
    /** Trees in the order of the list. */
    order: Int32Array.from(outputTrees.flatMap((list) => Array.from(list))),
    /** Address of the ranges of all trees: u32 first and end for each output. */
    all,
    /** Returns the address of the ranges of a run of iterations, valid until the next call. */
    of: (slice: Slice) => (slice.first === 0 && slice.last >= most ? all : put(slice, chosen)),
  }
}
