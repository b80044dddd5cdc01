import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Kernel } from '../engine.ts'
import type { Ranges } from './ranges.ts'
import type { Workspace } from './workspace.ts'

/**
 * The scores of a kernel for one row, for every row of a batch too.
 *
 * @param addRow adds to the workspace's scores, for the row at an address: the trees of `ranges`
 */
export function scoresRowByRow(
  workspace: Workspace,
  { numberOfOutputs }: TreeEnsemble,
  ranges: Ranges,
  addRow: (row: number, ranges: number) => void,
): Pick<Kernel, 'scoreRow' | 'addTrees'> {
  return {
    scoreRow(start) {
      const { scores } = workspace
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = start
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

/** Copies the rows of a batch and gives the address of one after another. */
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
