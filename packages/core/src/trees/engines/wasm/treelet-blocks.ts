import { leavesBelow } from '../../form/leaves-below.ts'
import type { Trees } from '../../form/tree-ensemble.ts'
import { missingGoesLeft } from '../node-test.ts'
import type { ByteColumn } from './byte-columns.ts'
import type { Columns } from './columns.ts'
import type { Heap } from './heap.ts'

/** Splits of a treelet, as a heap of four levels: the sides of split s are 2 s + 1 and 2 s + 2, and from 15 on they are exits. */
const splits = 15

const treeletBytes = 64
const columnsAt = 16
const exitsAt = 32

/** What no code is above. */
const noLimit = 127
/** Codes of cells are bytes with this bias, so that they compare as signed. */
const bias = 128
/** Added to the column of splits where missing cells go right, whose limits are one less. */
const missingGoesRight = 64

/** Where kernels/treelets.ts walks to: an address, which tells treelets from leaves by bit 2. */
const beforeTreelet = 60

/** Trees for kernels/treelets.ts. */
export interface TreeletBlocks {
  /** Place of the root of each tree. */
  readonly root: Int32Array
  /** Number, within tree t, of the leaf at a place. */
  leafAt(t: number, place: number): number
}

/** Writes trees whose splits compare numbers, with the limits of at most 64 parts. */
export function packTreelets(heap: Heap, trees: Trees, columns: Columns, parts: readonly ByteColumn[]): TreeletBlocks {
  const { root, firstNode, firstLeaf, left, right, leafValue } = trees
  const { number, count } = numberTreelets(trees)
  const partOf = new Uint8Array(columns.limits.length)
  const codeOf = new Uint8Array(columns.limits.length)
  parts.forEach(({ from, to, codeAt }, part) => {
    partOf.fill(part, from, to)
    for (let limit = from; limit < to; limit++) codeOf[limit] = codeAt(limit)
  })
  let next = heap.allocate(countTreelets(trees).bytes)
  const { u8, u16, f64 } = heap
  const reached = new Int32Array(2 * splits + 1)

  /** @param top a node, or ~leaf, of a tree with the given first leaf */
  function writeTreelet(base: number, address: number, top: number, first: number): void {
    reached[0] = top
    u8[address + splits] = noLimit
    for (let s = 0; s < splits; s++) {
      const child = reached[s]!
      reached[2 * s + 1] = child < 0 ? child : left[child]!
      reached[2 * s + 2] = child < 0 ? child : right[child]!
      if (child < 0) u8[address + s] = noLimit
      else {
        const limit = columns.limitOf[columns.firstLimit[child]!]!
        const missing = missingGoesLeft(trees, child) ? 0 : 1
        u8[address + s] = codeOf[limit]! - missing - bias
        u8[address + columnsAt + s] = partOf[limit]! + missing * missingGoesRight
      }
    }
    for (let exit = 0; exit <= splits; exit++) {
      const child = reached[splits + exit]!
      const next = base + (child < 0 ? 8 * ~(~child - first) : number[child]! * treeletBytes - beforeTreelet)
      u16[(address + exitsAt) / 2 + exit] = (next - (address - beforeTreelet)) / 4
    }
  }

  const base = root.map((top, t) => {
    const address = next + leafBytes(trees, t)
    const first = firstLeaf[t]!
    for (let leaf = first; leaf < firstLeaf[t + 1]!; leaf++) f64[address / 8 - 1 - (leaf - first)] = leafValue[leaf]!
    writeTreelet(address, address, top, first)
    for (let n = firstNode[t]!; n < firstNode[t + 1]!; n++) {
      if (number[n]! > 0) writeTreelet(address, address + number[n]! * treeletBytes, n, first)
    }
    next = address + count[t]! * treeletBytes
    return address
  })
  return {
    root: base.map((address) => address - beforeTreelet),
    leafAt: (t, place) => (base[t]! - place) / 8 - 1,
  }
}

/** Numbers the treelets of each tree by the nodes that they begin with, every fourth level of them; 0 for other nodes too. */
export function numberTreelets({ root, firstNode, left, right }: Trees): {
  readonly number: Int32Array
  readonly count: Int32Array
} {
  const number = new Int32Array(left.length)
  const level = new Uint8Array(left.length)
  const count = root.map((_, t) => {
    let next = 0
    for (let n = firstNode[t]!; n < firstNode[t + 1]!; n++) {
      if (level[n] === 0) number[n] = next++
      const below = (level[n]! + 1) % 4
      if (left[n]! >= 0) level[left[n]!] = below
      if (right[n]! >= 0) level[right[n]!] = below
    }
    return Math.max(next, 1)
  })
  return { number, count }
}

/** What packTreelets would write, and the steps of a row like those of the training, or of one that all leaves are as likely for. */
export function countTreelets(trees: Trees): {
  readonly bytes: number
  readonly mostTreeBytes: number
  readonly steps: number
} {
  const { root, firstNode } = trees
  const { number, count } = numberTreelets(trees)
  const below = trees.counts === null ? leavesBelow(trees) : (node: number) => trees.counts!.node[node]!
  const bytes = root.map((_, t) => leafBytes(trees, t) + count[t]! * treeletBytes)
  let steps = root.length
  root.forEach((top, t) => {
    for (let n = firstNode[t]!; n < firstNode[t + 1]!; n++) if (number[n]! > 0) steps += below(n) / below(top)
  })
  return {
    bytes: bytes.reduce((sum, one) => sum + one, 0),
    mostTreeBytes: bytes.reduce((most, one) => Math.max(most, one), 0),
    steps,
  }
}

function leafBytes({ firstLeaf }: Trees, t: number): number {
  return Math.ceil((firstLeaf[t + 1]! - firstLeaf[t]!) / 8) * treeletBytes
}

/** For each outcome of the splits, bit s set where split s goes right, twice the exit that these lead to. */
export function exitTable(): Uint8Array {
  const table = new Uint8Array(1 << splits)
  for (let outcome = 0; outcome < table.length; outcome++) {
    let place = 0
    while (place < splits) place = 2 * place + 1 + ((outcome >> place) & 1)
    table[outcome] = 2 * (place - splits)
  }
  return table
}
