import type { EarlyStop } from './early-stop.ts'
import type { Plan } from './engines/engine.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'

/** Output buffer, and the trees that count. */
export interface SliceOptions {
  /** Array to fill and return instead of a new one; its length must fit exactly. */
  readonly out?: Float64Array
  /** Run of iterations, as LightGBM's `start_iteration` and `num_iteration`; a length <= 0 means to the end. */
  readonly startIteration?: number
  readonly numIteration?: number
}

/** Options of a batch: those of a slice, and early stopping. */
export interface BatchOptions extends SliceOptions {
  /** Skips the remaining trees of decided rows; no effect on models that LightGBM never stops early. */
  readonly earlyStop?: EarlyStop
}

/**
 * Compiled tree model. n rows are one row-major `Float64Array` of n × numberOfFeatures, NaN for missing. Raw scores have
 * the bits of the library that trained the model; predictions are within 2 units in the last place (ML.NET: float32
 * values, in practice equal).
 *
 * Every method throws RiftlineError `invalid_argument` for a row, batch, buffer or option that does not fit.
 */
export interface Evaluator {
  readonly engine: 'js' | 'wasm'
  /** Kernels by the size of a call, with the reasons. */
  readonly plan: Plan
  readonly ensemble: TreeEnsemble
  readonly numberOfFeatures: number
  /** K: classes of a multiclass model, else 1. */
  readonly numberOfOutputs: number
  readonly numberOfTrees: number
  /** Score of one row before the link; the first output of a multiclass model. */
  rawScore(row: ArrayLike<number>): number
  /** Prediction of one row, such as a probability; the first output of a multiclass model. */
  predict(row: ArrayLike<number>): number
  /** n × K raw scores, row-major. */
  rawScores(rows: Float64Array, options?: BatchOptions): Float64Array
  /** n × K predictions, row-major. */
  predictions(rows: Float64Array, options?: BatchOptions): Float64Array
  /**
   * n × K × (numberOfFeatures + 1), row-major: the contribution of each feature to each raw score of a row, against the
   * training rows' mean, and last that mean. Exact TreeSHAP with the bits of LightGBM's `pred_contrib`. The contributions sum
   * to the raw score up to rounding, which grows with the depth of the trees (a forest's raw score is its undivided sum).
   *
   * The first call prepares, at a cost proportional to the model. A batch is several times faster than its rows one by one.
   *
   * @throws RiftlineError `contributions_unavailable` for models of ML.NET (they do not record how many training rows
   *   reached a node), linear leaves (LightGBM refuses them too) and the other cases that the message names
   */
  contributions(rows: Float64Array, options?: SliceOptions): Float64Array
  /** n × numberOfTrees leaf numbers, each counted within its tree, trees in file order. */
  leafIndices(rows: Float64Array, options?: { readonly out?: Int32Array }): Int32Array
}
