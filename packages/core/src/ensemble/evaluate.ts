import type { Engine } from './engine.ts'
import { leafOutput } from './leaf.ts'
import { prepareRow } from './prepare-row.ts'
import { treesByOutput } from './slice.ts'
import { goesLeft } from './split.ts'
import type { TreeEnsemble, Trees } from './tree-ensemble.ts'

/** The leaf that a prepared row reaches in tree `tree`, numbered through the ensemble. Cost: one test a level. */
export function leafOf(trees: Trees, tree: number, row: Float64Array): number {
  let node = trees.root[tree]!
  while (node >= 0) node = goesLeft(trees, node, row) ? trees.left[node]! : trees.right[node]!
  return ~node
}

/**
 * The plain engine and the reference for all others: walks every tree of every row, adds leaf outputs in file order with
 * one double per output. Plain sequential additions are what LightGBM and ML.NET do, so the sums have the same bits; do
 * not reorder, compensate or round them.
 *
 * Sources: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt_prediction.cpp (`PredictRaw`) and
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/TreeEnsemble/InternalTreeEnsemble.cs#L258
 */
export function createInterpreter(ensemble: TreeEnsemble): Engine {
  const { trees, numberOfFeatures, numberOfOutputs, precision, baseScore } = ensemble
  const outputTrees = treesByOutput(ensemble)
  const row = new Float64Array(numberOfFeatures)

  return {
    name: 'js',
    sumTrees(rows, count, slice, out) {
      for (let r = 0; r < count; r++) {
        prepareRow(rows, r * numberOfFeatures, row, precision)
        for (let k = 0; k < numberOfOutputs; k++) {
          const list = outputTrees[k]!
          const last = Math.min(slice.last, list.length)
          let sum = baseScore
          for (let i = slice.first; i < last; i++) sum += leafOutput(trees, leafOf(trees, list[i]!, row), row)
          out[r * numberOfOutputs + k] = sum
        }
      }
    },
    leafIndices(rows, count, out) {
      const treeCount = trees.root.length
      for (let r = 0; r < count; r++) {
        prepareRow(rows, r * numberOfFeatures, row, precision)
        for (let t = 0; t < treeCount; t++) out[r * treeCount + t] = leafOf(trees, t, row) - trees.firstLeaf[t]!
      }
    },
  }
}
