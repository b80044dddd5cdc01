import { crownLeaves } from './crowns.ts'
import type { Heap } from './heap.ts'
import { isTreelet } from './treelet-blocks.ts'

/** Addresses of what kernels/treelets.ts finds at the leaves of crowns, from left to right. */
export interface CrownSlots {
  readonly slots: number
  /** Of each a byte: what the queue grows by. */
  readonly goesOn: number
}

const slotBytes = 8
const queuedBytes = 8

/**
 * @param order trees in the order of the list
 * @param leafOf number of the leaf at each place from left to right, of each crown
 * @param places by number of the leaf, of each crown
 */
export function packCrownSlots(heap: Heap, order: Int32Array, leafOf: Uint8Array, places: Uint32Array): CrownSlots {
  const slots = heap.allocate(slotBytes * crownLeaves * order.length)
  const goesOn = heap.allocate(crownLeaves * order.length)
  const { u8 } = heap
  order.forEach((tree, i) => {
    const first = crownLeaves * tree
    for (let leaf = 0; leaf < crownLeaves; leaf++) {
      const place = places[first + leafOf[first + leaf]!]!
      const at = crownLeaves * i + leaf
      u8.copyWithin(slots + slotBytes * at, place, place + slotBytes)
      u8[goesOn + at] = isTreelet(place) ? queuedBytes : 0
    }
  })
  return { slots, goesOn }
}
