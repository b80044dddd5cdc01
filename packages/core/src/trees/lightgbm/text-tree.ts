import { malformed } from '../../errors.ts'
import type { TreesBuilder } from '../form/build-trees.ts'
import { checkTreeShape } from '../form/tree-shape.ts'
import { missingTypes, numericalDecision } from './decision.ts'
import { maximumLeaves } from './header.ts'
import { addCategorySet, readCategorySets } from './text-categories.ts'
import { readLinearLeaves } from './text-linear.ts'
import { proveLength, readDoubles, readInteger, readIntegers } from './text-numbers.ts'
import { hasLine, hasValue, pathOfLine, type TreeLines } from './text-tree-lines.ts'

/**
 * Adds one tree of model.txt. Its node n is node n of the file. Memory is taken for `num_leaves` only when the line of
 * leaf values has been found long enough for them.
 */
export function readTextTree(tree: TreeLines, features: number, output: number, builder: TreesBuilder): void {
  const leaves = readInteger(tree, 'num_leaves', 1, maximumLeaves)
  proveLength(tree, 'leaf_value', leaves)
  const nodes = leaves - 1
  const { node, leaf } = builder.openTree(output, nodes, leaves)
  const { leafValue, leafCount, nodeCount } = builder.columns
  readDoubles(tree, 'leaf_value', leafValue, leaf, leaves, 'finite')
  if (nodes > 0) readSplits(tree, nodes, node, features, builder)

  const hasLeafCounts = hasValue(tree, 'leaf_count')
  const hasNodeCounts = hasValue(tree, 'internal_count')
  if (hasLeafCounts) readIntegers(tree, 'leaf_count', leafCount, leaf, leaves, 0, 2 ** 53)
  if (hasNodeCounts) readIntegers(tree, 'internal_count', nodeCount, node, nodes, 0, 2 ** 53)

  // The only leaf of a tree needs no count, and had none before LightGBM 4.6.
  const counted = nodes === 0 || (hasLeafCounts && hasNodeCounts)

  const isLinear = hasLine(tree, 'is_linear') && readInteger(tree, 'is_linear', 0, 1) === 1
  const linear = isLinear ? readLinearLeaves(tree, leaves, features) : null
  builder.closeTree(linear, counted)
}

function readSplits(tree: TreeLines, nodes: number, first: number, features: number, builder: TreesBuilder): void {
  const { feature, decision, threshold, left, right } = builder.columns
  const end = first + nodes
  readIntegers(tree, 'split_feature', feature, first, nodes, 0, features - 1)
  readDoubles(tree, 'threshold', threshold, first, nodes, 'infinite')
  readIntegers(tree, 'left_child', left, first, nodes, ~nodes, nodes - 1)
  readIntegers(tree, 'right_child', right, first, nodes, ~nodes, nodes - 1)
  checkTreeShape(left.subarray(first, end), right.subarray(first, end), () => `$.Tree=${tree.index}`, [
    'left_child',
    'right_child',
  ])
  if (hasLine(tree, 'decision_type')) readIntegers(tree, 'decision_type', decision, first, nodes, 0, 15)
  const sets = readCategorySets(tree, nodes)
  for (let at = first; at < end; at++) {
    const bits = decision[at] as number
    if ((bits & categoricalBit) !== 0) {
      const set = addCategorySet(tree, at - first, threshold[at] as number, sets, builder)
      decision[at] = set.decision
      threshold[at] = set.set
      continue
    }
    const missing = missingTypes[bits >> 2]
    if (missing === undefined) {
      throw malformed(`${pathOfLine(tree, 'decision_type')}[${at - first}]`, 'missing type 0, 1 or 2', bits)
    }
    decision[at] = numericalDecision(missing, (bits & defaultLeftBit) !== 0)
  }
}

const categoricalBit = 1
const defaultLeftBit = 2
