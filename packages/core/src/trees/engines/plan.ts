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
