import type { TreeEnsemble, Trees } from '../form/tree-ensemble.ts'
import type { Engine } from './engine.ts'

/** Most features for which an engine takes rows unchanged. */
const widestRow = 2 ** 16

const blockRows = 256

/**
 * Creates the engine of a model. For a very wide model it sees only the columns that the trees use, so memory and tables do not
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
