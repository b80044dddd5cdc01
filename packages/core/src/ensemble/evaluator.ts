import type { Plan } from './engines/plan.ts'
import type { TreeEnsemble } from './tree-ensemble.ts'

/** Reuse a buffer, or evaluate a run of iterations only (LightGBM's `start_iteration`, `num_iteration`; <= 0: to the end). */
export interface BatchOptions {
  /** Filled and returned instead of a new array; its length must fit exactly. */
  readonly out?: Float64Array
  readonly startIteration?: number
  readonly numIteration?: number
}

/**
 * A compiled tree model. n rows are one row-major `Float64Array` of n × numberOfFeatures, NaN for missing. Raw scores have
 * the bits of the library that trained the model; predictions are within 2 units in the last place (ML.NET: float32
 * values, in practice equal).
 *
 * Every method throws RiftlineError `invalid_argument` for a row, batch, buffer or option that does not fit.
 */
export interface Evaluator {
  readonly engine: 'js' | 'wasm'
  /** Which kernels serve which calls, and why. */
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
  /** n × numberOfTrees leaf numbers, each counted within its tree, trees in file order. */
  leafIndices(rows: Float64Array, options?: { readonly out?: Int32Array }): Int32Array
}
