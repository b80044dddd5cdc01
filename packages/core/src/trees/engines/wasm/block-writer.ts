import type { Trees } from '../../form/tree-ensemble.ts'
import type { Heap } from './heap.ts'
import type { LeafPlaces } from './leaf-places.ts'
import { blockBytes, blockCount, listWords, treeBytes } from './table-layout.ts'

/** Room that the writer fills: lists, then blocks, and the masks of a row. */
export interface BlockRoom {
  readonly lists: number
  readonly blocks: number
  readonly masks: number
}

/**
 * Writes table rows code by code. The row of a code is made in the room for masks; only blocks that differ from the code
 * before are written. State: that row, and where the next list and block go.
 */
export interface BlockWriter {
  /** From here on everything is possible. */
  allow(): void
  /** All leaves of the tree of node n are possible. */
  allowTree(n: number): void
  /** The leaves left of node n are not. */
  clear(n: number): void
  writeCode(): void
}

/** @param place byte of the tree of each node in the masks */
export function createBlockWriter(
  { u8, u32 }: Heap,
  trees: Trees,
  { leftLow, leftHigh }: LeafPlaces,
  place: Int32Array,
  room: BlockRoom,
): BlockWriter {
  const bytes = treeBytes(trees)
  const words = listWords(trees)
  const maskWords = room.masks >> 2
  const lowBits = bytes < 4 ? (1 << (8 * bytes)) - 1 : -1
  const isDirty = new Uint8Array(blockCount(trees))
  let list = room.lists >> 2
  let end = room.blocks + blockBytes
  u32.fill(0xffffffff, room.blocks >> 2, end >> 2) // the first block leaves all possible

  function change(n: number): void {
    isDirty[Math.floor(place[n]! / blockBytes)] = 1
  }

  return {
    allow() {
      u32.fill(0xffffffff, maskWords, maskWords + (isDirty.length * blockBytes) / 4)
      u32.fill(room.blocks, list, list + words)
    },
    allowTree(n) {
      const at = room.masks + place[n]!
      u32[at >> 2]! |= lowBits << (8 * (at & 3))
      if (bytes === 8) u32[(at >> 2) + 1] = 0xffffffff
      change(n)
    },
    clear(n) {
      const at = room.masks + place[n]!
      u32[at >> 2]! &= ~(leftLow[n]! << (8 * (at & 3)))
      if (bytes === 8) u32[(at >> 2) + 1]! &= ~leftHigh[n]!
      change(n)
    },
    writeCode() {
      for (let block = isDirty.indexOf(1); block !== -1; block = isDirty.indexOf(1, block + 1)) {
        const from = room.masks + block * blockBytes
        u8.copyWithin(end, from, from + blockBytes)
        u32[list + block] = end
        end += blockBytes
        isDirty[block] = 0
      }
      list += words
      // The last list has no other after it: there the first block begins.
      if (list + words <= room.blocks >> 2) u32.copyWithin(list, list - words, list)
    },
  }
}
