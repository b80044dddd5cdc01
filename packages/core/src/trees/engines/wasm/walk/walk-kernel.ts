import type { TreeEnsemble } from '../../../form/tree-ensemble.ts'
import type { Kernel } from '../../engine.ts'
import {
  buildGraph,
  type Graph,
  type GraphMemory,
  type GraphViews,
  layOutGraph,
  leafOfSlot,
  packGraph,
  rootsOf,
} from '../../graph.ts'
import type { Cells } from '../../graph-tests.ts'
import { createWalk, lanes, rowsPerBlock } from '../../walk.ts'
import type { Heap } from '../heap.ts'
import { createPreparedRows, linearCost } from '../linear.ts'
import type { Work } from '../work.ts'
import type { Workspace } from '../workspace.ts'

/** Bytes of a block of rows and their cells. */
const blockBytes = 131072

const ruleBytes = 24

/** Creates the kernel that serves every ensemble: walks over the graph, see kernels/walk.ts. */
export function createWalkKernel(workspace: Workspace, ensemble: TreeEnsemble): Kernel {
  const { heap, kernels, rowBytes, rowsAt } = workspace
  const { numberOfFeatures, trees } = ensemble
  const graph = buildGraph(ensemble)
  const { cells } = graph.tests
  const start = heap.allocate(0)
  const capacity = rowsPerBlock(rowBytes + (cells.feature.length + 1) * (graph.words === null ? 8 : 16), blockBytes)
  const memory = layOutGraph(graph, capacity, start)
  heap.allocate(memory.end - start)
  const views: GraphViews = { f64: heap.f64, u32: heap.u32 }
  packGraph(graph, trees.leafValue, memory, views)
  limitsToIntegers(graph, memory, views)
  const { leafCell, stride, masked } = memory
  const rules = putRules(cells, heap)
  const rulesEnd = rules + cells.feature.length * ruleBytes
  const block = heap.allocate(capacity * rowBytes)
  const sumsAt = heap.allocate(capacity * 8)
  const sumsIndex = sumsAt / 8
  const prepared = createPreparedRows(workspace, ensemble, 1)
  const ends = heap.allocate((trees.root.length + lanes) * 4)
  const endsIndex = ends / 4
  const fill = masked ? kernels.fillMaskedCells : kernels.fillCells
  const plainTrees = ensemble.sums === 'float32' ? kernels.walkSingleTrees : kernels.walkTrees
  const plainRows = ensemble.sums === 'float32' ? kernels.walkSingleRows : kernels.walkRows
  const walkTrees = masked ? kernels.walkMaskedTrees : plainTrees
  const walkToEnds = masked ? kernels.walkToMaskedEnds : kernels.walkToEnds
  const walkRows = masked ? kernels.walkMaskedRows : plainRows

  return createWalk(ensemble, {
    capacity,
    slotBytes: memory.words - memory.slots,
    rowAt: rowsAt / 8,
    rowMemory: () => heap.f64,
    rowScores: () => workspace.scores,
    createList: (length) => heap.allocate((length + lanes - 1) * 4),
    setList: (list, trees) => heap.u32.set(rootsOf(memory, trees, lanes), list / 4),
    load(rows, at, count) {
      const inHeap = rows === heap.f64
      if (!inHeap) heap.f64.set(rows.subarray(at, at + count * numberOfFeatures), block / 8)
      fill(inHeap ? at * 8 : block, rowBytes, count, rules, rulesEnd, memory.cells, stride)
    },
    walkTrees(list, count, sums, at) {
      const { f64 } = heap
      f64[sumsIndex] = sums[at]!
      walkTrees(leafCell, list, count, sumsAt)
      sums[at] = f64[sumsIndex]!
    },
    walkLinearTrees(list, count, rows, from, sums, at) {
      const { f64 } = heap
      walkToEnds(leafCell, list, count, ends)
      prepared!.prepare(rows === f64 ? 8 * from : block, 0, 1)
      f64[sumsIndex] = sums[at]!
      kernels.addLinearEnds(ends, count, prepared!.at, sumsAt)
      sums[at] = f64[sumsIndex]!
    },
    walkToEnds: (list, count) => walkToEnds(leafCell, list, count, ends),
    leafAt: (i) => leafOfSlot(graph, memory, heap.u32[endsIndex + i]!),
    walkRows(list, first, count, rows, sums, at, step) {
      const { f64 } = heap
      for (let r = 0; r < rows; r++) f64[sumsIndex + r] = sums[at + r * step]!
      walkRows(leafCell, stride, rows, list + first * 4, count, sumsAt)
      for (let r = 0; r < rows; r++) sums[at + r * step] = f64[sumsIndex + r]!
    },
  })
}

/** Writes the rules of kernels/walk.ts, which turn a row into cells. */
function putRules({ feature, missingUpTo, missing, lastCategory }: Cells, heap: Heap): number {
  const rules = heap.allocate(feature.length * ruleBytes)
  const views: GraphViews = { f64: heap.f64, u32: heap.u32 }
  feature.forEach((column, i) => {
    const at = rules / 8 + 3 * i
    views.f64[at] = missingUpTo[i]!
    views.f64[at + 1] = missing[i]!
    toInteger(views, at + 1)
    heap.i32[2 * at + 4] = 8 * column
    heap.i32[2 * at + 5] = lastCategory[i]!
  })
  return rules
}

// The kernels compare 64-bit integers that have the order of doubles: the bits of the double, with all bits below the sign flipped if it is
// negative; -0 counts as 0.

/** Turns the double at index `at` of `f64` into its integer; NaN becomes the largest integer, which is within no limit. */
function toInteger({ f64, u32 }: GraphViews, at: number): void {
  const value = f64[at]! + 0
  f64[at] = value
  if (value < 0) {
    u32[2 * at] = ~u32[2 * at]!
    u32[2 * at + 1]! ^= 0x7fffffff
  } else if (Number.isNaN(value)) {
    u32[2 * at] = 0xffffffff
    u32[2 * at + 1] = 0x7fffffff
  }
}

/** Turns limits and cells of a packed graph into integers. Leaf values stay doubles. */
function limitsToIntegers(graph: Graph, memory: GraphMemory, views: GraphViews): void {
  for (let row = 0; row < memory.rows; row++) toInteger(views, (memory.leafCell + row * memory.stride) / 8)
  graph.slots.forEach((target, slot) => {
    if (target >= 0) toInteger(views, (memory.slots + slot * memory.slotBytes) / 8)
  })
}

/** Nanoseconds of one row by walks, on the scale of work.ts. */
export function walkCost(work: Work): number {
  const { features, columns, trees, levels } = work
  return 40 + 1.5 * features + 1.2 * columns + 2 * trees + 1.4 * levels + linearCost(work)
}
