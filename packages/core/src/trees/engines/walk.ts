import { type Slice, type TreeEnsemble, treeCount, treesByOutput } from '../form/tree-ensemble.ts'
import type { Kernel } from './engine.ts'

/** Number of walks at once, through as many trees or for as many rows. */
export const lanes = 8

/** Implementation of walks through a graph, in JavaScript or in WebAssembly. */
interface Walker {
  /** Number of rows that `load` takes at once; a multiple of `lanes`. */
  readonly capacity: number
  /** Bytes of all slots. */
  readonly slotBytes: number
  /** Index of the engine's row in `rowMemory()`. */
  readonly rowAt: number
  rowMemory(): Float64Array
  /** Returns the K scores of the engine's row. */
  rowScores(): Float64Array
  /** Creates a list of at most `length` trees; returns its number. */
  createList(length: number): number
  setList(list: number, trees: Int32Array): void
  /** Fills the cells of `count` rows, the first at `rows[at]`. */
  load(rows: Float64Array, at: number, count: number): void
  /** Walks the first loaded row through the first `count` trees of a list and adds their leaf values in order to `sums[at]`. */
  walkTrees(list: number, count: number, sums: Float64Array, at: number): void
  /** `walkTrees` for linear leaves; the row begins at `rows[from]`. */
  walkLinearTrees(list: number, count: number, rows: Float64Array, from: number, sums: Float64Array, at: number): void
  /** Walks to the leaves, after which `leafAt(i)` is the leaf of tree i. */
  walkToEnds(list: number, count: number): void
  leafAt(i: number): number
  /**
   * Walks the first `rows` loaded rows, a multiple of `lanes`, through `count` trees of a list from its tree `first` on;
   * adds to `sums[at]`, `sums[at + step]` and so on.
   */
  walkRows(list: number, first: number, count: number, rows: number, sums: Float64Array, at: number, step: number): void
}

/** Bytes of the trees that score all rows of a batch before the next trees; they fit the second cache. */
const partBytes = 524288

/** Creates the kernel of a walker over the ensemble's graph. Rows that do not fill a group of lanes are walked one by one. */
export function createWalk(ensemble: TreeEnsemble, walker: Walker): Kernel {
  const { trees, numberOfFeatures, numberOfOutputs } = ensemble
  const { linear, firstLeaf } = trees
  const numberOfTrees = treeCount(ensemble)
  const treesOf = treesByOutput(ensemble)
  const lists = [...treesOf, Int32Array.from({ length: numberOfTrees }, (_, tree) => tree)].map((list) => {
    const name = walker.createList(list.length)
    walker.setList(name, list)
    return name
  })
  const everyTree = lists.pop()!
  const part = Math.max(Math.floor((partBytes * numberOfTrees) / (walker.slotBytes * numberOfOutputs)), 1) // iterations
  const everything = selectionOf(lists, treesOf)
  let sliceLists: readonly number[] | undefined

  /** Selects the trees of a run of iterations. A partial selection is valid until the next one. */
  function select({ first, last }: Slice): Selection {
    if (first === 0 && treesOf.every((list) => list.length <= last)) return everything
    sliceLists ??= treesOf.map((list) => walker.createList(list.length))
    const parts = treesOf.map((list) => list.subarray(first, last))
    parts.forEach((trees, k) => {
      walker.setList(sliceLists![k]!, trees)
    })
    return selectionOf(sliceLists, parts)
  }

  /** Adds one row to the K scores from `scores[at]` on; the row begins at `rows[from]`. */
  function addRow(rows: Float64Array, from: number, selection: Selection, scores: Float64Array, at: number): void {
    walker.load(rows, from, 1)
    for (let k = 0; k < numberOfOutputs; k++) {
      const list = selection.lists[k]!
      const count = selection.counts[k]!
      if (linear === null) walker.walkTrees(list, count, scores, at + k)
      else walker.walkLinearTrees(list, count, rows, from, scores, at + k)
    }
  }

  return {
    scoreRow(starts) {
      const scores = walker.rowScores()
      for (let k = 0; k < numberOfOutputs; k++) scores[k] = starts[k]!
      addRow(walker.rowMemory(), walker.rowAt, everything, scores, 0)
      return scores
    },
    addTrees(rows, count, slice, scores) {
      const selection = select(slice)
      const together = linear === null ? count - (count % lanes) : 0
      for (let first = 0; first < selection.iterations; first += part) {
        for (let r = 0; r < together; r += walker.capacity) {
          const several = Math.min(walker.capacity, together - r)
          walker.load(rows, r * numberOfFeatures, several)
          for (let k = 0; k < numberOfOutputs; k++) {
            const trees = Math.min(part, selection.counts[k]! - first)
            const sums = r * numberOfOutputs + k
            walker.walkRows(selection.lists[k]!, first, trees, several, scores, sums, numberOfOutputs)
          }
        }
      }
      for (let r = together; r < count; r++) addRow(rows, r * numberOfFeatures, selection, scores, r * numberOfOutputs)
    },
    leafIndices(rows, count, out) {
      for (let r = 0; r < count; r++) {
        walker.load(rows, r * numberOfFeatures, 1)
        walker.walkToEnds(everyTree, numberOfTrees)
        for (let t = 0; t < numberOfTrees; t++) out[r * numberOfTrees + t] = walker.leafAt(t) - firstLeaf[t]!
      }
    },
  }
}

/** Lists of the trees of each output, and their lengths. */
interface Selection {
  readonly lists: readonly number[]
  readonly counts: readonly number[]
  readonly iterations: number
}

function selectionOf(lists: readonly number[], trees: readonly Int32Array[]): Selection {
  const counts = trees.map((list) => list.length)
  return { lists, counts, iterations: counts.reduce((most, count) => Math.max(most, count), 0) }
}

/** Number of rows that a tree scores before the next tree: as many as fit the cache, at most 64. */
export function rowsPerBlock(bytesOfRow: number, cacheBytes: number): number {
  const fitting = Math.floor(cacheBytes / (bytesOfRow * lanes)) * lanes
  return Math.min(Math.max(fitting, lanes), 64)
}
