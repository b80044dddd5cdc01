import type { TreeEnsemble } from '../../../form/tree-ensemble.ts'
import type { Heap } from '../heap.ts'
import { preparedBytes, termsOf, termsOfAll } from '../linear.ts'
import { type LeafPlaces, mostLeavesOf, treeBytes } from './table-layout.ts'

const leafBytes = 32
const pairBytes = 16
/** A pair's offset has two bytes. */
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

/** Most features: a cell's number has two bytes. */
const mostFeatures = 65000

/** Copy of the leaves at their places in a table, for finite rows; see kernels/linear.ts. */
interface OrderedLeaves {
  /** Address, or 0 without any. */
  readonly at: number
  readonly treeBytes: number
  readonly terms: number
}

export const noLeaves: OrderedLeaves = { at: 0, treeBytes: 0, terms: 0 }

/** Writes ordered leaves; none if a leaf has more than four terms. `order` lists the trees in the order of the table. */
export function packOrderedLeaves(
  heap: Heap,
  ensemble: TreeEnsemble,
  order: Int32Array,
  { leafOf }: LeafPlaces,
): OrderedLeaves {
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
