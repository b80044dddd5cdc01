import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { Heap } from './heap.ts'
import type { LeafPlaces } from './leaf-places.ts'
import { preparedBytes, termsOf, termsOfAll } from './linear.ts'
import { mostLeavesOf } from './table-layout.ts'

/** A cell's number has two bytes. */
const mostFeatures = 65000

/** Leaves once more, at their places in a table, for finite rows; see kernels/linear.ts. */
export interface OrderedLeaves {
  /** Address, or 0 where there are none. */
  readonly at: number
  readonly treeBytes: number
  readonly terms: number
}

export const noLeaves: OrderedLeaves = { at: 0, treeBytes: 0, terms: 0 }

/** None where a leaf has more than four terms. `order` has the trees in the order of the table. */
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
