import { RiftlineError } from '@riftline/base'
import { type Counts, leavesBelow, type TreeEnsemble, type Trees } from '../form/tree-ensemble.ts'

/** Longest path. Each feature costs about a bit: here sums are right to 1e-4, at 120 every digit is wrong. */
const maximumPath = 100

/** @throws RiftlineError `contributions_unavailable` for a model that cannot have them */
export function createShapPlan(ensemble: TreeEnsemble) {
  const { trees, numberOfFeatures } = ensemble
  const counts = trainingCounts(ensemble)
  const share = (child: number, node: number) =>
    (child >= 0 ? counts.node[child]! : counts.leaf[~child]!) / counts.node[node]!
  return {
    /** Shares of a node's training rows that went to its children. */
    leftShare: Float64Array.from(trees.left, share),
    rightShare: Float64Array.from(trees.right, share),
    /** 1 if the right child has more leaves below it. */
    rightIsLarger: compareSides(trees),
    ...measurePaths(trees, numberOfFeatures),
    /** Mean leaf value of each tree over its training rows. */
    expectedValue: Float64Array.from(trees.root, (_, tree) => expectedValue(trees, counts, tree)),
  }
}

/** Data that contributions need for every row; nodes, leaves and trees are numbered as in `Trees`. */
export type ShapPlan = Readonly<ReturnType<typeof createShapPlan>>

function compareSides(trees: Trees): Uint8Array {
  const leaves = leavesBelow(trees)
  return Uint8Array.from(trees.left, (left, node) => (leaves(trees.right[node]!) > leaves(left) ? 1 : 0))
}

/** Walks every tree and counts each feature of a path once. `nodes + node` marks the moment at which a node is left. */
function measurePaths(trees: Trees, numberOfFeatures: number) {
  const nodes = trees.left.length
  const splits = new Int32Array(numberOfFeatures)
  let length = 0
  let longestPath = 0
  let largestTree = 0
  for (const root of trees.root) {
    const pending = [root]
    let sum = 0
    while (pending.length > 0) {
      const next = pending.pop()!
      if (next < 0) {
        sum += length
        continue
      }
      const node = next % nodes
      const feature = trees.feature[node]!
      if (next === node) {
        splits[feature]!++
        if (splits[feature] === 1) length++
        longestPath = Math.max(longestPath, length)
        pending.push(nodes + node, trees.right[node]!, trees.left[node]!)
      } else {
        splits[feature]!--
        if (splits[feature] === 0) length--
      }
    }
    largestTree = Math.max(largestTree, sum)
  }
  if (longestPath > maximumPath) {
    throw unavailable(
      `a path has ${longestPath} features, and beyond ${maximumPath} LightGBM's arithmetic loses all digits`,
    )
  }
  return { longestPath, largestTree }
}

/**
 * Mean leaf value over the training rows, summed in file order as LightGBM does (`ExpectedValue` in
 * https://github.com/microsoft/LightGBM/blob/v4.6.0/src/io/tree.cpp).
 */
function expectedValue(trees: Trees, counts: Counts, tree: number): number {
  const first = trees.firstLeaf[tree]!
  const root = trees.root[tree]!
  if (root < 0) return trees.leafValue[first]!
  let sum = 0
  for (let leaf = first; leaf < trees.firstLeaf[tree + 1]!; leaf++) {
    sum += (counts.leaf[leaf]! / counts.node[root]!) * trees.leafValue[leaf]!
  }
  return sum
}

/**
 * Training counts of a model. Contributions are refused if
 *
 * - leaves are linear: LightGBM refuses them as well
 * - a leaf is not finite: its contributions have no sum
 * - counts are absent, as in ML.NET's models: contributions are measured against the training rows
 * - a split has no training row, or more than its parent, on one side: LightGBM then returns 0 / 0 or worse
 */
function trainingCounts({ format, trees }: TreeEnsemble): Counts {
  if (trees.linear !== null) throw unavailable('the model has linear leaves')
  const infinite = trees.leafValue.findIndex((value) => !Number.isFinite(value))
  if (infinite !== -1) throw unavailable(`leaf ${infinite} of the ensemble is ${trees.leafValue[infinite]}`)
  const counts = trees.counts ?? { node: new Float64Array(0), leaf: new Float64Array(0) }
  if (trees.counts === null && trees.root.length > 0) {
    const lacking =
      format === 'lightgbm'
        ? 'the model has no internal_count or leaf_count, or negative ones'
        : "ML.NET's models lack it"
    throw unavailable(`they need the number of training rows of every node and leaf, and ${lacking}`)
  }
  for (let node = 0; node < trees.left.length; node++) {
    for (const child of [trees.left[node]!, trees.right[node]!]) {
      const rows = child >= 0 ? counts.node[child]! : counts.leaf[~child]!
      if (!(rows >= 1 && rows <= counts.node[node]!)) {
        throw unavailable(`node ${node} of the ensemble had ${counts.node[node]} training rows and a child had ${rows}`)
      }
    }
  }
  return counts
}

function unavailable(reason: string): RiftlineError {
  return new RiftlineError('contributions_unavailable', `contributions: ${reason}`)
}
