import { applySteps, registersOf } from '../form/steps.ts'
import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import type { Engine } from './engine.ts'
import { createOutputEngine } from './vector-leaves.ts'

/** Writes the cells that trees see of the row that begins at `rows[from]` into `cells`, from `to` on. */
type PrepareRow = (rows: Float64Array, from: number, cells: Float64Array, to: number) => void

/** Largest number of features with which an engine takes rows unchanged. */
const widestRow = 2 ** 16

/**
 * Creates the engine of any model; `create` makes that of trees with one value a leaf. Trees may see other cells than those of their rows: registers of its preparation, and of a very wide
 * model only the columns that splits read, so that memory and tables do not grow with a million features of which few have splits.
 */
export function createRowEngine(ensemble: TreeEnsemble, create: (ensemble: TreeEnsemble) => Engine): Engine {
  const { preparation, numberOfFeatures, source } = ensemble
  if (preparation !== null) {
    const prepared = { ...ensemble, numberOfFeatures: registersOf(preparation), featureNames: null, preparation: null }
    return createPreparingEngine(ensemble, createRowEngine(prepared, create), prepared, (rows, from, cells, to) => {
      const registers = cells.subarray(to, to + prepared.numberOfFeatures)
      registers.set(rows.subarray(from, from + numberOfFeatures))
      applySteps(preparation, registers)
    })
  }
  if (numberOfFeatures <= widestRow || source.format === 'mlnet') return createOutputEngine(ensemble, create)
  const used = usedFeatures(ensemble.trees)
  const trees = renumbered(ensemble.trees, used)
  const narrow = { ...ensemble, numberOfFeatures: Math.max(1, used.length), featureNames: null, trees }
  const engine = createOutputEngine(narrow, create)
  const gather: PrepareRow = (rows, from, cells, to) => {
    for (let i = 0; i < used.length; i++) cells[to + i] = rows[from + used[i]!]!
  }
  return {
    ...createPreparingEngine(ensemble, engine, narrow, gather),
    narrow: { engine, used: used.length > 0 ? used : Int32Array.of(0) },
  }
}

/** Cells that are prepared at once, 2 MB, and most of their rows. */
const blockCells = 2 ** 18
const mostRows = 256

function createPreparingEngine(
  { numberOfFeatures, numberOfOutputs, trees }: TreeEnsemble,
  engine: Engine,
  { numberOfFeatures: width }: TreeEnsemble,
  prepare: PrepareRow,
): Engine {
  const row = new Float64Array(numberOfFeatures)
  const capacity = Math.max(1, Math.min(mostRows, Math.floor(blockCells / width)))
  let block: Float64Array | undefined

  function forEachBlock(
    rows: Float64Array,
    count: number,
    work: (cells: Float64Array, first: number, end: number) => void,
  ): void {
    block ??= new Float64Array(capacity * width)
    for (let first = 0; first < count; first += capacity) {
      const height = Math.min(capacity, count - first)
      for (let r = 0; r < height; r++) prepare(rows, (first + r) * numberOfFeatures, block, r * width)
      work(block.subarray(0, height * width), first, first + height)
    }
  }

  return {
    name: engine.name,
    plan: engine.plan,
    row,
    scoreRow(starts) {
      prepare(row, 0, engine.row, 0)
      return engine.scoreRow(starts)
    },
    addTrees(rows, count, slice, scores) {
      forEachBlock(rows, count, (cells, first, end) => {
        const own = scores.subarray(first * numberOfOutputs, end * numberOfOutputs)
        engine.addTrees(cells, end - first, slice, own)
      })
    },
    leafIndices(rows, count, out) {
      const perRow = trees.root.length
      forEachBlock(rows, count, (cells, first, end) => {
        engine.leafIndices(cells, end - first, out.subarray(first * perRow, end * perRow))
      })
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
