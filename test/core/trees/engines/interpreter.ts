import type { Engine } from '#core/trees/engines/engine.ts'
import { goesLeft, leafOutput, prepareRow } from '#core/trees/form/scoring-rules.ts'
import { everything, type Slice, type TreeEnsemble, type Trees, treesByOutput } from '#core/trees/form/tree-ensemble.ts'

/** Leaf that a prepared row reaches in tree `tree`, numbered through the ensemble. Cost: one test per level. */
export function leafOf(trees: Trees, tree: number, row: Float64Array): number {
  let node = trees.root[tree]!
  while (node >= 0) node = goesLeft(trees, node, row) ? trees.left[node]! : trees.right[node]!
  return ~node
}

/**
 * Plain engine and reference for all others: adds leaf outputs in file order, one double per output, as LightGBM and ML.NET do; do not
 * reorder, compensate or round them.
 *
 * Sources: https://github.com/microsoft/LightGBM/blob/v4.6.0/src/boosting/gbdt_prediction.cpp (`PredictRaw`) and
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/TreeEnsemble/InternalTreeEnsemble.cs#L258
 */
export function createInterpreter(ensemble: TreeEnsemble): Engine {
  const { trees, numberOfFeatures, numberOfOutputs, precision } = ensemble
  const round = ensemble.sums === 'float32' ? Math.fround : (value: number) => value
  const outputTrees = treesByOutput(ensemble)
  const row = new Float64Array(numberOfFeatures)
  const rowScores = new Float64Array(numberOfOutputs)
  const prepared = new Float64Array(numberOfFeatures)

  function addTrees(rows: Float64Array, count: number, slice: Slice, scores: Float64Array): void {
    for (let r = 0; r < count; r++) {
      prepareRow(rows, r * numberOfFeatures, prepared, precision)
      for (let k = 0; k < numberOfOutputs; k++) {
        const list = outputTrees[k]!
        const last = Math.min(slice.last, list.length)
        let sum = scores[r * numberOfOutputs + k]!
        for (let i = slice.first; i < last; i++) {
          sum = round(sum + leafOutput(trees, leafOf(trees, list[i]!, prepared), prepared))
        }
        scores[r * numberOfOutputs + k] = sum
      }
    }
  }

  return {
    name: 'js',
    plan: {
      engine: 'js',
      reason: 'the reference',
      kernels: [{ fromRows: 1, kernel: 'walk', reason: 'the reference', sizeBytes: 0 }],
    },
    row,
    scoreRow(starts) {
      rowScores.set(starts)
      addTrees(row, 1, everything, rowScores)
      return rowScores
    },
    addTrees,
    leafIndices(rows, count, out) {
      const treeCount = trees.root.length
      for (let r = 0; r < count; r++) {
        prepareRow(rows, r * numberOfFeatures, prepared, precision)
        for (let t = 0; t < treeCount; t++) out[r * treeCount + t] = leafOf(trees, t, prepared) - trees.firstLeaf[t]!
      }
    },
  }
}
