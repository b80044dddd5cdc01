import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Heap } from './heap.ts'
import type { LeafPlaces } from './leaf-places.ts'
import { preparedBytes, termsOf, termsOfAll } from './linear.ts'
import { mostLeavesOf, treeBytes } from './table-layout.ts'

const leafBytes = 32
const pairBytes = 16
/** A pair's offset has two bytes. */
const mostPairs = 65536 / pairBytes

/**
 * The leaves of a table once more, as kernels/linear-pairs.ts takes them: address of its model, or 0 where a tree has more than 8 leaves, a leaf
 * more than two terms, or there are more pairs than trees, whose cells would take longer to copy than is saved. `order` has the trees in the
 * order of the table.
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
