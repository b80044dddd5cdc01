/**
 * Parsed tree model: plain readonly data that engines read and never change. The parsers, such as `parseLightgbm`, have checked
 * every index in it; `compileEnsemble` evaluates it.
 *
 * A prediction is computed so, with `x` a row of `numberOfFeatures` numbers:
 *
 *     x → rounded as `precision` says → one leaf per tree → sum in tree order → raw score → link → prediction
 */
export interface TreeEnsemble {
  readonly format: 'lightgbm' | 'mlnet-fasttree'
  readonly numberOfFeatures: number
  /** One name per feature in row order; null if the artifact has none. */
  readonly featureNames: readonly string[] | null
  /** Category names, one entry per feature: null, or for a categorical feature its names by the number in the cell. */
  readonly categories: Categories
  /** Names of the classes in the order of the predictions; null if the artifact has none. */
  readonly classNames: readonly ClassName[] | null
  /** Raw score above which a binary model of ML.NET decides for true; null for other models. */
  readonly decisionThreshold: number | null
  /** K: classes of a multiclass model, pairs of classes under pairwise coupling, else 1. */
  readonly numberOfOutputs: number
  /**
   * `float64` (LightGBM): cells of magnitude up to `zeroThreshold` become +0, scores stay doubles.
   * `float32` (ML.NET): cells, scores and predictions are rounded with `Math.fround`; the sum itself is a double.
   */
  readonly precision: 'float64' | 'float32'
  /**
   * Place at which the sum is divided by the number of iterations used: `beforeLink` for LightGBM's random forest, whose raw
   * score is the undivided sum; `inScore` for ML.NET's forest regression, whose raw score is the mean.
   */
  readonly averaging: 'none' | 'beforeLink' | 'inScore'
  /** Whether LightGBM's objective lets prediction stop once a row is decided (`EarlyStop`). */
  readonly mayStopEarly: boolean
  /** Start of every sum: the bias of an additive model, else 0. */
  readonly baseScore: number
  readonly trees: Trees
  readonly link: Link
  /** Warnings for people: ambiguities of the artifact and how the parser resolved them. Empty for a usual model. */
  readonly warnings: readonly string[]
}

/** Name of a class or category, as the trainer had it. */
export type ClassName = string | number | boolean

