import { type Slice, treesByOutput } from '../form/slice.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import { blockCapacity, createBlock, decide, type RowBlock, takeRows } from './block.ts'
import { createShapPlan } from './shap-plan.ts'
import { createGroupWalk } from './walk-groups.ts'

/** Fills `out` with `count × K × (F + 1)` contributions of the trees of a slice, the last of every F + 1 their bias. */
export type Contributions = (rows: Float64Array, count: number, slice: Slice, out: Float64Array) => void

/**
 * Exact path-dependent TreeSHAP with the bits of LightGBM's `pred_contrib`: the contribution of each feature to a row's raw
 * score against the training rows' mean. A row's contributions and the bias sum to its raw score up to rounding.
 *
 * LightGBM follows each row into every leaf and does about depth² steps there. Here a block of rows goes through a tree
 * together, and rows that a leaf cannot tell apart share those steps; only the additions remain per row.
 *
 * Cost: trees × leaves × depth additions a row, and trees × leaves × depth² steps for each distinct path through the block.
 *
 * @throws RiftlineError `contributions_unavailable` for models that cannot have contributions
 */
export function createContributions(ensemble: TreeEnsemble): Contributions {
  const { trees, numberOfFeatures, numberOfOutputs, precision, baseScore } = ensemble
  const plan = createShapPlan(ensemble)
  const walk = createGroupWalk(trees, plan)
  const outputTrees = treesByOutput(ensemble)
  const row = new Float64Array(numberOfFeatures)
  const width = numberOfFeatures + 1
  const step = numberOfOutputs * width
  let block = createBlock(trees, plan, numberOfFeatures, 1)

  function addTree(tree: number, height: number, target: Target): void {
    const { out, to } = target
    const bias = plan.expectedValue[tree]!
    for (let r = 0; r < height; r++) out[to + r * step + numberOfFeatures]! += bias
    if (trees.root[tree]! < 0) return
    decide(trees, tree, height, block, row)
    walk(tree, height, block)
    accumulate(trees, tree, height, block, target)
  }

  return (rows, count, slice, out) => {
    const capacity = blockCapacity(plan, count)
    if (capacity > block.capacity) block = createBlock(trees, plan, numberOfFeatures, capacity)
    out.fill(0)
    for (let bias = numberOfFeatures; bias < out.length; bias += width) out[bias] = baseScore
    for (let first = 0; first < count; first += block.capacity) {
      const height = Math.min(block.capacity, count - first)
      takeRows(rows, first, height, block, row, precision)
      outputTrees.forEach((list, k) => {
        const last = Math.min(slice.last, list.length)
        const target = { out, to: first * step + k * width, step }
        for (let i = slice.first; i < last; i++) addTree(list[i]!, height, target)
      })
    }
  }
}

/** Destination of contributions: row r of the block has its features in `out` from `to + r · step` on. */
interface Target {
  readonly out: Float64Array
  readonly to: number
  readonly step: number
}

/**
 * Adds the contributions of a tree's leaves to the first `height` rows of the block. Leaves come in the order of LightGBM's
 * recursion, the row's own side of every split first, so that the sums have its bits.
 */
function accumulate(trees: Trees, tree: number, height: number, block: RowBlock, { out, to, step }: Target): void {
  const firstNode = trees.firstNode[tree]!
  const firstLeaf = trees.firstLeaf[tree]!
  const { capacity, left, start, values, pathStart, pathLength, features, stack } = block
  for (let r = 0; r < height; r++) {
    const cells = to + r * step
    let node = trees.root[tree]!
    let waits = 0
    for (;;) {
      while (node >= 0) {
        const goesLeft = left[(node - firstNode) * capacity + r] === 1
        stack[waits++] = goesLeft ? trees.right[node]! : trees.left[node]!
        node = goesLeft ? trees.left[node]! : trees.right[node]!
      }
      const leaf = ~node - firstLeaf
      const value = start[leaf * capacity + r]!
      const path = pathStart[leaf]!
      const length = pathLength[leaf]!
      for (let e = 0; e < length; e++) {
        const cell = cells + features[path + e]!
        out[cell] = out[cell]! + values[value + e]!
      }
      if (waits === 0) break
      node = stack[--waits]!
    }
  }
}
