import type { TreeEnsemble, Trees } from '../../tree-ensemble.ts'
import { isCategorical, missingGoesLeft } from '../node-test.ts'
import { type Columns, columnKind } from './columns.ts'
import type { Heap } from './heap.ts'
import { placeLeaves } from './leaf-places.ts'
import { createWordList } from './word-list.ts'

/** Leaves of a tree that a table has bits for. */
export const mostLeaves = 64

const blockWords = 16
const blockBytes = 4 * blockWords

/** Bytes of a tree in a block. */
export function treeBytes(trees: Trees): 4 | 8 {
  return mostLeavesOf(trees) <= 32 ? 4 : 8
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
  return 2 * Math.ceil(blockCount(trees) / 2)
}

/** Bytes of lists and blocks at most: a block for each test of a split, or for each code if these are fewer. */
export function tableSize(trees: Trees, { feature, limits, limitOf }: Columns): number {
  const codes = limits.length + 2 * feature.length
  const blocks = Math.min(limitOf.length + feature.length * blockCount(trees), codes * blockCount(trees))
  return 4 * codes * listWords(trees) + blockBytes * blocks
}

export interface Table {
  /** Address of each column's first list. */
  readonly columnAt: Uint32Array
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
  const { ofNode, start, limits, firstLimit } = columns
  const { leftLow, leftHigh, leafOf, values } = placeLeaves(trees)
  const treeWords = treeBytes(trees) / 4
  const treeOf = new Int32Array(leftLow.length)
  const wordOf = new Int32Array(order.length)
  order.forEach((tree, i) => {
    treeOf.fill(tree, firstNode[tree], firstNode[tree + 1])
    wordOf[tree] = i * treeWords
  })

  // The table row of the current code, the numbers of its blocks, and which of them have changed since they were written.
  const words = new Uint32Array(blockCount(trees) * blockWords)
  const list = new Uint32Array(listWords(trees))
  const isDirty = new Uint8Array(list.length)
  const blocks = createWordList()
  const lists = new Uint32Array((limits.length + 2 * (start.length - 1)) * list.length)
  blocks.append(words.fill(0xffffffff).subarray(0, blockWords)) // block 0, where all is possible

  /** Leaves below the left child of node n are no longer possible. */
  function clear(n: number): void {
    const word = wordOf[treeOf[n]!]!
    words[word]! &= ~leftLow[n]!
    if (treeWords === 2) words[word + 1]! &= ~leftHigh[n]!
    isDirty[Math.floor(word / blockWords)] = 1
  }

  /** Clears the tree of node n anew, for the categorical nodes that send the cell of a column to the right. */
  const isRight = new Uint8Array(leftLow.length)
  function clearAnew(n: number): void {
    const tree = treeOf[n]!
    words.fill(0xffffffff, wordOf[tree], wordOf[tree]! + treeWords)
    isDirty[Math.floor(wordOf[tree]! / blockWords)] = 1
    for (let m = firstNode[tree]!; m < firstNode[tree + 1]!; m++) {
      if (isRight[m] === 1 && ofNode[m] === ofNode[n]) clear(m)
    }
  }

  function sendMissing(n: number): void {
    if (isCategorical(trees, n)) isRight[n] = 1
    if (isCategorical(trees, n) || !missingGoesLeft(trees, n)) clear(n)
  }

  function writeCode(code: number): void {
    for (let block = isDirty.indexOf(1); block !== -1; block = isDirty.indexOf(1, block)) {
      list[block] = blocks.length / blockWords
      blocks.append(words.subarray(block * blockWords, (block + 1) * blockWords))
      isDirty[block] = 0
    }
    lists.set(list, code * list.length)
  }

  const { firstNodeOf, nodes } = nodesByLimit(columns)
  const emptySets = Array.from(ofNode.keys()).filter((n) => firstLimit[n] === firstLimit[n + 1])
  for (let column = 0; column + 1 < start.length; column++) {
    const firstCode = start[column]! + 2 * column
    const [from, to] = [firstNodeOf[start[column]!]!, firstNodeOf[start[column + 1]!]!]
    words.fill(0xffffffff)
    list.fill(0)
    for (let i = from; i < to; i++) sendMissing(nodes[i]!)
    for (const n of emptySets) if (ofNode[n] === column) sendMissing(n)
    writeCode(firstCode)
    if (columns.kind[column] !== columnKind.categories) {
      words.fill(0xffffffff)
      list.fill(0)
    }
    writeCode(firstCode + 1)
    for (let limit = start[column]!; limit < start[column + 1]!; limit++) {
      for (let i = firstNodeOf[limit]!; i < firstNodeOf[limit + 1]!; i++) {
        const n = nodes[i]!
        if (isCategorical(trees, n)) {
          isRight[n]! ^= 1
          clearAnew(n)
        } else clear(n)
      }
      writeCode(firstCode + 2 + limit - start[column]!)
    }
  }

  const blocksAt = heap.put(blocks.view())
  const listsAt = heap.put(lists.map((block) => blocksAt + block * blockBytes))
  const valueBytes = 8 * mostLeavesOf(trees)
  const valuesAt = heap.allocate(valueBytes * order.length)
  order.forEach((tree, i) => {
    heap.f64.set(values.subarray(firstLeaf[tree]!, firstLeaf[tree + 1]!), (valuesAt + valueBytes * i) >> 3)
  })
  const columnAt = Uint32Array.from(start.subarray(0, -1), (limit, c) => listsAt + (limit + 2 * c) * 4 * list.length)
  return { columnAt, valuesAt, valueBytes, leafOf }
}

/** The nodes that compare with limit l, or whose set of categories begins or ends there: nodes[firstNodeOf[l]] and on. */
function nodesByLimit({ firstLimit, limitOf, limits }: Columns): {
  readonly firstNodeOf: Int32Array
  readonly nodes: Int32Array
} {
  const firstNodeOf = new Int32Array(limits.length + 2)
  for (const limit of limitOf) firstNodeOf[limit + 2]!++
  for (let l = 2; l < firstNodeOf.length; l++) firstNodeOf[l]! += firstNodeOf[l - 1]!
  const nodes = new Int32Array(limitOf.length)
  for (let n = 0; n + 1 < firstLimit.length; n++) {
    for (let i = firstLimit[n]!; i < firstLimit[n + 1]!; i++) nodes[firstNodeOf[limitOf[i]! + 1]!++] = n
  }
  return { firstNodeOf, nodes }
}
