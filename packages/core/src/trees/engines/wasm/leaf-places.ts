import { leavesBelow } from '../../form/leaves-below.ts'
import type { Trees } from '../../form/tree-ensemble.ts'

/** The leaves of every tree from left to right; all trees have at most 64. */
export interface LeafPlaces {
  /** The leaves left of node n as bits, place 0 the lowest: places 0 … 31 and 32 … 63. */
  readonly leftLow: Uint32Array
  readonly leftHigh: Uint32Array
  /** Leaf number within the tree of the leaf at a place: leafOf[firstLeaf + place]. */
  readonly leafOf: Uint8Array
  /** Leaf values in this order. */
  readonly values: Float64Array
}

/** One pass, since children come after their parents. */
export function placeLeaves(trees: Trees): LeafPlaces {
  const { root, firstLeaf, left, right, leafValue } = trees
  const nodes = left.length
  const count = leavesBelow(trees)
  const leftLow = new Uint32Array(nodes)
  const leftHigh = new Uint32Array(nodes)
  const leafOf = new Uint8Array(leafValue.length)
  const values = new Float64Array(leafValue.length)
  const place = new Uint8Array(nodes)
  const tree = new Int32Array(nodes)
  const put = (t: number, child: number, at: number) => {
    if (child >= 0) {
      place[child] = at
      tree[child] = t
    } else {
      leafOf[firstLeaf[t]! + at] = ~child - firstLeaf[t]!
      values[firstLeaf[t]! + at] = leafValue[~child]!
    }
  }
  root.forEach((child, t) => {
    put(t, child, 0)
  })
  for (let n = 0; n < nodes; n++) {
    const from = place[n]!
    const to = from + count(left[n]!)
    leftLow[n] = bitsBelow(to) & ~bitsBelow(from)
    leftHigh[n] = bitsBelow(to - 32) & ~bitsBelow(from - 32)
    put(tree[n]!, left[n]!, from)
    put(tree[n]!, right[n]!, to)
  }
  return { leftLow, leftHigh, leafOf, values }
}

function bitsBelow(bit: number): number {
  if (bit <= 0) return 0
  return bit >= 32 ? -1 : (1 << bit) - 1
}
