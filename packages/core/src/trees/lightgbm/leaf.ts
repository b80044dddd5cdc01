import { malformed } from '@riftline/base'
import type { LinearLeaf } from '../form/linear-leaves.ts'
import { asInteger, asNumber, type Where } from '../read/json-fields.ts'
import type { DumpNode } from './dump-node.ts'
import { isCount, isNegative } from './split.ts'
import type { WalkedTree } from './walked-tree.ts'

/**
 * Adds a leaf, a node without `split_index`, and returns its number. The only leaf of a tree has no `leaf_index`, and
 * before LightGBM 4.6 no `leaf_count`.
 */
export function readLeaf(node: DumpNode, where: Where, leaves: number, features: number, tree: WalkedTree): number {
  const { columns, leaves: row } = tree
  let index = node.leaf_index
  if (index === undefined && leaves === 1) index = 0
  if (typeof index !== 'number' || !(index >= 0 && index < leaves && Number.isInteger(index))) {
    throw malformed(`${where()}.leaf_index`, `an integer from 0 to ${leaves - 1}`, index)
  }
  tree.leafNumber[row] = index
  const value = node.leaf_value
  if (typeof value !== 'number') throw malformed(`${where()}.leaf_value`, 'a number', value)
  columns.leafValue[row] = value + 0 // no -0, which Python's dump does not have
  const count = node.leaf_count
  if (isCount(count)) columns.leafCount[row] = count
  else if (count !== undefined && !isNegative(count))
    throw malformed(`${where()}.leaf_count`, 'a number of rows', count)
  else if (leaves === 1) columns.leafCount[row] = 0
  else tree.counted = false
  const linear = readLinear(node, where, features)
  if (linear !== null) {
    while (tree.linear.length < row) tree.linear.push(null)
    tree.linear.push(linear)
  }
  tree.leaves = row + 1
  return index
}

/** `leaf_const`, `leaf_features` and `leaf_coeff` come together, on the leaves of linear trees. */
function readLinear(node: DumpNode, where: Where, columns: number): LinearLeaf | null {
  const { leaf_const: constant, leaf_features: features, leaf_coeff: coefficients } = node
  if (constant === undefined && features === undefined && coefficients === undefined) return null
  if (typeof constant !== 'number') {
    throw malformed(`${where()}.leaf_const`, 'a number, as the leaf is linear', constant)
  }
  if (!Array.isArray(features)) throw malformed(`${where()}.leaf_features`, 'an array', features)
  const terms = features.length
  if (!Array.isArray(coefficients) || coefficients.length !== terms) {
    throw malformed(`${where()}.leaf_coeff`, `an array of ${terms}`, coefficients)
  }
  const leaf = { constant, features: [] as number[], coefficients: [] as number[] }
  for (let i = 0; i < terms; i++) {
    leaf.features.push(asInteger(features[i], () => `${where()}.leaf_features[${i}]`, 0, columns - 1))
    leaf.coefficients.push(asNumber(coefficients[i], () => `${where()}.leaf_coeff[${i}]`))
  }
  return leaf
}
