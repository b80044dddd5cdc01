import { splitDecision } from '../../../form/scoring-rules.ts'
import { type TreeEnsemble, type Trees, treeCount, treesByOutput } from '../../../form/tree-ensemble.ts'
import { isCategorical } from '../../node-test.ts'
import type { SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import { type Conditions, conditionBytes, tracksRight } from './conditions.ts'

export const mostPlanes = 12

/** Words before the records of a tree: four, then a count for each of 16 planes, two per word. */
const headerWords = 12

export type Programs = Readonly<ReturnType<typeof packPrograms>>

/** Number of bits of a tree's leaf codes. */
export function planesOf(leaves: number): number {
  return 32 - Math.clz32(leaves - 1)
}

/** Writes the programs of kernels/bitvector.ts, in one pass over the nodes and one for each plane. */
export function packPrograms(heap: Heap, ensemble: TreeEnsemble, columns: SplitColumns, conditions: Conditions) {
  const { trees } = ensemble
  const { firstNode, firstLeaf } = trees
  const firstCode = firstCodes(trees)
  const codeCount = firstCode[treeCount(ensemble)]!
  const values = new Float64Array(codeCount + 1)
  const singles = ensemble.sums === 'float32' ? new Float32Array(values.buffer) : null
  const leaves = {
    firstCode,
    leafOf: new Uint16Array(codeCount),
    /** Puts a value, or for sums in float32 a single in the low word of its place. */
    put(code: number, value: number): void {
      if (singles === null) values[code] = value
      else singles[2 * code] = value
    },
  }
  leaves.put(codeCount, -0)
  const valuesAt = heap.allocate(values.byteLength)
  const slots = heap.allocate(mostRecords(trees, columns) * conditionBytes)
  const words: number[] = []
  const nodes = createNodeWriter(trees, columns, conditions, words, leaves)

  /** Writes a tree. A tree without nodes is only a header, and its one value has code 0. */
  function writeTree(planes: number, codesFrom: number, write: () => void): number {
    const start = words.length
    for (let i = 0; i < headerWords; i++) words.push(0)
    nodes.begin(slots, planes)
    write()
    words[start] = (words.length - start - headerWords) / 2
    words[start + 1] = planes
    words[start + 2] = valuesAt + 8 * codesFrom
    words[start + 3] = planes > 8 ? 1 : 0
    return start
  }

  function writePlanes(t: number, start: number, planes: number): void {
    const { flips, flipping } = nodes
    let counts = 0
    for (let plane = 0; plane < planes; plane++) {
      const before = words.length
      for (let n = firstNode[t]!; n < firstNode[t + 1]!; n++) {
        if (((flips[n]! >> plane) & 1) === 1) words.push(flipping[n]!)
      }
      counts = (plane & 1) === 0 ? words.length - before : counts | ((words.length - before) << 16)
      words[start + 4 + (plane >> 1)] = counts
    }
  }

  const startOf = Uint32Array.from(trees.root, (child, t) => {
    const planes = planesOf(firstLeaf[t + 1]! - firstLeaf[t]!)
    const start = writeTree(planes, firstCode[t]!, () => {
      nodes.reach(t, child, conditions.ones, 0)
      for (let n = firstNode[t]!; n < firstNode[t + 1]!; n++) nodes.write(t, n)
    })
    writePlanes(t, start, planes)
    return start
  })
  const none = writeTree(0, codeCount, () => {})

  heap.f64.set(values, valuesAt >> 3)
  const programs = heap.put(Uint32Array.from(words))
  const order = treesByOutput(ensemble).flatMap((list) => Array.from(list))
  return {
    /** Address of the list of the addresses of all trees, output after output. */
    treesAt: heap.put(Uint32Array.from(order, (tree) => programs + 4 * startOf[tree]!)),
    /** Address of an empty tree, which adds -0. */
    none: programs + 4 * none,
    slots,
    /** Leaf numbers by code: code c of tree t is leaf leafOf[firstCode[t] + c] of the tree. */
    leafOf: leaves.leafOf,
    firstCode,
  }
}

/** Writes the records of nodes. Its state is the next slot, and the rows and codes of the nodes below those written. */
function createNodeWriter(
  trees: Trees,
  columns: SplitColumns,
  conditions: Conditions,
  words: number[],
  leaves: Pick<Programs, 'firstCode' | 'leafOf'> & { put(code: number, value: number): void },
) {
  const { left, right, decision, leafValue, firstLeaf } = trees
  const codes = createLeafCodes(mostPlanes)
  const rowsOf = new Uint32Array(left.length) // slot that has the rows of each node
  const codeOf = new Uint16Array(left.length) // leaf code of these rows so far
  const flips = new Uint16Array(left.length) // bits of the leaf code that flip at each node
  const flipping = new Uint32Array(left.length) // slot that has the rows whose bits flip
  let slot = 0

  function record(rows: number, without: number): number {
    words.push(rows)
    words.push(without)
    slot += conditionBytes
    return slot - conditionBytes
  }

  /** Assigns to `child` of tree t its leaf code and, unless it is a leaf, the slot of its rows. */
  function reach(t: number, child: number, rows: number, code: number): void {
    if (child >= 0) {
      rowsOf[child] = rows
      codeOf[child] = code
    } else {
      const place = leaves.firstCode[t]! + code
      leaves.put(place, leafValue[~child]!)
      leaves.leafOf[place] = ~child - firstLeaf[t]!
    }
  }

  /** Slot of the rows that go left at node n. */
  function leftRows(n: number): number {
    const hasSlots = decision[n]! >= splitDecision.noSlot && !isCategorical(trees, n)
    if (!hasSlots) return record(rowsOf[n]!, conditions.ofNode(n))
    const end = columns.firstLimit[n + 1]!
    let rows = rowsOf[n]!
    for (let i = columns.firstLimit[n]!; i < end; i++) rows = record(rows, conditions.ofSlot(n, columns.limitOf[i]!))
    return rows === rowsOf[n] ? record(rows, conditions.zeros) : rows
  }

  /** Writes node n of tree t, after its parent. */
  function write(t: number, n: number): void {
    const code = codeOf[n]!
    const other = codes.branch(code)
    flips[n] = code ^ other
    if (tracksRight(trees, n)) {
      flipping[n] = record(rowsOf[n]!, conditions.ofNode(n))
      reach(t, left[n]!, 0, code)
      reach(t, right[n]!, flipping[n]!, other)
    } else {
      flipping[n] = leftRows(n)
      reach(t, left[n]!, flipping[n]!, other)
      reach(t, right[n]!, right[n]! >= 0 ? record(rowsOf[n]!, flipping[n]!) : 0, code)
    }
  }

  /** Begins a tree whose leaf codes have `planes` bits. */
  function begin(slots: number, planes: number): void {
    slot = slots
    codes.start(planes)
  }

  return { flips, flipping, begin, reach, write }
}

/** First leaf code of each tree; a tree takes all codes of its bits. */
function firstCodes({ root, firstLeaf }: Trees): Int32Array {
  const first = new Int32Array(root.length + 1)
  for (let t = 0; t < root.length; t++) first[t + 1] = first[t]! + (1 << planesOf(firstLeaf[t + 1]! - firstLeaf[t]!))
  return first
}

/** Upper bound of the records of a program: one or two for a comparison or a set, one for each slot plus one. */
function mostRecords({ root, firstNode }: Trees, { firstLimit }: SplitColumns): number {
  let most = 0
  for (let t = 0; t < root.length; t++) {
    const from = firstNode[t]!
    const to = firstNode[t + 1]!
    most = Math.max(most, 2 * (to - from) + firstLimit[to]! - firstLimit[from]!)
  }
  return most
}

/**
 * Assigns the leaf codes of one tree: distinct numbers of `bits` bits, each close to the code that it branches off from, so that
 * few bits differ. State: the codes in use.
 */
export function createLeafCodes(mostBits: number) {
  const taken = new Uint8Array(1 << mostBits)
  let bits = 0
  let lowestFree = 0

  function near(code: number): number {
    for (let i = 0; i < bits; i++) if (taken[code ^ (1 << i)] === 0) return code ^ (1 << i)
    for (let i = 1; i < bits; i++) {
      for (let j = 0; j < i; j++) {
        const other = code ^ (1 << i) ^ (1 << j)
        if (taken[other] === 0) return other
      }
    }
    while (taken[lowestFree] === 1) lowestFree++
    return lowestFree
  }

  return {
    /** Begins a tree, with code 0 in use. */
    start(treeBits: number): void {
      bits = treeBits
      taken.fill(0, 0, 1 << bits)
      taken[0] = 1
      lowestFree = 1
    },
    /** Takes a free code that differs from `code` in one bit, else in two, else in any number. */
    branch(code: number): number {
      const found = near(code)
      taken[found] = 1
      return found
    },
  }
}
