import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import type { Ranges } from './ranges.ts'
import type { Workspace } from './workspace.ts'

/** What a kernel for one row does; rows are given by their address. */
export interface RowKernel {
  /** Adds to the workspace's scores: the trees of `ranges`. */
  addRow(row: number, ranges: number): void
  /** Leaf of each tree in file order, to `out` from `at` on. */
  findLeaves(row: number, out: Int32Array, at: number): void
}

/** The kernel that does so for every row of a batch. */
export function rowByRow(
  workspace: Workspace,
  { numberOfOutputs, trees }: TreeEnsemble,
  ranges: Ranges,
  { addRow, findLeaves }: RowKernel,
): Kernel {
  const { rowBytes, rowsAt, stepRows } = workspace

  function forEachRow(rows: Float64Array, count: number, work: (row: number, r: number) => void): void {
    for (let from = 0; from < count; from += stepRows) {
      const step = Math.min(stepRows, count - from)
      workspace.copyRows(rows, from, step)
      for (let r = 0; r < step; r++) work(rowsAt + r * rowBytes, from + r)
    }
  }

  return {
    scoreRow(start) {
      const { scores } = workspace
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = start
      addRow(rowsAt, ranges.all)
      return scores
    },
    addTrees(rows, count, slice, out) {
      const { scores } = workspace
      const chosen = ranges.of(slice)
      forEachRow(rows, count, (row, r) => {
        const at = r * numberOfOutputs
        for (let k = 0; k < numberOfOutputs; k++) scores[k] = out[at + k]!
        addRow(row, chosen)
        for (let k = 0; k < numberOfOutputs; k++) out[at + k] = scores[k]!
      })
    },
    leafIndices(rows, count, out) {
      forEachRow(rows, count, (row, r) => findLeaves(row, out, r * trees.root.length))
    },
  }
}
