/** Iterations `first ≤ i < last`; iteration i is the i-th tree of every output. */
export interface Slice {
  readonly first: number
  readonly last: number
}

/**
 * What a way to evaluate trees has to offer; `createEvaluator` adds argument checks, rounding, averaging and the link, so
 * that engines share them. Engines trust their arguments and must agree bit for bit.
 */
export interface Engine {
  readonly name: 'js' | 'wasm'
  /** Base score plus leaf outputs in tree order, as doubles: `count` rows, row-major, to `count × K` sums. */
  sumTrees(rows: Float64Array, count: number, slice: Slice, out: Float64Array): void
  /** Leaf number within its tree, `count × trees`, trees in file order. */
  leafIndices(rows: Float64Array, count: number, out: Int32Array): void
}
