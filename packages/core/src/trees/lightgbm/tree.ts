import { malformed } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import { asObject, field, integerField, type Where } from '../read/json-fields.ts'
import { createNodeReader } from './dump-node.ts'
import { maximumLeaves } from './header.ts'
import { readLeaf } from './leaf.ts'
import { placeTree, refuseRepeats } from './place-tree.ts'
import { readSplit } from './split.ts'
import { aboveRoot, createWalkedTree, hasRoom, makeRoom, pathOf, startTree } from './walked-tree.ts'

/** Adds the tree that element `index` of `tree_info` is. */
export type TreeReader = (value: unknown, index: number, output: number) => void

/**
 * Makes a function that adds nested trees to `builder`, without recursion.
 *
 * Each time the walk has doubled in length, and at its end, all `split_index` met must be different and below the number
 * of leaves that the tree claims. So cyclic, shared and growing objects end as quickly as damaged ones, and nothing is
 * allocated for a claim.
 *
 * @throws ArtifactError `artifact_invalid` with the path of the node
 */
export function createTreeReader(features: number, builder: TreesBuilder): TreeReader {
  const asNode = createNodeReader()
  const tree = createWalkedTree()
  const pending: unknown[] = []
  const pendingPlaces: number[] = []
  const treePath = () => `$.tree_info[${tree.index}]`
  const where = () => pathOf(tree, tree.at)

  return (value, index, output) => {
    startTree(tree, index)
    const claim = asObject(value, treePath)
    const leaves = integerField(claim, 'num_leaves', treePath, 1, maximumLeaves)
    pending.push(field(claim, 'tree_structure'))
    pendingPlaces.push(aboveRoot)
    while (pending.length > 0) {
      const place = pendingPlaces.pop()!
      tree.at = place
      const node = asNode(pending.pop(), where)
      if (!hasRoom(tree)) {
        refuseRepeats(tree)
        makeRoom(tree)
      }
      const splitIndex = node.split_index
      let number: number
      if (splitIndex === undefined) {
        number = ~readLeaf(node, where, leaves, features, tree)
      } else {
        const row = tree.nodes++
        number = checkSplitIndex(splitIndex, where, leaves)
        tree.nodeNumber[row] = number
        tree.hangs[row] = place
        readSplit(node, where, features, tree, row)
        pending.push(node.right_child, node.left_child)
        pendingPlaces.push(row * 2 + 1, row * 2)
      }
      if (place !== aboveRoot) {
        const { left, right } = tree.columns
        if (place % 2 === 0) left[place >> 1] = number
        else right[place >> 1] = number
      }
    }
    placeTree(tree, leaves, where, output, builder)
  }
}

function checkSplitIndex(value: unknown, where: Where, leaves: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < leaves - 1) return value
  throw malformed(`${where()}.split_index`, `one of the ${leaves - 1} splits of a tree of ${leaves} leaves`, value)
}
