import { leafOutput } from '../../leaf.ts'
import { prepareRow } from '../../prepare-row.ts'
import { treesByOutput } from '../../slice.ts'
import { type TreeEnsemble, treeCount } from '../../tree-ensemble.ts'
import type { Kernel } from '../engine.ts'

/** Leaf numbers of a block, a row or more. */
const blockLeaves = 2 ** 18

/**
 * Sums for ensembles with linear leaves: `leafIndices` finds the leaves, their functions of the prepared row are added
 * here, in tree order.
 */
export function addLinearTrees(ensemble: TreeEnsemble, leafIndices: Kernel['leafIndices']): Kernel['addTrees'] {
  const { trees, numberOfFeatures, numberOfOutputs, precision } = ensemble
  const numberOfTrees = treeCount(ensemble)
  const lists = treesByOutput(ensemble)
  const prepared = new Float64Array(numberOfFeatures)
  const blockRows = Math.min(Math.max(Math.floor(blockLeaves / numberOfTrees), 1), 512)
  const leaves = new Int32Array(blockRows * numberOfTrees)

  return (rows, count, slice, scores) => {
    for (let from = 0; from < count; from += blockRows) {
      const block = Math.min(blockRows, count - from)
      leafIndices(rows.subarray(from * numberOfFeatures, (from + block) * numberOfFeatures), block, leaves)
      for (let r = 0; r < block; r++) {
        prepareRow(rows, (from + r) * numberOfFeatures, prepared, precision)
        lists.forEach((list, k) => {
          const at = (from + r) * numberOfOutputs + k
          const last = Math.min(slice.last, list.length)
          let sum = scores[at]!
          for (let i = slice.first; i < last; i++) {
            const tree = list[i]!
            sum += leafOutput(trees, trees.firstLeaf[tree]! + leaves[r * numberOfTrees + tree]!, prepared)
          }
          scores[at] = sum
        })
      }
    }
  }
}
