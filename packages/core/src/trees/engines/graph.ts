import { type TreeEnsemble, type Trees, treeCount } from '../form/tree-ensemble.ts'
import { expandTests, type GraphTests } from './graph-tests.ts'

/**
 * Ensemble as fast engines walk it. Tests and leaves have slots, and the two slots that a test leads to are neighbours, so a
 * step is one comparison and one addition, and nothing branches on data:
 *
 *     slot = next of slot + (cell <= limit ? 1 : 0)
 *
 *     slot t                       the root of tree t
 *     slot T                       no tree: a leaf that adds -0, to fill the last group of trees
 *     pairs of neighbours          targets of a test: when false, and when true
 *
 * A leaf leads to itself, as its cell is NaN and its next is its own slot, so walks of unequal length continue together until
 * all have reached leaves. A target of several tests has as many slots, which share the pair below it.
 */
export interface Graph {
  readonly tests: GraphTests
  /** Content of each slot: a test, or leaf `~c` of the ensemble when negative. */
  readonly slots: Int32Array
  /** First slot of the pair that each test leads to. */
  readonly pair: Int32Array
  /** Bits of sets; null if no test has a mask. */
  readonly words: Int32Array | null
}

/** Builds the graph, in time and memory proportional to the ensemble. No recursion, so trees may have any depth. */
export function buildGraph(ensemble: TreeEnsemble): Graph {
  const tests = expandTests(ensemble)
  const trees = treeCount(ensemble)
  const firstPair = (trees + 2) & ~1 // even, so that no pair crosses a cache line
  const slots = new Int32Array(firstPair + 2 * tests.limit.length).fill(~ensemble.trees.leafValue.length, trees)
  const pair = orderPairs(tests, ensemble.trees.counts?.leaf ?? null)
  slots.set(tests.root)
  for (let test = 0; test < pair.length; test++) {
    if (pair[test]! < 0) continue // a test behind a set without categories, which no walk reaches
    const slot = firstPair + 2 * pair[test]!
    slots[slot] = tests.no[test]!
    slots[slot + 1] = tests.yes[test]!
    pair[test] = slot
  }
  return { tests, slots, pair, words: tests.mask === null ? null : maskWords(ensemble.trees) }
}

/** Largest number of tests that fit the processor's nearer caches. */
const fewTests = 8192

/**
 * Place of every test's pair: each is followed by the pair below its heavier target, so that most walks find the next test in the cache
 * line that they have just read. Without the numbers of training rows at each leaf all leaves count alike.
 */
function orderPairs({ yes, no, root }: GraphTests, leafWeight: Float64Array | null): Int32Array {
  const place = new Int32Array(yes.length)
  if (yes.length <= fewTests) {
    for (let test = 0; test < place.length; test++) place[test] = test
    return place
  }

  const weight = new Float64Array(yes.length)
  const weightOf = (target: number) => (target >= 0 ? weight[target]! : leafWeight === null ? 1 : leafWeight[~target]!)
  for (let test = yes.length - 1; test >= 0; test--) weight[test] = weightOf(yes[test]!) + weightOf(no[test]!)

  place.fill(-1)
  const pending: number[] = []
  let placed = 0
  for (let tree = 0; tree < root.length; tree++) {
    pending.push(root[tree]!)
    while (pending.length > 0) {
      const test = pending.pop()!
      if (test < 0 || place[test] !== -1) continue
      place[test] = placed++
      const yesFirst = weightOf(yes[test]!) >= weightOf(no[test]!)
      pending.push(yesFirst ? no[test]! : yes[test]!)
      pending.push(yesFirst ? yes[test]! : no[test]!)
    }
  }
  return place
}

/**
 * Words of all bitsets, set s from word `setStart[s] + 1` on, for tests with a mask: the cell is at most the last category with a bit, and its
 * bit is set. Word 0 is all ones, for tests without a set, whose cells have bit 0. Words after the last set allow reads beyond it, which
 * do not matter, as the comparison has failed.
 */
function maskWords({ setItems, setStart }: Trees): Int32Array {
  let longest = 0
  for (let set = 1; set < setStart.length; set++) longest = Math.max(longest, setStart[set]! - setStart[set - 1]!)
  const words = new Int32Array(1 + setItems.length + longest)
  words[0] = -1
  words.set(setItems, 1)
  return words
}

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

export interface GraphViews {
  readonly f64: Float64Array
  readonly u32: Uint32Array
}

/** Lays out the memory of a graph for `rows` rows. @param start a multiple of 64 */
export function layOutGraph({ tests, slots, words }: Graph, rows: number, start: number) {
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
    /** Bytes of the cells of one row. */
    stride,
    cellBytes,
    slotBytes,
    cells: start,
    leafCell,
    slots: slotsAt,
    /** Slot that belongs to no tree and adds -0. */
    nothing: slotsAt + tests.root.length * slotBytes,
    words: wordsAt,
    end: wordsAt + 4 * (words?.length ?? 0),
  }
}

/**
 * Layout of a graph in an engine's memory, little-endian: sizes of its parts, then their byte offsets.
 *
 *     cells   of `rows` rows, the cell of leaves last in each
 *             8 value; when masked 4 number of its bit, 4 unused
 *     slots   8 limit of a test or value of a leaf, 4 its cell in the first row, 4 its next slot;
 *             when masked 4 words of its set, 12 unused
 *     words   of sets, when masked
 */
export type GraphMemory = Readonly<ReturnType<typeof layOutGraph>>

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
