import { leafOutput, prepareRow } from '../../form/scoring-rules.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Engine, KernelChoice, Plan } from '../engine.ts'
import { buildGraph, layOutGraph, leafOfSlot, packGraph, rootsOf } from '../graph.ts'
import type { Cells } from '../graph-tests.ts'
import { createWalk, lanes, rowsPerBlock } from '../walk.ts'
import { walkMaskedRows, walkMaskedTrees, walkRows, walkTrees } from './walks.generated.ts'

/** Memory for the cells of a block of rows: half of a processor's first cache. */
const cellsBytes = 16384

/**
 * Creates the engine for every runtime, without allocation per row. One row walks through eight trees at a time; eight of many rows
 * walk through one tree.
 */
export function createJsEngine(ensemble: TreeEnsemble): Engine {
  const graph = buildGraph(ensemble)
  const { cells } = graph.tests
  const capacity = rowsPerBlock((cells.feature.length + 1) * (graph.words === null ? 8 : 16), cellsBytes)
  const memory = layOutGraph(graph, capacity, 0)
  const { masked, leafCell, stride } = memory
  const buffer = new ArrayBuffer(memory.end)
  const view = new DataView(buffer)
  const f64 = new Float64Array(buffer, 0, Math.floor(memory.end / 8))
  const u32 = new Uint32Array(buffer)
  packGraph(graph, ensemble.trees.leafValue, memory, { f64, u32 })
  const row = new Float64Array(ensemble.numberOfFeatures)
  const rowScores = new Float64Array(ensemble.numberOfOutputs)
  const ends = new Int32Array(ensemble.trees.root.length + lanes)
  const lists: Int32Array[] = []
  const unused = new Float64Array(1)
  /** Sums of a block; the array rounds every addition to float32. Null for sums in doubles. */
  const singles = ensemble.sums === 'float32' ? new Float32Array(capacity) : null
  const prepared = new Float64Array(ensemble.trees.linear === null ? 0 : row.length)
  const leafAt = (i: number) => leafOfSlot(graph, memory, ends[i]!)
  const trees = masked ? walkMaskedTrees : walkTrees
  const rows = masked ? walkMaskedRows : walkRows

  const kernel = createWalk(ensemble, {
    capacity,
    slotBytes: memory.words - memory.slots,
    rowAt: 0,
    rowMemory: () => row,
    rowScores: () => rowScores,
    createList: (length) => lists.push(new Int32Array(length + lanes - 1)) - 1,
    setList: (list, trees) => lists[list]!.set(rootsOf(memory, trees, lanes)),
    load(from, at, count) {
      for (let r = 0; r < count; r++) {
        const start = at + r * row.length
        const into = (r * stride) / 8
        if (masked) fillMaskedCells(cells, from, start, f64, u32, into)
        else fillCells(cells, from, start, f64, into)
      }
    },
    walkTrees(list, count, sums, at) {
      if (singles === null) trees(view, leafCell, lists[list]!, count, ends, sums, at)
      else {
        trees(view, leafCell, lists[list]!, count, ends, unused, 0)
        for (let i = 0; i < count; i++) sums[at] = Math.fround(sums[at]! + view.getFloat64(ends[i]!, true))
      }
    },
    walkLinearTrees(list, count, from, start, sums, at) {
      trees(view, leafCell, lists[list]!, count, ends, unused, 0)
      prepareRow(from, start, prepared, ensemble.precision)
      let sum = sums[at]!
      for (let i = 0; i < count; i++) sum += leafOutput(ensemble.trees, leafAt(i), prepared)
      sums[at] = sum
    },
    walkToEnds: (list, count) => trees(view, leafCell, lists[list]!, count, ends, unused, 0),
    leafAt,
    walkRows(list, first, count, several, sums, at, step) {
      if (singles === null) rows(view, leafCell, stride, several, lists[list]!, first, count, sums, at, step)
      else {
        for (let r = 0; r < several; r++) singles[r] = sums[at + r * step]!
        rows(view, leafCell, stride, several, lists[list]!, first, count, singles, 0, 1)
        for (let r = 0; r < several; r++) sums[at + r * step] = singles[r]!
      }
    },
  })
  return { name: 'js', plan: planOf(ensemble, memory.end + graph.slots.byteLength), row, ...kernel }
}

function planOf({ trees }: TreeEnsemble, sizeBytes: number): Plan {
  const one: KernelChoice = { fromRows: 1, kernel: 'walk', reason: 'a row goes through eight trees at once', sizeBytes }
  const many = {
    ...one,
    fromRows: lanes,
    reason: 'a tree is read once for many rows, eight of which go through it at once',
  }
  const reason = 'typed arrays run everywhere'
  return { engine: 'js', reason, kernels: trees.linear === null ? [one, many] : [one] }
}

/** Copies the cells of the row that begins at `rows[from]` to `into[at]` and on. All are numbers. */
function fillCells(cells: Cells, rows: Float64Array, from: number, into: Float64Array, at: number): void {
  const { feature, missingUpTo, missing } = cells
  for (let i = 0; i < feature.length; i++) {
    const value = rows[from + feature[i]!]!
    into[at + i] = Math.abs(value) > missingUpTo[i]! ? value : missing[i]!
  }
}

/**
 * `fillCells` for cells that may be categories: integers from 0 on, NaN for anything else. Cell i is `into[at + 2i]`, and
 * `bits[2at + 4i + 2]`, in the same bytes, is the number of its bit: 0 for numbers, the last one for categories beyond all sets.
 */
function fillMaskedCells(
  cells: Cells,
  rows: Float64Array,
  from: number,
  into: Float64Array,
  bits: Uint32Array,
  at: number,
): void {
  const { feature, missingUpTo, missing, lastCategory } = cells
  for (let i = 0; i < feature.length; i++) {
    const value = rows[from + feature[i]!]!
    const last = lastCategory[i]!
    if (last < 0) into[at + 2 * i] = Math.abs(value) > missingUpTo[i]! ? value : missing[i]!
    else {
      const category = Math.trunc(value)
      into[at + 2 * i] = category >= 0 ? category : Number.NaN
      bits[2 * at + 4 * i + 2] = category >= 0 ? Math.min(category, last) : 0
    }
  }
}
