import { RiftlineError } from '@riftline/base'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'

/** Longest path. Each feature costs about a bit of precision: at this length sums are right to 1e-4, at 120 every digit is wrong. */
const maximumPath = 100

/** Builds the plan of a model. @throws RiftlineError `contributions_unavailable` for a model that cannot have contributions */
export function createShapPlan(ensemble: TreeEnsemble) {
  const { trees, numberOfFeatures } = ensemble
  const counts = trainingCounts(ensemble)
  const isCounted = ensemble.source.format === 'lightgbm'
  function share(child: number, node: number): number {
    const own = child >= 0 ? counts.node[child]! : counts.leaf[~child]!
    const all = counts.node[node]!
    if (isCounted) return own / all
    return all > 0 ? Math.max(own / all, leastShare) : 0.5
  }
  return {
    /** Shares of each node's training rows that went to its left and to its right child. */
    leftShare: Float64Array.from(trees.left, share),
    rightShare: Float64Array.from(trees.right, share),
    longestPath: measurePaths(trees, numberOfFeatures),
  }
}

/** In the place of 0, by which paths could not be divided. */
const leastShare = 1e-30

/** Data that contributions need for every row. Nodes, leaves and trees are numbered as in `Trees`. */
export interface ShapPlan extends Readonly<ReturnType<typeof createShapPlan>> {
  /** Mean leaf value of each tree over its training rows. */
  readonly expectedValue: Float64Array
}

/** Mean leaf value of each tree over its training rows, for leaf values of these trees. */
export function expectedValues(
  { source, trees: { counts } }: TreeEnsemble,
  trees: Trees,
  { leftShare, rightShare }: Pick<ShapPlan, 'leftShare' | 'rightShare'>,
): Float64Array {
  if (source.format === 'lightgbm' && counts !== null) {
    return Float64Array.from(trees.root, (_, tree) => expectedValue(trees, counts, tree))
  }
  // Shares of weights may not add up to the last digit, so the mean is that of the shares that contributions use.
  const mean = new Float64Array(trees.left.length)
  const meanOf = (child: number) => (child >= 0 ? mean[child]! : trees.leafValue[~child]!)
  for (let node = mean.length - 1; node >= 0; node--) {
    mean[node] = leftShare[node]! * meanOf(trees.left[node]!) + rightShare[node]! * meanOf(trees.right[node]!)
  }
  return Float64Array.from(trees.root, meanOf)
}

/**
 * Number of features on the longest path, of which a path counts each once. An entry `nodes + node` of the stack marks the moment at which a
 * node is left.
 */
function measurePaths(trees: Trees, numberOfFeatures: number): number {
  const nodes = trees.left.length
  const splits = new Int32Array(numberOfFeatures)
  let length = 0
  let longestPath = 0
  for (const root of trees.root) {
    const pending = [root]
    while (pending.length > 0) {
      const next = pending.pop()!
      if (next < 0) continue
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
  }
  if (longestPath > maximumPath) {
    throw unavailable(
      `a path has ${longestPath} features, and beyond ${maximumPath} LightGBM's arithmetic loses all digits`,
    )
  }
  return longestPath
}

/** Mean leaf value over the training rows, summed in file order as LightGBM's `ExpectedValue` does. */
function expectedValue(trees: Trees, counts: NonNullable<Trees['counts']>, tree: number): number {
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
 * Training counts of a model, or weights. Contributions are refused for a leaf that is not finite; without counts, as in ML.NET's models;
 * and for LightGBM's counts where a split had no training row, or more than its parent, on one side: LightGBM then returns 0 / 0 or worse.
 */
function trainingCounts({ source, trees, scale }: TreeEnsemble) {
  if (scale !== 1) throw unavailable(`the scale of the model is ${scale}, which CatBoost's contributions leave out`)
  const { leafValue, leafVector, linear } = trees
  const parts = {
    leaf: leafValue,
    vector: leafVector,
    'constant of leaf': linear?.constant,
    coefficient: linear?.coefficient,
  }
  for (const [name, values] of Object.entries(parts)) {
    const infinite = values?.findIndex((value) => !Number.isFinite(value)) ?? -1
    if (infinite !== -1) throw unavailable(`${name} ${infinite} of the ensemble is ${values![infinite]}`)
  }
  const counts = trees.counts ?? { node: new Float64Array(0), leaf: new Float64Array(0) }
  if (trees.counts === null && trees.root.length > 0) {
    throw unavailable(`they need the number of training rows of every node and leaf, and ${lacking[source.format]}`)
  }
  if (source.format !== 'lightgbm') return counts
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

const lacking: Readonly<Record<TreeEnsemble['source']['format'], string>> = {
  lightgbm: 'the model has no internal_count or leaf_count, or negative ones',
  mlnet: "ML.NET's models lack it",
  xgboost: 'the model has no sum_hessian, as XGBoost before 3.3 wrote vector leaves',
  catboost: 'the model has no leaf weights',
  onnx: "ONNX's models lack it",
}

function unavailable(reason: string): RiftlineError {
  return new RiftlineError('contributions_unavailable', `contributions: ${reason}`)
}
