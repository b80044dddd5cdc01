import type { Slice } from '../form/tree-ensemble.ts'

/**
 * Scores rows. Takes rows as the caller passed them, trusts its arguments, and agrees bit for bit with every other kernel.
 * Adds to the scores, one double per output in tree order, so that a sum can be continued.
 */
export interface Kernel {
  /** Returns `starts`, one per output, plus the outputs of all trees for the engine's `row`: K scores, valid until the next call. Allocates nothing. */
  scoreRow(starts: Float64Array): Float64Array
  /** Adds the outputs of a slice of trees for `count` rows, row-major, to `count × K` scores. Allocates nothing per row. */
  addTrees(rows: Float64Array, count: number, slice: Slice, scores: Float64Array): void
  /** Writes the leaf of each row in each tree, numbered within the tree: `count × trees` numbers, trees in file order. */
  leafIndices(rows: Float64Array, count: number, out: Int32Array): void
}

/**
 * Kernels and the choice between them. Argument checks, base score, rounding, averaging and link are in `createEvaluator`,
 * for all engines.
 */
export interface Engine extends Kernel {
  readonly name: 'js' | 'wasm'
  readonly plan: Plan
  /** Row that `scoreRow` reads. Read this field for every row: the array may move. */
  readonly row: Float64Array
  /** Engine of the columns `used` alone, where this one gathers them from wider rows. */
  readonly narrow?: { readonly engine: Engine; readonly used: Int32Array }
}

/** Engine and kernels of an evaluator, with the reasons; shown as `evaluator.plan`. */
export interface Plan {
  readonly engine: 'js' | 'wasm'
  /** Reason for this engine, in a sentence. */
  readonly reason: string
  /** Kernels ascending by `fromRows`, the first from 1. A call of n rows runs the last kernel with `fromRows <= n`. */
  readonly kernels: readonly KernelChoice[]
}

export interface KernelChoice {
  readonly fromRows: number
  /**
   * - `walk`: several trees at once, one comparison a node
   * - `table`: one row by and-ing one table row a column
   * - `treelets`: one row by a table for the splits of each tree that most rows reach, then several levels a step
   * - `bitvector`: hundreds of rows at once, a bit a row
   */
  readonly kernel: 'walk' | 'table' | 'treelets' | 'bitvector'
  /** Reason for this kernel, in a sentence. */
  readonly reason: string
  /** Approximate memory of its tables. WebAssembly kernels build them at the first call that they serve. */
  readonly sizeBytes: number
}
