import { everything, type LeafEntries, type Slice, type TreeEnsemble, treeCount } from '../form/tree-ensemble.ts'
import type { Engine } from './engine.ts'

/** Most rows whose leaves are found before their numbers are added, and most of these leaves, 4 MB. */
const mostRows = 512
const mostLeaves = 2 ** 20

/** Engine for leaves of any kind; for those with several numbers `create` makes the engine that finds them. */
export function createOutputEngine(ensemble: TreeEnsemble, create: (ensemble: TreeEnsemble) => Engine): Engine {
  const { leafVector, leafEntries } = ensemble.trees
  if (leafVector === null && leafEntries === null) return create(ensemble)
  const engine = create({ ...ensemble, numberOfOutputs: 1 })
  if (leafVector !== null) return createVectorEngine(ensemble, engine, leafVector)
  return createEntriesEngine(ensemble, engine, leafEntries!)
}

/**
 * Engine for leaves with vectors: another engine finds each tree's leaf once, for all outputs, and the vectors are added here, in
 * the order of the trees and in the arithmetic of the sums.
 */
function createVectorEngine(ensemble: TreeEnsemble, engine: Engine, vectors: Float64Array): Engine {
  const width = ensemble.numberOfOutputs
  const round = ensemble.sums === 'float32' ? Math.fround : (value: number) => value
  return createAddingEngine(ensemble, engine, (leaf, sums, at) => {
    const vector = leaf * width
    for (let k = 0; k < width; k++) sums[at + k] = round(sums[at + k]! + vectors[vector + k]!)
  })
}

/** Engine for leaves that name their outputs. Scores begin at -0 and stay there while no leaf names them. */
function createEntriesEngine(ensemble: TreeEnsemble, engine: Engine, entries: LeafEntries): Engine {
  const { start, output, value } = entries
  const round = ensemble.sums === 'float32' ? Math.fround : (number: number) => number
  const { combining } = ensemble
  function combined(score: number, number: number): number {
    if (combining === 'sum') return round(score + 0 + number) // -0 + 0 is +0, so that no sum is -0
    const isFirst = Object.is(score, -0)
    return isFirst || (combining === 'minimum' ? number < score : number > score) ? number : score
  }
  return createAddingEngine(ensemble, engine, (leaf, sums, at) => {
    const end = start[leaf + 1]!
    for (let i = start[leaf]!; i < end; i++) {
      const place = at + output[i]!
      sums[place] = combined(sums[place]!, value[i]!)
    }
  })
}

/** Adds a leaf of the ensemble to the scores that begin at `sums[at]`. */
type AddLeaf = (leaf: number, sums: Float64Array, at: number) => void

/** Engine that adds the leaves that another engine finds, tree after tree. */
function createAddingEngine(ensemble: TreeEnsemble, engine: Engine, addLeaf: AddLeaf): Engine {
  const { numberOfOutputs: width, numberOfFeatures, trees } = ensemble
  const { firstLeaf } = trees
  const numberOfTrees = treeCount(ensemble)
  const blockRows = Math.max(1, Math.min(mostRows, Math.floor(mostLeaves / numberOfTrees)))
  const leaves = new Int32Array(blockRows * numberOfTrees)
  const scores = new Float64Array(width)
  // The row of the other engine may move while that engine makes the tables for its leaves.
  const row = new Float64Array(numberOfFeatures)

  function addLeaves(r: number, { first, last }: Slice, sums: Float64Array, at: number): void {
    const end = Math.min(last, numberOfTrees)
    for (let t = first; t < end; t++) addLeaf(firstLeaf[t]! + leaves[r * numberOfTrees + t]!, sums, at)
  }

  return {
    ...engine,
    row,
    scoreRow(starts) {
      engine.leafIndices(row, 1, leaves.subarray(0, numberOfTrees))
      scores.set(starts)
      addLeaves(0, everything, scores, 0)
      return scores
    },
    addTrees(rows, count, slice, sums) {
      for (let from = 0; from < count; from += blockRows) {
        const height = Math.min(blockRows, count - from)
        const block = rows.subarray(from * numberOfFeatures, (from + height) * numberOfFeatures)
        engine.leafIndices(block, height, leaves.subarray(0, height * numberOfTrees))
        for (let r = 0; r < height; r++) addLeaves(r, slice, sums, (from + r) * width)
      }
    },
  }
}
