import type { EarlyStop } from './early-stop.ts'
import type { Plan } from './engines/engine.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'
import type { NamedRow, Row, RowBatch } from './rows.ts'

/** Output buffer, and the run of trees to use. */
export interface SliceOptions {
  /** Array to fill and return instead of a new one; its length must fit exactly. */
  readonly out?: Float64Array
  /** First iteration and number of iterations, as LightGBM's `start_iteration` and `num_iteration`; a number <= 0 means to the end. */
  readonly startIteration?: number
  readonly numIteration?: number
}

/** Options of a batch: those of a slice, and early stopping. */
export interface BatchOptions extends SliceOptions {
  /** Skips the remaining trees of decided rows; has no effect on models that LightGBM never stops early. */
  readonly earlyStop?: EarlyStop
}

/** Array of numbers to fill and return instead of a new one. */
export interface NumberOptions {
  readonly out?: Int32Array
}

/**
 * Compiled tree model. n rows are one row-major `Float64Array` of n × numberOfFeatures, NaN for missing, or sparse rows in CSR form.
 * Raw scores have the bits of the library that trained the model, or for ONNX those of ONNX Runtime; predictions differ in the last
 * digits at most, as the page on trees lists for each format.
 *
 * Every method throws RiftlineError `invalid_argument` for a row, batch, buffer or option that does not fit.
 */
export interface Evaluator {
  readonly engine: 'js' | 'wasm'
  /** Kernels by the size of a call, with the reasons. */
  readonly plan: Plan
  readonly ensemble: TreeEnsemble
  readonly numberOfFeatures: number
  /** K: raw scores of a row; classes of a multiclass model, targets of a regression, else 1. */
  readonly numberOfOutputs: number
  /** Predictions of a row: K, or 1 where the trainer answers with the class. */
  readonly numberOfPredictions: number
  readonly numberOfTrees: number
  /** Score of one row before the link; the first output of a model with several. */
  rawScore(row: Row): number
  /** Prediction of one row, such as a probability; the first output of a model with several. */
  predict(row: Row): number
  /** n × K raw scores, row-major. */
  rawScores(rows: RowBatch, options?: BatchOptions): Float64Array
  /** n × numberOfPredictions predictions, row-major. */
  predictions(rows: RowBatch, options?: BatchOptions): Float64Array
  /**
   * Class of each row, as its place in `ensemble.classNames` where the model names classes: the first one with the largest prediction;
   * of two classes the second if its probability is above a half, or the raw score above `ensemble.decisionThreshold`.
   *
   * @throws RiftlineError `labels_unavailable` for a model that does not tell classes apart
   */
  labels(rows: RowBatch, options?: NumberOptions): Int32Array
  /**
   * n × K × (numberOfFeatures + 1), row-major: the contribution of each feature to each raw score of a row, against the
   * training rows' mean, and last that mean. Exact TreeSHAP, for LightGBM with the bits of its `pred_contrib`. The contributions sum
   * to the raw score up to rounding, which grows with the depth of the trees (a forest's raw score is its undivided sum).
   *
   * To a coalition of features the others are unknown: a split on one divides the row as the training rows were, and a linear leaf with one
   * has its plain value, as for a missing cell.
   *
   * The first call prepares, at a cost proportional to the model. A batch is several times faster than its rows one by one.
   *
   * @throws RiftlineError `contributions_unavailable` for models of ML.NET and in ONNX (they do not record how many
   *   training rows reached a node) and the other cases that the message names
   */
  contributions(rows: RowBatch, options?: SliceOptions): Float64Array
  /**
   * n × K × (numberOfFeatures + 1)², row-major: SHAP interaction values. The value of two features is half of what the contribution of one
   * changes by if the other becomes known; on the diagonal is the rest of the feature's contribution, so that each row of the square sums
   * to it, and last the mean. The cost grows with the square of the depth of a tree.
   *
   * @throws RiftlineError `contributions_unavailable`, as `contributions`
   */
  interactions(rows: RowBatch, options?: SliceOptions): Float64Array
  /**
   * n × numberOfTrees leaf numbers as the trainer has them, trees in file order: LightGBM and CatBoost count leaves, XGBoost nodes, and
   * ONNX has node ids.
   */
  leafIndices(rows: RowBatch, options?: NumberOptions): Int32Array
  /**
   * Rows for the other methods, made of records by feature name, or of lists in the order of the features: null is missing, and
   * categories have the names that `ensemble.categories` lists.
   *
   * @example
   * const rows = evaluator.encode([{ country: 'FR', amount: 3 }, { country: null, amount: 5 }])
   * evaluator.predictions(rows)
   */
  encode(records: Iterable<NamedRow | readonly unknown[]>): Float64Array
}
