import { type TreeEnsemble, type Trees, treeCount } from '../../../form/tree-ensemble.ts'
import type { Kernel } from '../../engine.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import { createPreparedRows, linearCost, preparedBytes, termsOf, termsOfAll } from '../linear.ts'
import { createRanges, forEachRow, scoresRowByRow } from '../row-by-row.ts'
import { megabytes, type Work } from '../work.ts'
import type { Workspace } from '../workspace.ts'
import { packTable } from './table-blocks.ts'
import {
  type LeafPlaces,
  listWords,
  mostLeaves,
  mostLeavesOf,
  packTableColumns,
  type TableColumns,
  treeBytes,
} from './table-layout.ts'

/**
 * Creates the table kernel. It scores one row at a time, for trees of at most 64 leaves: and-ing one table row per column leaves
 * one bit per tree, its leaf. See kernels/table.ts. Time does not depend on the data.
 */
export function createTable(workspace: Workspace, ensemble: TreeEnsemble, columns: SplitColumns): Kernel {
  const { heap, kernels, scoresAt } = workspace
  const { numberOfOutputs, trees } = ensemble
  const isSingle = ensemble.sums === 'float32'
  const numberOfTrees = treeCount(ensemble)
  const ranges = createRanges(heap, ensemble)

  const bytes = treeBytes(trees)
  const maskBytes = 16 * Math.ceil((numberOfTrees * bytes) / 16)
  const table = packTable(heap, ensemble, columns, ranges.order)
  const tableColumns = packTableColumns(heap, ensemble, columns, table)
  const masks = table.masksAt
  const valueBytes = 8 * mostLeavesOf(trees)
  const values = heap.allocate(valueBytes * numberOfTrees)
  ranges.order.forEach((tree, i) => {
    const ofTree = table.places.values.subarray(trees.firstLeaf[tree]!, trees.firstLeaf[tree + 1]!)
    heap.f64.set(ofTree, (values + valueBytes * i) >> 3)
  })
  const model = heap.put(Uint32Array.from(tableModel(tableColumns, trees, masks, [values, valueBytes])))
  const prepared = createPreparedRows(workspace, ensemble, 1)
  const paired = packPairedLeaves(heap, ensemble, ranges.order, table.places)
  const ordered = paired === 0 ? packOrderedLeaves(heap, ensemble, ranges.order, table.places) : noLeaves
  const sum = { 1: kernels.scoreRow8, 2: kernels.scoreRow16, 4: kernels.scoreRow32, 8: kernels.scoreRow64 }[bytes]

  /** Adds a row to the workspace's scores. */
  function addRow(row: number, rangesAt: number): void {
    const rangesEnd = rangesAt + 8 * numberOfOutputs
    if (isSingle) {
      kernels.maskRow(model, row, maskBytes)
      kernels.addSingles(model, rangesAt, rangesEnd, scoresAt, bytes)
      return
    }
    if (prepared === null) {
      sum(model, row, rangesAt, rangesEnd, scoresAt)
      return
    }
    const areFinite = prepared.prepare(row, 0, 1)
    if (areFinite && paired !== 0) {
      kernels.scorePairedRow(model, row, prepared.at, rangesAt, rangesEnd, scoresAt, maskBytes, paired)
      return
    }
    const { at, treeBytes, terms } = areFinite ? ordered : noLeaves
    kernels.scoreLinearRow(
      model,
      row,
      prepared.at,
      rangesAt,
      rangesEnd,
      scoresAt,
      bytes,
      maskBytes,
      at,
      treeBytes,
      terms,
    )
  }

  /** Writes the leaf of each tree, in file order, to `out` from `at` on. */
  function findLeaves(row: number, out: Int32Array, at: number): void {
    const { u32 } = heap
    kernels.maskRow(model, row, maskBytes)
    for (let i = 0; i < numberOfTrees; i++) {
      const mask = masks + i * bytes
      const low = u32[mask >> 2]! >>> (8 * (mask & 3))
      const bit = low !== 0 ? lowestBit(low) : 32 + lowestBit(u32[(mask >> 2) + 1]!)
      const tree = ranges.order[i]!
      out[at + tree] = table.places.leafOf[trees.firstLeaf[tree]! + bit]!
    }
  }

  return {
    ...scoresRowByRow(workspace, ensemble, ranges, addRow),
    leafIndices(rows, count, out) {
      forEachRow(workspace, rows, count, (row, r) => findLeaves(row, out, r * numberOfTrees))
    },
  }
}

