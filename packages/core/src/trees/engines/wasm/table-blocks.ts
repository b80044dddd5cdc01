import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { missingGoesLeft } from '../node-test.ts'
import { createBlockWriter } from './block-writer.ts'
import { columnSets, nodesByLimit } from './column-nodes.ts'
import { type Columns, columnKind } from './columns.ts'
import type { Heap } from './heap.ts'
import { type LeafPlaces, placeLeaves } from './leaf-places.ts'
import { blockBytes, blockCount, listWords, mostBlocks, treeBytes } from './table-layout.ts'

export interface Table {
  /** Address of the blocks, the first of which leaves all possible. */
  readonly blocksAt: number
  /** Address of each column's first list. */
  readonly columnAt: Uint32Array
  /** Room for the masks of a row. */
  readonly masksAt: number
  /** The leaves from left to right. */
  readonly places: LeafPlaces
}

/** Writes the table of kernels/table.ts. `order` has the trees in the order of the table. */
export function packTable(heap: Heap, ensemble: TreeEnsemble, columns: Columns, order: Int32Array): Table {
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
    writer.allow()
    sets.begin(column, writer.clear)
    writer.writeCode()
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
    blocksAt: blocks,
    columnAt: Uint32Array.from(kind, (_, c) => lists + (start[c]! + 2 * c) * listBytes),
    masksAt: masks,
    places,
  }
}
