import type { Graph } from './graph.ts'

/**
 * Byte offsets within a cell (its value is first) and within a slot (its limit or leaf value is first), and the sizes of
 * both. The walks of the JavaScript engine contain them as literals: after a change run `npm run kernels`.
 */
export const layout = {
  bit: 8,
  cellBytes: 8,
  maskedCellBytes: 16,
  cell: 8,
  next: 12,
  words: 16,
  slotBytes: 16,
  maskedSlotBytes: 32,
} as const

/**
 * Layout of a graph in an engine's memory, little-endian: sizes of its parts, then their byte offsets.
 *
 *     cells   of `rows` rows, the cell of leaves last in each
 *             8 value; when masked 4 number of its bit, 4 unused
 *     slots   8 limit of a test or value of a leaf, 4 its cell in the first row, 4 its next slot;
 *             when masked 4 words of its set, 12 unused
 *     words   of sets, when masked
 */
export interface GraphMemory {
  readonly masked: boolean
  readonly rows: number
  /** Bytes of the cells of a row. */
  readonly stride: number
  readonly cellBytes: number
  readonly slotBytes: number
  readonly cells: number
  readonly leafCell: number
  readonly slots: number
  /** Slot of no tree. */
  readonly nothing: number
  readonly words: number
  readonly end: number
}

/** Views of the memory. */
export interface GraphViews {
  readonly f64: Float64Array
  readonly u32: Uint32Array
}

/** @param start a multiple of 64 */
export function layOutGraph({ tests, slots, words }: Graph, rows: number, start: number): GraphMemory {
  const masked = words !== null
  const cellBytes = masked ? layout.maskedCellBytes : layout.cellBytes
  const slotBytes = masked ? layout.maskedSlotBytes : layout.slotBytes
  const leafCell = start + tests.cells.feature.length * cellBytes
  const stride = leafCell + cellBytes - start
  const slotsAt = start + Math.ceil((rows * stride) / 64) * 64
  const wordsAt = slotsAt + slots.length * slotBytes
  return {
    masked,
    rows,
    stride,
    cellBytes,
    slotBytes,
    cells: start,
    leafCell,
    slots: slotsAt,
    nothing: slotsAt + tests.root.length * slotBytes,
    words: wordsAt,
    end: wordsAt + 4 * (words?.length ?? 0),
  }
}

/** Writes slots, words and the cells of leaves. `leafValue` is the ensemble's. */
export function packGraph(graph: Graph, leafValue: Float64Array, memory: GraphMemory, { f64, u32 }: GraphViews): void {
  const { tests, slots, pair, words } = graph
  const { limit, cell, mask } = tests
  const { cells, cellBytes, slotBytes, leafCell, stride } = memory
  for (let row = 0; row < memory.rows; row++) f64[(leafCell + row * stride) / 8] = Number.NaN
  for (let slot = 0; slot < slots.length; slot++) {
    const target = slots[slot]!
    const at = memory.slots + slot * slotBytes
    if (target >= 0) {
      f64[at >>> 3] = limit[target]!
      u32[(at + layout.cell) >>> 2] = cells + cell[target]! * cellBytes
      u32[(at + layout.next) >>> 2] = memory.slots + pair[target]! * slotBytes
    } else {
      f64[at >>> 3] = ~target < leafValue.length ? leafValue[~target]! : -0
      u32[(at + layout.cell) >>> 2] = leafCell
      u32[(at + layout.next) >>> 2] = at
    }
    if (mask !== null) u32[(at + layout.words) >>> 2] = memory.words + (target >= 0 ? 4 * mask[target]! : 0)
  }
  if (words !== null) u32.set(words, memory.words / 4)
}

/** Leaf whose slot begins at `address`, numbered through the ensemble. */
export function leafOfSlot({ slots }: Graph, memory: GraphMemory, address: number): number {
  return ~slots[(address - memory.slots) >> (memory.masked ? 5 : 4)]!
}

/** Addresses of the roots of trees, then leaves of -0 that fill the last group of `lanes`. */
export function rootsOf(memory: GraphMemory, trees: Int32Array, lanes: number): Int32Array {
  const roots = new Int32Array(trees.length + lanes - 1).fill(memory.nothing)
  trees.forEach((tree, i) => {
    roots[i] = memory.slots + tree * memory.slotBytes
  })
  return roots
}
