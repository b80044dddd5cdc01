import type { TreeEnsemble, Trees } from '../../../form/tree-ensemble.ts'
import { hasMissing, isCategorical, missingGoesLeft } from '../../node-test.ts'
import { columnKind, type SplitColumns } from '../columns.ts'
import type { Heap } from '../heap.ts'
import {
  blockBytes,
  blockCount,
  type LeafPlaces,
  listWords,
  mostBlocks,
  placeLeaves,
  treeBytes,
} from './table-layout.ts'

/** Writes the table of kernels/table.ts. `order` lists the trees in the order of the table. */
export function packTable(heap: Heap, ensemble: TreeEnsemble, columns: SplitColumns, order: Int32Array) {
  const { trees } = ensemble
  const { firstNode } = trees
  const { kind, start, limits } = columns
  const places = placeLeaves(trees)
  const bytes = treeBytes(trees)
  const listBytes = 4 * listWords(trees)

  const lists = heap.allocate(listBytes * (limits.length + 2 * kind.length))
  const blocks = heap.allocate(blockBytes * (1 + mostBlocks(trees, columns)))
  const masks = heap.allocate(blockBytes * blockCount(trees))
  const place = new Int32Array(trees.feature.length)
  order.forEach((tree, i) => {
    place.fill(i * bytes, firstNode[tree], firstNode[tree + 1])
  })

  const { firstOf, nodes } = nodesByLimit(columns)
  const sets = columnSets(ensemble, columns)
  const writer = createBlockWriter(heap, trees, places, place, { lists, blocks, masks })

  function writeNumbers(column: number): void {
    writer.allow()
    for (let i = firstOf[start[column]!]!; i < firstOf[start[column + 1]!]!; i++) {
      if (!missingGoesLeft(trees, nodes[i]!)) writer.clear(nodes[i]!)
    }
    writer.writeCode()
    writer.allow()
    writer.writeCode()
    for (let limit = start[column]!; limit < start[column + 1]!; limit++) {
      for (let i = firstOf[limit]!; i < firstOf[limit + 1]!; i++) writer.clear(nodes[i]!)
      writer.writeCode()
    }
  }

  function writeCategories(column: number): void {
    // Missing cells come first; they may be in sets of ranges.
    writer.allow()
    sets.begin(column, (n) => {
      if (!hasMissing(trees, n)) writer.clear(n)
    })
    writer.writeCode()
    sets.begin(column, (n) => {
      if (hasMissing(trees, n)) writer.clear(n)
    })
    writer.writeCode()
    for (let limit = start[column]!; limit < start[column + 1]!; limit++) {
      const end = firstOf[limit + 1]!
      for (let i = firstOf[limit]!; i < end; i++) {
        const n = nodes[i]!
        sets.cross(n)
        const treeGoesOn = i + 1 < end && place[nodes[i + 1]!] === place[n]
        if (treeGoesOn) continue
        writer.allowTree(n)
        sets.eachRight(n, writer.clear)
      }
      writer.writeCode()
    }
  }

  for (let column = 0; column < kind.length; column++) {
    if (kind[column] === columnKind.categories) writeCategories(column)
    else writeNumbers(column)
  }
  return {
    /** Address of the blocks; the first block rules out no leaf. */
    blocksAt: blocks,
    /** Address of each column's first list. */
    columnAt: Uint32Array.from(kind, (_, c) => lists + (start[c]! + 2 * c) * listBytes),
    masksAt: masks,
    /** Places of the leaves, from left to right. */
    places,
  }
}

export type PackedTable = Readonly<ReturnType<typeof packTable>>

/** Nodes by limit: those in `nodes` from firstOf[l] on compare with limit l, or have a set that begins or ends there. */
function nodesByLimit({ firstLimit, limitOf, limits }: SplitColumns): {
  readonly firstOf: Int32Array
  readonly nodes: Int32Array
} {
  const firstOf = new Int32Array(limits.length + 2)
  for (let i = 0; i < limitOf.length; i++) firstOf[limitOf[i]! + 2]!++
  for (let l = 2; l < firstOf.length; l++) firstOf[l]! += firstOf[l - 1]!
  const nodes = new Int32Array(limitOf.length)
  for (let n = 0; n + 1 < firstLimit.length; n++) {
    for (let i = firstLimit[n]!; i < firstLimit[n + 1]!; i++) nodes[firstOf[limitOf[i]! + 1]!++] = n
  }
  return { firstOf, nodes }
}

