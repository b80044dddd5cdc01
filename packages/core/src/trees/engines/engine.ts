import type { Slice } from '../form/slice.ts'

/**
 * One way to score. Takes rows as the caller gave them, trusts its arguments, and agrees bit for bit with every other.
 * Scores are added to, one double per output in tree order, so that a sum may be continued.
 */
export interface Kernel {
  /** `start` plus all trees' outputs for the engine's `row`: K scores, the caller's until the next call. Allocates nothing. */
  scoreRow(start: number): Float64Array
  /** Adds the outputs of a slice for `count` rows, row-major, to `count × K` scores. Allocates nothing per row. */
  addTrees(rows: Float64Array, count: number, slice: Slice, scores: Float64Array): void
  /** Leaf number within its tree, `count × trees`, trees in file order. */
  leafIndices(rows: Float64Array, count: number, out: Int32Array): void
}

/**
 * Kernels and the choice between them. `createEvaluator` adds argument checks, the base score, rounding, averaging and
 * the link, so that engines share them.
 */
export interface Engine extends Kernel {
  readonly name: 'js' | 'wasm'
  readonly plan: Plan
  /** Where `scoreRow` reads its row. Read this field for every row: the array may move. */
  readonly row: Float64Array
}

/** How an evaluator will score, and why; what `evaluator.plan` shows. */
export interface Plan {
  readonly engine: 'js' | 'wasm'
  /** Why this engine, in a sentence. */
  readonly reason: string
  /** Ascending by `fromRows`, the first from 1: a call of n rows runs the last kernel with `fromRows <= n`. */
  readonly kernels: readonly KernelChoice[]
}

export interface KernelChoice {
  readonly fromRows: number
  /**
   * - `interpreter`: one tree after another, node by node
   * - `walk`: several trees at once, one comparison a node
   * - `table`: one row by and-ing one table row a column
   * - `treelets`: one row by a table for the splits of each tree that most rows reach, then several levels a step
   * - `bitvector`: hundreds of rows at once, a bit a row
   */
  readonly kernel: 'interpreter' | 'walk' | 'table' | 'treelets' | 'bitvector'
  /** Why it serves these calls, in a sentence. */
  readonly reason: string
  /** Memory of its tables, about. WebAssembly kernels build them at the first call that they serve. */
  readonly sizeBytes: number
}
