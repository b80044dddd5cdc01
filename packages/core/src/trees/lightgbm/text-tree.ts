import { malformed } from '@riftline/base'
import type { CategorySet, LinearLeaf, TreesBuilder } from '../form/build-trees.ts'
import { checkTreeShape } from '../form/check-trees.ts'
import { maximumLeaves, missingTypes, numericalDecision } from './header.ts'
import {
  hasLine,
  hasValue,
  pathOfLine,
  proveLength,
  readDoubles,
  readInteger,
  readIntegers,
  type TreeLines,
} from './text-lines.ts'

/**
 * Adds one tree of model.txt. Its node n is node n of the file. Memory for `num_leaves` is allocated only after the line of leaf
 * values has been found long enough.
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

  // A tree's only leaf needs no count, and had none before LightGBM 4.6.
  const counted = nodes === 0 || (leavesCounted && nodesCounted)

  const isLinear = hasLine(tree, 'is_linear') && readInteger(tree, 'is_linear', 0, 1) === 1
  const linear = isLinear ? readLinearLeaves(tree, leaves, features) : null
  builder.closeTree(linear, counted)
}

/** Reads counts; returns whether all are valid. LightGBM wrote negative ones if they overflowed. */
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

/** Bitsets of one tree: set s is the words `boundaries[s]` … `boundaries[s + 1] - 1`. */
interface CategorySets {
  readonly boundaries: Int32Array
  readonly words: Int32Array
  /** 1 for sets that belong to a node. */
  readonly taken: Uint8Array
}

/** Reads the sets in `cat_boundaries` and `cat_threshold`; null for a tree without categorical splits. */
function readCategorySets(tree: TreeLines, nodes: number): CategorySets | null {
  const sets = hasLine(tree, 'num_cat') ? readInteger(tree, 'num_cat', 0, nodes) : 0
  if (sets === 0) return null
  proveLength(tree, 'cat_boundaries', sets + 1)
  const boundaries = new Int32Array(sets + 1)
  readIntegers(tree, 'cat_boundaries', boundaries, 0, 2 ** 31 - 1)
  for (let s = 0; s <= sets; s++) {
    const least = s === 0 ? 0 : boundaries[s - 1]!
    if (boundaries[s]! < least || (s === 0 && boundaries[s] !== 0)) {
      throw malformed(`${pathOfLine(tree, 'cat_boundaries')}[${s}]`, 'boundaries that ascend from 0', boundaries[s])
    }
  }
  const length = boundaries[sets]!
  proveLength(tree, 'cat_threshold', length)
  const words = new Int32Array(length)
  readIntegers(tree, 'cat_threshold', words, 0, 2 ** 32 - 1)
  return { boundaries, words, taken: new Uint8Array(sets) }
}

/**
 * Adds the set of a categorical node, whose `threshold` is the set's number within the tree. Nodes must not share sets: LightGBM
 * never writes that, and it would turn a small file into a large model.
 */
function addCategorySet(
  tree: TreeLines,
  node: number,
  number: number,
  sets: CategorySets | null,
  builder: TreesBuilder,
): CategorySet {
  if (sets === null || sets.taken[number] !== 0) {
    const expected = sets === null ? 'num_cat above 0' : `each of ${sets.taken.length} sets of categories once`
    throw malformed(`${pathOfLine(tree, 'threshold')}[${node}]`, expected, number)
  }
  sets.taken[number] = 1
  return builder.addBitset(sets.words.subarray(sets.boundaries[number], sets.boundaries[number + 1]))
}

/** Reads the linear functions of all leaves; features and coefficients are stored leaf by leaf, `num_features` of each. */
function readLinearLeaves(tree: TreeLines, leaves: number, features: number): LinearLeaf[] {
  const constants = new Float64Array(leaves)
  readDoubles(tree, 'leaf_const', constants, 'any')
  const terms = new Int32Array(leaves)
  readIntegers(tree, 'num_features', terms, 0, 2 ** 24)
  const total = terms.reduce((sum, count) => sum + count, 0)
  proveLength(tree, 'leaf_features', total)
  const columns = new Int32Array(total)
  readIntegers(tree, 'leaf_features', columns, 0, features - 1)
  proveLength(tree, 'leaf_coeff', total)
  const coefficients = new Float64Array(total)
  readDoubles(tree, 'leaf_coeff', coefficients, 'any')

  let end = 0
  return Array.from(constants, (constant, leaf) => {
    const start = end
    end += terms[leaf]!
    return { constant, features: columns.subarray(start, end), coefficients: coefficients.subarray(start, end) }
  })
}