export function isClassName(value: unknown): value is ClassName {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Names of categories by feature, as pandas had them. */
export type Categories = readonly (readonly ClassName[] | null)[]

/** Categories of a model that names none. */
export function noCategories(numberOfFeatures: number): Categories {
  return new Array(numberOfFeatures).fill(null)
}

/**
 * All trees of an ensemble in flat arrays. A child or root `c` is node `c` when `c >= 0`, else leaf `~c`; node and leaf
 * numbers run through the whole ensemble.
 *
 * A node comes before the nodes below it: a child node's number is larger than its parent's, and the nodes of a tree are
 * consecutive. So one pass forwards or backwards replaces every recursion.
 *
 *     tree t   root[t]   output[t]   nodes firstNode[t] ≤ n < firstNode[t + 1]   leaves firstLeaf[t] ≤ l < firstLeaf[t + 1]
 *                │
 *                ▼
 *     node n   feature[n]   decision[n]   threshold[n]   left[n]   right[n]
 *                │             │              │             └────────┴──► node, or ~leaf
 *                │             │              ├─ numerical: the split value, ±Infinity allowed
 *                │             │              └─ set: the set's number s
 *                │             └─ a `splitDecision`, which also holds the missing rule
 *                └─ column of the row (of a slot set: its first slot)
 *
 *     set s    setItems[setStart[s]] … setItems[setStart[s + 1] - 1]: the words of a bitset (category c is bit c & 31
 *              of word c >> 5), or ascending categories, or ascending slots, as the node's decision says
 *
 *     leaf l   leafValue[l]; its number within the tree is l - firstLeaf[t]
 */
export interface Trees {
  readonly root: Int32Array
  /** Output that the tree adds to. A tree's iteration is its position among the trees of its output. */
  readonly output: Int32Array
  /** First node of each tree. Length: trees + 1. */
  readonly firstNode: Int32Array
  /** First leaf of each tree. Length: trees + 1. */
  readonly firstLeaf: Int32Array
  readonly feature: Int32Array
  readonly decision: Uint8Array
  readonly threshold: Float64Array
  readonly left: Int32Array
  readonly right: Int32Array
  /** First item of each set. Length: sets + 1. */
  readonly setStart: Int32Array
  readonly setItems: Int32Array
  readonly leafValue: Float64Array
  /** Linear leaves; null if no leaf is linear. */
  readonly linear: LinearLeaves | null
  /** Training rows that reached each node and leaf, as LightGBM's `internal_count` and `leaf_count`; null if the artifact has none. */
  readonly counts: { readonly node: Float64Array; readonly leaf: Float64Array } | null
}

/**
 * Linear leaves: leaf `l` is `constant[l] + Σ coefficient[i] · row[feature[i]]` over `termStart[l] ≤ i < termStart[l + 1]`,
 * or `leafValue[l]` if one of those cells is NaN. A plain leaf has its value as constant and no terms.
 */
export interface LinearLeaves {
  readonly constant: Float64Array
  readonly termStart: Int32Array
  readonly feature: Int32Array
  readonly coefficient: Float64Array
}

/** Number of trees, over all outputs. */
export function treeCount(ensemble: TreeEnsemble): number {
  return ensemble.trees.root.length
}

/** Logistic map p = 1 / (1 + exp(-(slope · score + offset))), so `slope · score + offset` is the logit of p. */
export interface Sigmoid {
  readonly slope: number
  readonly offset: number
}

/** Isotonic pieces, ascending: `value[i]` from `minimum[i]` to `maximum[i]`, linear between pieces, level outside. Float32. */
export interface Pieces {
  readonly minimum: readonly number[]
  readonly maximum: readonly number[]
  readonly value: readonly number[]
}

/** Bins of equal width from `start` on, each with its probability; scores outside belong to the first or the last bin. Float32. */
export interface Bins {
  readonly start: number
  readonly width: number
  readonly probability: readonly number[]
}

/** Map from the score of one output to a probability. */
export type Calibrator = Sigmoid | Pieces | Bins

/**
 * Map from raw scores to predictions; s is a score and p a prediction:
 *
 * - `identity`: p = s
 * - `sigmoid`: as above, every output by itself
 * - `exp`: p = e^s; `softplus`: p = ln(1 + e^s); `signedSquare`: p = sign(s) · s²
 * - `softmax`: p_k = e^(s_k - m) / Σ e^(s_j - m), m = max s (LightGBM) or 0 (ML.NET, where large scores overflow to NaN)
 * - `calibrated`: p = c(s), pieces or bins
 * - `normalisedSigmoids`: p_k = σ_k(s_k) / Σ σ_j(s_j) over those that are not NaN, σ a calibrator of any kind
 * - `pairwise`: the K (K + 1) / 2 scores belong to pairs of K classes; `pairwise.ts` couples them
 */
export type Link =
  | { readonly kind: 'identity' | 'exp' | 'softplus' | 'signedSquare' }
  | ({ readonly kind: 'sigmoid' } & Sigmoid)
  | { readonly kind: 'softmax'; readonly shiftByMaximum: boolean }
  | { readonly kind: 'calibrated'; readonly calibrator: Pieces | Bins }
  | { readonly kind: 'normalisedSigmoids'; readonly sigmoids: readonly Calibrator[] }
  | { readonly kind: 'pairwise'; readonly calibrators: readonly Calibrator[] }

/** Number K of classes with `pairs` = K (K + 1) / 2 pairs, each class also paired with itself. Not a whole number if no such K exists. */
export function classesOfPairs(pairs: number): number {
  return (Math.sqrt(8 * pairs + 1) - 1) / 2
}

/** Counts the leaves at or below a child, for all children in one pass backwards, as children come after their parents. */
export function leavesBelow({ left, right }: Trees): (child: number) => number {
  const leaves = new Int32Array(left.length)
  const below = (child: number) => (child >= 0 ? leaves[child]! : 1)
  for (let node = left.length - 1; node >= 0; node--) leaves[node] = below(left[node]!) + below(right[node]!)
  return below
}

/** Range of iterations, `first ≤ i < last`; iteration i is the i-th tree of every output. */
export interface Slice {
  readonly first: number
  readonly last: number
}

/** Slice of all iterations, whatever their number. */
export const everything: Slice = { first: 0, last: Infinity }

/** Tree numbers of each output in file order; the position in the list is the iteration. */
export function treesByOutput(ensemble: TreeEnsemble): readonly Int32Array[] {
  const lists: number[][] = Array.from({ length: ensemble.numberOfOutputs }, () => [])
  ensemble.trees.output.forEach((output, tree) => {
    lists[output]!.push(tree)
  })
  return lists.map((list) => Int32Array.from(list))
}

/** Number of iterations: the most trees of an output (LightGBM: trees / K). */
export function iterationCount(ensemble: TreeEnsemble): number {
  const counts = new Int32Array(ensemble.numberOfOutputs)
  for (const output of ensemble.trees.output) counts[output]!++
  return counts.reduce((most, count) => Math.max(most, count), 0)
}
