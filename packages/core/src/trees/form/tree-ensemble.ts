import type { Link } from './links.ts'
import type { Steps } from './steps.ts'

/** Program that trained a model. */
export interface Source {
  readonly format: 'lightgbm' | 'mlnet' | 'xgboost' | 'catboost' | 'onnx'
  /** Version of the program or of its format, as the file has it. */
  readonly version?: string
}

/**
 * Parsed tree model: plain readonly data that engines read and never change. The parsers, such as `parseLightgbm`, have checked
 * every index in it; `compileEnsemble` evaluates it.
 *
 * A prediction is computed so, with `x` a row of `numberOfFeatures` numbers:
 *
 *     x → rounded as `precision` says → one leaf per tree → sum in tree order → raw score → link → prediction
 */
export interface TreeEnsemble {
  readonly source: Source
  /** Objective of the training as the trainer names it; null if the artifact does not say. */
  readonly objective: string | null
  readonly numberOfFeatures: number
  /** One name per feature in row order; null if the artifact has none. */
  readonly featureNames: readonly string[] | null
  /** Names of categories, one entry per feature: null, or a list in which the number in the cell is the place. */
  readonly categories: Categories
  /** Categorical features of CatBoost, whose categories the model knows by hashes alone; their `categories` are null. */
  readonly hashedFeatures: readonly HashedFeature[]
  /** Names of the classes in the order of the predictions; null if the artifact has none. */
  readonly classNames: readonly ClassName[] | null
  /** Raw score above which a binary model decides for the second class; null if its probability decides. */
  readonly decisionThreshold: number | null
  /** Whether the model tells classes apart; `evaluator.labels` refuses others. */
  readonly classifies: boolean
  /** Iteration with the best score of early stopping, from 0 on; scores use all iterations. Null if the artifact has none. */
  readonly bestIteration: number | null
  /** K: classes of a multiclass model, pairs of classes under pairwise coupling, else 1. */
  readonly numberOfOutputs: number
  /** Class of each output if the training lacked some classes, whose raw score is then -Infinity; null if all classes have outputs. */
  readonly outputClasses: readonly number[] | null
  /** Steps on each row before the trees, whose features are then registers of these steps; null if trees read the row itself. */
  readonly preparation: Steps | null
  /**
   * Cells as splits see them. `float64` (LightGBM): cells of magnitude up to `zeroThreshold` become +0. `float32`: rounded with
   * `Math.fround`. `double`: unchanged.
   */
  readonly precision: 'float64' | 'float32' | 'double'
  /**
   * Arithmetic of a sum: doubles (LightGBM); `rounded`, doubles with one rounding to float32 at the end (ML.NET); or `float32`,
   * rounded at every addition (XGBoost). Predictions are float32 too, except after doubles.
   */
  readonly sums: 'float64' | 'rounded' | 'float32'
  /** Combination of the numbers that an output gets from its leaves; other than `sum` only with `leafEntries`. */
  readonly combining: 'sum' | 'minimum' | 'maximum'
  /** Whether infinite cells, and cells that round to infinity in float32, are numbers like others or errors (XGBoost). */
  readonly infinity: 'number' | 'refused'
  /** Meaning of a cell that a sparse row leaves out. */
  readonly absentCell: 'zero' | 'missing'
  /**
   * Place at which the sum is divided by the number of iterations used: `beforeLink` for LightGBM's random forest, whose raw
   * score is the undivided sum; `inScore` for ML.NET's forest regression, whose raw score is the mean.
   */
  readonly averaging: 'none' | 'beforeLink' | 'inScore'
  /** Whether LightGBM's objective lets prediction stop once a row is decided (`EarlyStop`). */
  readonly mayStopEarly: boolean
  /** Base of every sum, one number for each output: the bias of an additive model, XGBoost's margin of `base_score`, else 0. */
  readonly baseScores: readonly number[]
  /**
   * Place of the base in a sum: its start, or added last. `addedToFirst` adds it last to slices that begin with the first tree (CatBoost),
   * `addedToNamed` to outputs that a reached leaf names (ONNX). `ofTwoLabels` is ONNX Runtime's rule for two scores: if a leaf names output
   * 1, score 1 becomes its base and score 0, and score 0 the negative; else the base is added to score 0. A score that none names stays 0.
   */
  readonly baseIs: 'start' | 'addedLast' | 'addedToFirst' | 'addedToNamed' | 'ofTwoLabels'
  /** Factor of the sum; a base that is added last is not multiplied. */
  readonly scale: number
  /** Trees that an iteration adds to each output: above 1 for boosted forests. */
  readonly treesPerIteration: number
  readonly trees: Trees
  readonly link: Link
  /** Warnings for people: ambiguities of the artifact and how the parser resolved them. Empty for a usual model. */
  readonly warnings: readonly string[]
}