/** Words of the model that kernels/table.ts reads. `leaves` are the addresses and sizes of the leaf data. */
export function tableModel(
  { pairs, pairsEnd, others, othersEnd, lists, listsEnd, codes }: TableColumns,
  trees: Trees,
  masks: number,
  leaves: readonly [number, number],
): readonly number[] {
  const listBytes = 4 * listWords(trees)
  return [pairs, pairsEnd, others, othersEnd, listBytes, lists, listsEnd, masks, ...leaves, codes]
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Largest size of a table; larger ones fall out of every cache. */
const mostTableBytes = 64 * 2 ** 20

/** Largest number of limits of a column, as codes of a table are 16-bit numbers. */
const mostColumnLimits = 65000

/** Reason why a table cannot serve this model; undefined when it can. */
export function tableRefusal(work: Work): string | undefined {
  if (work.mostLeaves > mostLeaves) return `a tree has ${work.mostLeaves} leaves, a table bits for ${mostLeaves}`
  if (work.mostColumnLimits > mostColumnLimits) return 'a feature is compared with too many numbers for a table'
  return work.tableBytes > mostTableBytes ? `a table would have ${megabytes(work.tableBytes)} MB` : undefined
}

/** Nanoseconds of one row by table; reading is slower if the table does not fit the second or third cache. */
export function tableCost(work: Work): number {
  const { features, columns, trees, tableVectors, tableBytes } = work
  const vector = tableBytes < 2 ** 20 ? 0.25 : tableBytes < 2 ** 24 ? 0.4 : 0.8
  return 40 + 1.5 * features + 2 * columns + 0.8 * trees + vector * tableVectors + linearCost(work)
}

const leafBytes = 32
const pairBytes = 16
/** Largest number of pairs, as the offset of a pair has two bytes. */
const mostPairs = 65536 / pairBytes

/**
 * Writes the leaves of a table for kernels/linear-pairs.ts; returns the address of its model. 0 if a tree has more than 8 leaves, a leaf
 * more than two terms, or if there are so many pairs of features that copying their cells would take longer than it saves.
 */
export function packPairedLeaves(
  heap: Heap,
  ensemble: TreeEnsemble,
  order: Int32Array,
  { leafOf }: LeafPlaces,
): number {
  const { linear, firstLeaf } = ensemble.trees
  if (linear === null || treeBytes(ensemble.trees) > 1 || ![1, 2].includes(termsOfAll(linear))) return 0
  const { constant, termStart, feature, coefficient } = linear
  const one = preparedBytes(ensemble) / 8 - 1
  const stride = leafBytes * mostLeavesOf(ensemble.trees)
  const leaves = new Float64Array((stride / 8) * order.length)
  const offsets = new Uint16Array(leaves.buffer)
  const pairs: number[] = []
  const numbers = new Map<number, number>()
  for (const [i, tree] of order.entries()) {
    const first = firstLeaf[tree]!
    for (let place = first; place < firstLeaf[tree + 1]!; place++) {
      const leaf = first + leafOf[place]!
      const from = termStart[leaf]!
      const [a, b] = [0, 1].map((term) => (term < termsOf(linear, leaf) ? feature[from + term]! : one))
      const key = a! * (one + 1) + b!
      const number = numbers.get(key) ?? pairs.push(8 * a!, 8 * b!) / 2 - 1
      numbers.set(key, number)
      const at = (i * stride + leafBytes * (place - first)) / 8
      offsets[4 * at] = pairBytes * number
      leaves[at + 1] = constant[leaf]!
      leaves[at + 2] = a === one ? -0 : coefficient[from]!
      leaves[at + 3] = b === one ? -0 : coefficient[from + 1]!
    }
    if (numbers.size > Math.min(order.length, mostPairs)) return 0
  }
  const pairsAt = heap.put(Uint32Array.from(pairs))
  const model = [pairsAt, pairsAt + 4 * pairs.length, heap.allocate(pairBytes * numbers.size), heap.put(leaves), stride]
  return heap.put(Uint32Array.from(model))
}

/** Largest number of features, as the number of a cell has two bytes. */
const mostFeatures = 65000

const noLeaves = { at: 0, treeBytes: 0, terms: 0 }

/**
 * Copies the leaves to their places in a table, for finite rows; see kernels/linear.ts. Returns none if a leaf has more than four
 * terms. `order` lists the trees in the order of the table.
 */
function packOrderedLeaves(
  heap: Heap,
  ensemble: TreeEnsemble,
  order: Int32Array,
  { leafOf }: LeafPlaces,
): typeof noLeaves {
  const { linear, firstLeaf } = ensemble.trees
  const terms = linear === null ? 0 : termsOfAll(linear)
  if (linear === null || terms === 0 || ensemble.numberOfFeatures > mostFeatures) return noLeaves
  const { constant, termStart, coefficient, feature } = linear
  const leafBytes = terms > 2 ? 64 : 32
  const treeBytes = leafBytes * mostLeavesOf(ensemble.trees)
  const at = heap.allocate(treeBytes * order.length)
  const one = preparedBytes(ensemble) / 8 - 1
  const { u16, f64 } = heap
  order.forEach((tree, i) => {
    const first = firstLeaf[tree]!
    for (let place = first; place < firstLeaf[tree + 1]!; place++) {
      const leaf = first + leafOf[place]!
      const address = at + treeBytes * i + leafBytes * (place - first)
      const known = termsOf(linear, leaf)
      f64[address / 8 + 1] = constant[leaf]!
      for (let term = 0; term < terms; term++) {
        const from = termStart[leaf]! + term
        f64[address / 8 + 2 + term] = term < known ? coefficient[from]! : -0
        u16[address / 2 + term] = term < known ? feature[from]! : one
      }
    }
  })
  return { at, treeBytes, terms }
}
