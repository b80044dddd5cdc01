import type { TreesBuilder } from '../form/build-trees.ts'
import { checkTreeShape } from '../form/tree-shape.ts'
import { arrayField, integerField, type JsonObject, type Where } from '../read/json-fields.ts'
import { finiteAt, integerAt } from './number.ts'
import { readSplits } from './split.ts'

const childKeys = ['LeftChild', 'RightChild'] as const

/**
 * Adds one `RegressionTree`: n nodes, n + 1 leaves, children `c >= 0` nodes and `~leaf` otherwise. A tree without nodes
 * scores 0 whatever its leaf value says, as ML.NET's walker does.
 */
export function addRegressionTree(
  tree: JsonObject,
  where: Where,
  features: number,
  output: number,
  builder: TreesBuilder,
): void {
  const nodes = integerField(tree, 'NumberOfNodes', where, 0, 2 ** 31 - 2)
  const left = arrayField(tree, childKeys[0], where, nodes)
  const right = arrayField(tree, childKeys[1], where, nodes)
  integerField(tree, 'NumberOfLeaves', where, nodes + 1, nodes + 1)
  const leafValues = arrayField(tree, 'LeafValues', where, nodes + 1)

  const { node, leaf } = builder.openTree(output, nodes, nodes + 1)
  const { columns } = builder
  readChildren(left, () => `${where()}.${childKeys[0]}`, columns.left, node)
  readChildren(right, () => `${where()}.${childKeys[1]}`, columns.right, node)
  readSplits(tree, where, nodes, features, node, builder)
  const leavesAt = () => `${where()}.LeafValues`
  for (let l = 0; l <= nodes; l++) columns.leafValue[leaf + l] = finiteAt(leafValues, l, leavesAt)
  if (nodes === 0) columns.leafValue[leaf] = 0
  else checkTreeShape(left as readonly number[], right as readonly number[], where, childKeys)
  builder.closeTree(null, false)
}

function readChildren(children: readonly unknown[], where: Where, into: Int32Array, first: number): void {
  const nodes = children.length
  for (let n = 0; n < nodes; n++) into[first + n] = integerAt(children, n, where, ~nodes, nodes - 1)
}
