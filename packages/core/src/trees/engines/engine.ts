import type { Slice, TreeEnsemble, Trees } from '../form/tree-ensemble.ts'

/**
 * Scores rows. Takes rows as the caller passed them, trusts its arguments, and agrees bit for bit with every other kernel.
 * Adds to the scores, one double per output in tree order, so that a sum can be continued.
 */
export interface Kernel {
  /** Returns `start` plus the outputs of all trees for the engine's `row`: K scores, valid until the next call. Allocates nothing. */
  scoreRow(start: number): Float64Array
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

/** Largest number of features with which an engine takes rows unchanged. */
const widestRow = 2 ** 16

const blockRows = 256

/**
 * Creates the engine of a model. The engine of a very wide model sees only the columns that the trees use, so memory and tables do not
 * grow with a million features of which few have splits.
 */
export function createEngineOfUsedColumns(ensemble: TreeEnsemble, create: (ensemble: TreeEnsemble) => Engine): Engine {
  if (ensemble.numberOfFeatures <= widestRow || ensemble.format !== 'lightgbm') return create(ensemble)
  const used = usedFeatures(ensemble.trees)
  const width = Math.max(1, used.length)
  const engine = create({
    ...ensemble,
    numberOfFeatures: width,
    featureNames: null,
    trees: renumbered(ensemble.trees, used),
  })
  const row = new Float64Array(ensemble.numberOfFeatures)
  const cells = new Float64Array(blockRows * width)

  function gather(rows: Float64Array, first: number, count: number): Float64Array {
    for (let r = 0; r < count; r++) {
      const start = (first + r) * ensemble.numberOfFeatures
      for (let i = 0; i < used.length; i++) cells[r * width + i] = rows[start + used[i]!]!
    }
    return cells.subarray(0, count * width)
  }

  function inBlocks(count: number, run: (first: number, height: number) => void): void {
    for (let first = 0; first < count; first += blockRows) run(first, Math.min(blockRows, count - first))
  }

  return {
    name: engine.name,
    plan: engine.plan,
    row,
    scoreRow(start) {
      for (let i = 0; i < used.length; i++) engine.row[i] = row[used[i]!]!
      return engine.scoreRow(start)
    },
    addTrees(rows, count, slice, scores) {
      const outputs = ensemble.numberOfOutputs
      inBlocks(count, (first, height) =>
        engine.addTrees(
          gather(rows, first, height),
          height,
          slice,
          scores.subarray(first * outputs, (first + height) * outputs),
        ),
      )
    },
    leafIndices(rows, count, out) {
      const trees = ensemble.trees.root.length
      inBlocks(count, (first, height) =>
        engine.leafIndices(gather(rows, first, height), height, out.subarray(first * trees, (first + height) * trees)),
      )
    },
  }
}

/** Features that a split or a linear leaf reads, ascending. */
function usedFeatures({ feature, linear }: Trees): Int32Array {
  const used = new Set<number>(feature)
  for (const column of linear?.feature ?? []) used.add(column)
  return Int32Array.from(used).sort()
}

/** Trees with features renumbered to the used columns. */
function renumbered(trees: Trees, used: Int32Array): Trees {
  const columnOf = new Map(Array.from(used, (feature, column) => [feature, column]))
  const renumber = (features: Int32Array): Int32Array => features.map((feature) => columnOf.get(feature)!)
  const { linear } = trees
  return {
    ...trees,
    feature: renumber(trees.feature),
    linear: linear === null ? null : { ...linear, feature: renumber(linear.feature) },
  }
}
