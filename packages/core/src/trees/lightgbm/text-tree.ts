import { malformed } from '@riftline/base'
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
  readDoubles(tree, 'leaf_value', leafValue.subarray(leaf, leaf + leaves), 'any')
  if (nodes > 0) readSplits(tree, nodes, node, features, builder)

  const leavesCounted = readCounts(tree, 'leaf_count', leafCount.subarray(leaf, leaf + leaves))
  const nodesCounted = readCounts(tree, 'internal_count', nodeCount.subarray(node, node + nodes))

  // The only leaf of a tree needs no count, and had none before LightGBM 4.6.
  const counted = nodes === 0 || (leavesCounted && nodesCounted)

  const isLinear = hasLine(tree, 'is_linear') && readInteger(tree, 'is_linear', 0, 1) === 1
  const linear = isLinear ? readLinearLeaves(tree, leaves, features) : null
  builder.closeTree(linear, counted)
}

/** Whether the line is there and all of its counts are; LightGBM wrote negative ones where they overflowed. */
function readCounts(tree: TreeLines, key: 'leaf_count' | 'internal_count', into: Float64Array): boolean {
  if (!hasValue(tree, key)) return false
  readIntegers(tree, key, into, -(2 ** 53), 2 ** 53)
  return into.every((count) => count >= 0)
}

function readSplits(tree: TreeLines, nodes: number, first: number, features: number, builder: TreesBuilder): void {
  const { columns } = builder
  const end = first + nodes
  const decision = columns.decision.subarray(first, end)
  const threshold = columns.threshold.subarray(first, end)
  const left = columns.left.subarray(first, end)
  const right = columns.right.subarray(first, end)
  readIntegers(tree, 'split_feature', columns.feature.subarray(first, end), 0, features - 1)
  readDoubles(tree, 'threshold', threshold, 'no NaN')
  readIntegers(tree, 'left_child', left, ~nodes, nodes - 1)
  readIntegers(tree, 'right_child', right, ~nodes, nodes - 1)
  checkTreeShape(left, right, () => `$.Tree=${tree.index}`, ['left_child', 'right_child'])
  if (hasLine(tree, 'decision_type')) readIntegers(tree, 'decision_type', decision, 0, 15)
  const sets = readCategorySets(tree, nodes)
  for (let n = 0; n < nodes; n++) {
    const bits = decision[n]!
    if ((bits & categoricalBit) !== 0) {
      const set = addCategorySet(tree, n, threshold[n]!, sets, builder)
      decision[n] = set.decision
      threshold[n] = set.set
      continue
    }
    const missing = missingTypes[bits >> 2]
    if (missing === undefined) {
      throw malformed(`${pathOfLine(tree, 'decision_type')}[${n}]`, 'missing type 0, 1 or 2', bits)
    }
    decision[n] = numericalDecision(missing, (bits & defaultLeftBit) !== 0)
  }
}

const categoricalBit = 1
const defaultLeftBit = 2