/** Fields that most models do not need, with the values that change nothing. */
export const usualModel = {
  objective: null,
  hashedFeatures: [] as readonly HashedFeature[],
  classNames: null,
  outputClasses: null,
  decisionThreshold: null,
  bestIteration: null,
  preparation: null,
  combining: 'sum',
  infinity: 'number',
  absentCell: 'zero',
  averaging: 'none',
  mayStopEarly: false,
  baseIs: 'start',
  scale: 1,
  treesPerIteration: 1,
} as const

/** Name of a class or category, as the trainer had it. */
export type ClassName = string | number | boolean

export function isClassName(value: unknown): value is ClassName {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Categorical feature of CatBoost. Category i has `hashes[i]`, the `cityHash32` of its text; other texts match no split. */
export interface HashedFeature {
  readonly feature: number
  readonly hashes: readonly number[]
}

/** Raw scores of a row: one for each output, or for each class if the training lacked some. */
export function scoreCount({ outputClasses, classNames, numberOfOutputs }: TreeEnsemble): number {
  return outputClasses === null || classNames === null ? numberOfOutputs : classNames.length
}

/** Outputs that contributions explain: all, or of a mean and its variance the mean. */
export function explainedCount({ link, numberOfOutputs }: TreeEnsemble): number {
  return link.kind === 'meanAndVariance' ? 1 : numberOfOutputs
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
 *              of word c >> 5), or ascending categories, or ascending slots, or the limits of ranges (doubles, two words each),
 *              as the node's decision says
 *
 *     leaf l   leafValue[l]; its number within the tree is l - firstLeaf[t], unless leafNumber says otherwise
 */
export interface Trees {
  readonly root: Int32Array
  /**
   * Output that the tree adds to. A tree's iteration is its position among the trees of its output, divided by `treesPerIteration`.
   * A tree with vector leaves adds to all outputs and has output 0.
   */
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
  /** Zeros if leaves have vectors. */
  readonly leafValue: Float64Array
  /** K numbers for each leaf, for all trees or none: value k of leaf l is `leafVector[l · K + k]`; null if leaves have one value. */
  readonly leafVector: Float64Array | null
  /**
   * Outputs that each leaf names, with a number each; null if leaves have one value or a vector. Such trees have output 0. The score of an
   * output that no leaf names is -0, which no sum of others is.
   */
  readonly leafEntries: LeafEntries | null
  /** Number of each leaf as the trainer has it, such as a node number; null if leaves count up within their tree. */
  readonly leafNumber: Int32Array | null
  /** Linear leaves; null if no leaf is linear. */
  readonly linear: LinearLeaves | null
  /**
   * Training rows that reached each node and leaf, or their weight: LightGBM's `internal_count` and `leaf_count`, XGBoost's
   * `sum_hessian`, CatBoost's leaf weights. Null if the artifact has none.
   */
  readonly counts: { readonly node: Float64Array; readonly leaf: Float64Array } | null
}

/** Numbers of leaves: leaf `l` adds `value[i]` to output `output[i]` for `start[l] ≤ i < start[l + 1]`, in this order. */
export interface LeafEntries {
  readonly start: Int32Array
  readonly output: Int32Array
  readonly value: Float64Array
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

/** Counts the leaves at or below a child, for all children in one pass backwards, as children come after their parents. */
export function leavesBelow({ left, right }: Trees): (child: number) => number {
  const leaves = new Int32Array(left.length)
  const below = (child: number) => (child >= 0 ? leaves[child]! : 1)
  for (let node = left.length - 1; node >= 0; node--) leaves[node] = below(left[node]!) + below(right[node]!)
  return below
}

/** Whether the scores of a slice of the trees contain the base. */
export function hasBase({ baseIs }: TreeEnsemble, { first }: Slice): boolean {
  return baseIs !== 'addedToFirst' || first === 0
}

/** Range of trees of every output, `first ≤ i < last`, by their position among the output's trees. */
export interface Slice {
  readonly first: number
  readonly last: number
}

/** Slice of all trees for engines, which take as many as there are; a mean needs `wholeSlice`. */
export const everything: Slice = { first: 0, last: Infinity }

/** Tree numbers of each output in file order; the position in the list is the iteration. */
export function treesByOutput(ensemble: TreeEnsemble): readonly Int32Array[] {
  const lists: number[][] = Array.from({ length: ensemble.numberOfOutputs }, () => [])
  ensemble.trees.output.forEach((output, tree) => {
    lists[output]!.push(tree)
  })
  return lists.map((list) => Int32Array.from(list))
}

/** Most trees of an output. */
export function treesOfOutput(ensemble: TreeEnsemble): number {
  const counts = new Int32Array(ensemble.numberOfOutputs)
  for (const output of ensemble.trees.output) counts[output]!++
  return counts.reduce((most, count) => Math.max(most, count), 0)
}

/** Number of iterations (LightGBM: trees / K). */
export function iterationCount(ensemble: TreeEnsemble): number {
  return Math.ceil(treesOfOutput(ensemble) / ensemble.treesPerIteration)
}

/** Slice of all trees, with the length by which a mean is divided. */
export function wholeSlice(ensemble: TreeEnsemble): Slice {
  return { first: 0, last: iterationCount(ensemble) * ensemble.treesPerIteration }
}