/** Tracks the nodes that send a column's category to the right, while the category ascends over the limits. */
function columnSets({ trees }: TreeEnsemble, { ofNode, kind }: SplitColumns) {
  const { firstNode } = trees
  const isRight = new Uint8Array(ofNode.length)
  // A ring joins the nodes of a tree that test the same column, a chain all nodes of a column.
  const ring = new Int32Array(ofNode.length)
  const chain = new Int32Array(ofNode.length)
  const ofTree = new Int32Array(kind.length).fill(-1)
  const ofColumn = new Int32Array(kind.length).fill(-1)
  for (let tree = 0; tree + 1 < firstNode.length; tree++) {
    for (let n = firstNode[tree]!; n < firstNode[tree + 1]!; n++) {
      if (!isCategorical(trees, n)) continue
      const column = ofNode[n]!
      const other = ofTree[column]!
      ring[n] = n
      if (other >= firstNode[tree]!) {
        ring[n] = ring[other]!
        ring[other] = n
      }
      ofTree[column] = n
      chain[n] = ofColumn[column]!
      ofColumn[column] = n
    }
  }
  return {
    /** Begins below all limits, where all nodes of the column send right. */
    begin(column: number, take: (node: number) => void): void {
      for (let n = ofColumn[column]!; n !== -1; n = chain[n]!) {
        isRight[n] = 1
        take(n)
      }
    },
    /** Moves the category across a limit of node n. */
    cross(n: number): void {
      isRight[n]! ^= 1
    },
    /** Visits the nodes in the tree and column of node n that send right now. */
    eachRight(n: number, take: (node: number) => void): void {
      let m = n
      do {
        if (isRight[m] === 1) take(m)
        m = ring[m]!
      } while (m !== n)
    },
  }
}

/**
 * Writes table rows code by code. The row of a code is built in the masks; only blocks that differ from the previous code are written.
 * Its state is that row, and the places of the next list and block. `place` is the byte of each node's tree in the masks.
 */
function createBlockWriter(
  { u8, u32 }: Heap,
  trees: Trees,
  { leftLow, leftHigh }: LeafPlaces,
  place: Int32Array,
  room: { readonly lists: number; readonly blocks: number; readonly masks: number },
) {
  const bytes = treeBytes(trees)
  const words = listWords(trees)
  const maskWords = room.masks >> 2
  const lowBits = bytes < 4 ? (1 << (8 * bytes)) - 1 : -1
  const isDirty = new Uint8Array(blockCount(trees))
  let list = room.lists >> 2
  let end = room.blocks + blockBytes
  u32.fill(0xffffffff, room.blocks >> 2, end >> 2) // the first block rules out no leaf

  function change(n: number): void {
    isDirty[Math.floor(place[n]! / blockBytes)] = 1
  }

  return {
    /** Makes all leaves of all trees possible. */
    allow(): void {
      u32.fill(0xffffffff, maskWords, maskWords + (isDirty.length * blockBytes) / 4)
      u32.fill(room.blocks, list, list + words)
    },
    /** Makes all leaves of the tree of node n possible. */
    allowTree(n: number): void {
      const at = room.masks + place[n]!
      u32[at >> 2]! |= lowBits << (8 * (at & 3))
      if (bytes === 8) u32[(at >> 2) + 1] = 0xffffffff
      change(n)
    },
    /** Rules out the leaves left of node n. */
    clear(n: number): void {
      const at = room.masks + place[n]!
      u32[at >> 2]! &= ~(leftLow[n]! << (8 * (at & 3)))
      if (bytes === 8) u32[(at >> 2) + 1]! &= ~leftHigh[n]!
      change(n)
    },
    writeCode(): void {
      for (let block = isDirty.indexOf(1); block !== -1; block = isDirty.indexOf(1, block + 1)) {
        const from = room.masks + block * blockBytes
        u8.copyWithin(end, from, from + blockBytes)
        u32[list + block] = end
        end += blockBytes
        isDirty[block] = 0
      }
      list += words
      // After the last list the blocks begin.
      if (list + words <= room.blocks >> 2) u32.copyWithin(list, list - words, list)
    },
  }
}
