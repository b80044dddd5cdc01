import type { TreeEnsemble, Trees } from '../../tree-ensemble.ts'
import { missingGoesLeft } from '../node-test.ts'
import { columnSets, nodesByLimit } from './column-nodes.ts'
import { type Columns, columnKind } from './columns.ts'
import type { Heap } from './heap.ts'
import { placeLeaves } from './leaf-places.ts'

/** Leaves of a tree that a table has bits for. */
export const mostLeaves = 64

const blockShift = 6
const blockBytes = 2 ** blockShift

/** Bytes of a tree in a block: a bit for each leaf. */
export function treeBytes(trees: Trees): 1 | 2 | 4 | 8 {
  const most = mostLeavesOf(trees)
  if (most <= 8) return 1
  if (most <= 16) return 2
  return most <= 32 ? 4 : 8
}

function mostLeavesOf({ firstLeaf }: Trees): number {
  return firstLeaf.reduce((most, leaf, t) => (t === 0 ? 0 : Math.max(most, leaf - firstLeaf[t - 1]!)), 0)
}

/** Blocks that all trees take. */
function blockCount(trees: Trees): number {
  return Math.ceil((trees.root.length * treeBytes(trees)) / blockBytes)
}

/** Words of a list of block addresses: kernels read them in pairs. */
export function listWords(trees: Trees): number {
  return 4 * Math.ceil(blockCount(trees) / 4)
}

/** Blocks at most: one for each test of a split and those of missing cells, or all of each code if these are fewer. */
function mostBlocks(trees: Trees, { kind, limits, limitOf }: Columns): number {
  const blocks = blockCount(trees)
  return Math.min(limitOf.length + kind.length * blocks, (limits.length + kind.length) * blocks)
}

/** Bytes of lists and blocks at most. */
export function tableSize(trees: Trees, columns: Columns): number {
  const codes = columns.limits.length + 2 * columns.kind.length
  return 4 * codes * listWords(trees) + blockBytes * mostBlocks(trees, columns)
}

export interface Table {
  /** Address of the blocks, the first of which leaves all possible. */
  readonly blocksAt: number
  /** Address of each column's first list. */
  readonly columnAt: Uint32Array
  /** Room for the masks of a row. */
  readonly masksAt: number
  /** Address of the leaf values, from left to right, of the first tree, and bytes from one tree to the next. */
  readonly valuesAt: number
  readonly valueBytes: number
  /** Leaf number within the tree of the leaf at a place from left to right: leafOf[firstLeaf + place]. */
  readonly leafOf: Uint8Array
}

/** Writes the table of kernels/table.ts. `order` has the trees in the order of the table. */
export function packTable(heap: Heap, ensemble: TreeEnsemble, columns: Columns, order: Int32Array): Table {
  const { trees } = ensemble
  const { firstLeaf, firstNode } = trees
  const { kind, start, limits } = columns
  const { leftLow, leftHigh, leafOf, values } = placeLeaves(trees)
  const bytes = treeBytes(trees)
  const blocks = blockCount(trees)
  const words = listWords(trees)
  const place = new Int32Array(leftLow.length)
  order.forEach((tree, i) => {
    place.fill(i * bytes, firstNode[tree], firstNode[tree + 1])
  })

  const codes = limits.length + 2 * kind.length
  const listsAt = heap.allocate(4 * words * codes)
  const blocksAt = heap.allocate(blockBytes * (1 + mostBlocks(trees, columns)))
  const masksAt = heap.allocate(blockBytes * blocks)
  const valueBytes = 8 * mostLeavesOf(trees)
  const valuesAt = heap.allocate(valueBytes * order.length)
  const { u8, u32, f64 } = heap
  u32.fill(0xffffffff, blocksAt >> 2, (blocksAt + blockBytes) >> 2)
  order.forEach((tree, i) => {
    f64.set(values.subarray(firstLeaf[tree]!, firstLeaf[tree + 1]!), (valuesAt + valueBytes * i) >> 3)
  })

  // The table row of a code is made in the room for masks; blocks that differ from the row before are then copied.
  const isDirty = new Uint8Array(blocks)
  const lowBits = bytes < 4 ? 2 ** (8 * bytes) - 1 : -1
  let end = blocksAt + blockBytes
  let list = listsAt >> 2
  const lastList = list + words * (codes - 1)

  function allow(): void {
    u32.fill(0xffffffff, masksAt >> 2, (masksAt + blockBytes * blocks) >> 2)
    u32.fill(blocksAt, list, list + words)
  }

  function allowTree(n: number): void {
    const at = masksAt + place[n]!
    u32[at >> 2]! |= lowBits << (8 * (at & 3))
    if (bytes === 8) u32[(at >> 2) + 1] = 0xffffffff
    isDirty[place[n]! >> blockShift] = 1
  }

  /** The leaves left of node n are not possible. */
  function clear(n: number): void {
    const at = masksAt + place[n]!
    u32[at >> 2]! &= ~(leftLow[n]! << (8 * (at & 3)))
    if (bytes === 8) u32[(at >> 2) + 1]! &= ~leftHigh[n]!
    isDirty[place[n]! >> blockShift] = 1
  }

  function writeCode(): void {
    for (let block = isDirty.indexOf(1); block !== -1; block = isDirty.indexOf(1, block + 1)) {
      const from = masksAt + block * blockBytes
      u8.copyWithin(end, from, from + blockBytes)
      u32[list + block] = end
      end += blockBytes
      isDirty[block] = 0
    }
    list += words
    if (list <= lastList) u32.copyWithin(list, list - words, list)
  }

  const { firstOf, nodes } = nodesByLimit(columns)
  const sets = columnSets(ensemble, columns)
  for (let column = 0; column < kind.length; column++) {
    allow()
    if (kind[column] === columnKind.categories) {
      sets.begin(column, clear)
      writeCode()
      writeCode()
    } else {
      for (let i = firstOf[start[column]!]!; i < firstOf[start[column + 1]!]!; i++) {
        if (!missingGoesLeft(trees, nodes[i]!)) clear(nodes[i]!)
      }
      writeCode()
      allow()
      writeCode()
    }
    for (let limit = start[column]!; limit < start[column + 1]!; limit++) {
      for (let i = firstOf[limit]!, end = firstOf[limit + 1]!; i < end; i++) {
        const n = nodes[i]!
        if (kind[column] !== columnKind.categories) clear(n)
        else {
          sets.cross(n)
          const isLastOfTree = i + 1 === end || place[nodes[i + 1]!] !== place[n]
          if (isLastOfTree) {
            allowTree(n)
            sets.eachRight(n, clear)
          }
        }
      }
      writeCode()
    }
  }
  const columnAt = Uint32Array.from(kind, (_, c) => listsAt + (start[c]! + 2 * c) * 4 * words)
  return { blocksAt, columnAt, masksAt, valuesAt, valueBytes, leafOf }
}
