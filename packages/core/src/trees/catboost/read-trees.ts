import { malformed, unsupported } from '@riftline/base'
import type { TreeRecord, TreesBuilder } from '../form/build-trees.ts'
import { layOutTree, type SplitTest } from '../form/lay-out-tree.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { rangesOf } from '../form/sets.ts'
import {
  arrayField,
  asFinite,
  asFloat32,
  asInteger,
  asObject,
  field,
  type JsonObject,
  type Where,
} from '../read/json-fields.ts'
import { cellOf, type RowColumns } from './columns.ts'

/** Facts of the model that reading its trees needs. */
export interface CatboostFrame {
  readonly columns: RowColumns
  readonly outputs: number
  readonly builder: TreesBuilder
}

/**
 * Reads a split; returns a function that creates its test, once for each node, as every node needs a set of its own. Cells above the border,
 * or equal to the cell of the category, take the second child.
 */
function readSplit(value: unknown, { columns, builder }: CatboostFrame, where: Where): () => SplitTest {
  const split = asObject(value, where)
  const type = field(split, 'split_type')
  const index = (kind: string) => field(split, `${kind}_feature_index`)
  if (type === 'OneHotFeature') {
    const column = columns.categorical.get(index('cat'))
    if (column === undefined) throw malformed(`${where()}.cat_feature_index`, 'a categorical column', index('cat'))
    const hash = asInteger(field(split, 'value'), () => `${where()}.value`, -(2 ** 31), 2 ** 31 - 1)
    const ranges = rangesOf([cellOf(column, hash, where)], 'float32', false)
    return () => {
      const { decision, set } = builder.addRanges(ranges)
      return { feature: column.feature, decision, threshold: set, isExchanged: true }
    }
  }
  if (type !== 'FloatFeature') {
    const isKnown = type === 'OnlineCtr' || type === 'EstimatedFeature'
    if (!isKnown) throw malformed(`${where()}.split_type`, 'FloatFeature or OneHotFeature', type)
    throw unsupported(
      `${where()}.split_type`,
      `a split on ${type}, a statistic of the training data, is not read; train with one_hot_max_size above the number of categories`,
    )
  }
  const column = columns.floats.get(index('float'))
  if (column === undefined) throw malformed(`${where()}.float_feature_index`, 'a numerical column', index('float'))
  const test: SplitTest = {
    feature: column.feature,
    decision: column.missingGoesRight ? splitDecision.nanGoesRight : splitDecision.nanGoesLeft,
    threshold: asFloat32(field(split, 'border'), () => `${where()}.border`),
    isExchanged: false,
  }
  return () => test
}

type Layout = Pick<TreeRecord, 'feature' | 'decision' | 'threshold' | 'left' | 'right'>

/** Adds a tree; `values` has the numbers of each leaf in turn, one for each output. */
function addTree(
  layout: Layout,
  values: readonly number[],
  weights: readonly number[] | null,
  { outputs, builder }: CatboostFrame,
): void {
  builder.addTree(0, {
    ...layout,
    leafValue: outputs === 1 ? values : new Float64Array(values.length / outputs),
    ...(outputs === 1 ? {} : { leafVector: values }),
    linear: null,
    counts: weights === null ? null : countsOf(layout, weights),
  })
}

/** Weights of nodes and leaves: the weight of a node is the sum of its leaves'. Null unless the total is above 0 and finite. */
function countsOf({ left, right }: Layout, leaf: readonly number[]): TreeRecord['counts'] {
  const node = new Float64Array(left.length)
  const weightOf = (child: number) => (child >= 0 ? node[child]! : leaf[~child]!)
  for (let n = node.length - 1; n >= 0; n--) node[n] = weightOf(left[n]!) + weightOf(right[n]!)
  const total = weightOf(node.length > 0 ? 0 : ~0)
  return total > 0 && total < Infinity ? { node, leaf } : null
}

function asWeight(value: unknown, where: Where): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value
  throw malformed(where(), 'the weight of a leaf', value)
}

/** Most splits of a symmetric tree, as in CatBoost. */
const mostSplits = 16

/** Reads the splits of a symmetric tree; the file has null if there are none. */
function splitsOf(tree: JsonObject, where: Where): readonly unknown[] {
  const splits = (field(tree, 'splits') ?? null) === null ? [] : arrayField(tree, 'splits', where)
  if (splits.length <= mostSplits) return splits
  throw malformed(`${where()}.splits`, `at most ${mostSplits}`, splits.length)
}

/** Number of outputs of a symmetric tree: its values divided by its leaves. */
export function outputsOfSymmetric(value: unknown, where: Where): number {
  const tree = asObject(value, where)
  const values = arrayField(tree, 'leaf_values', where)
  const leaves = 1 << splitsOf(tree, where).length
  if (values.length > 0 && values.length % leaves === 0) return values.length / leaves
  throw malformed(`${where()}.leaf_values`, `a multiple of ${leaves} values`, values.length)
}

/**
 * Adds a symmetric tree, in which all nodes of a level have one split. Bit d of a leaf's number is the answer of split d, so that the last
 * split is the root.
 */
export function addSymmetric(value: unknown, where: Where, frame: CatboostFrame): void {
  const tree = asObject(value, where)
  const splits = splitsOf(tree, where)
  const leaves = 1 << splits.length
  const values = arrayField(tree, 'leaf_values', where, leaves * frame.outputs)
  const claim = field(tree, 'leaf_weights') ?? []
  const hasWeights = !Array.isArray(claim) || claim.length > 0
  const tests = splits.map((split, i) => readSplit(split, frame, () => `${where()}.splits[${i}]`)).reverse()
  // Node n has the children 2n and 2n + 1; the root is 1.
  const { record } = layOutTree(1, (node) => {
    const test = tests[31 - Math.clz32(node)]
    return test === undefined ? null : { test: test(), first: 2 * node, second: 2 * node + 1 }
  })
  const weights = hasWeights ? arrayField(tree, 'leaf_weights', where, leaves) : null
  addTree(
    record,
    Array.from(values, (one, i) => asFinite(one, () => `${where()}.leaf_values[${i}]`)),
    weights && Array.from(weights, (one, leaf) => asWeight(one, () => `${where()}.leaf_weights[${leaf}]`)),
    frame,
  )
}

/** Deepest path and most leaves of a nested tree; CatBoost's trees have at most 16 levels. */
const deepest = 64
const mostLeaves = 2 ** 20

/** Number of outputs of a nested tree: the values of its first leaf. */
export function outputsOfNested(value: unknown, where: Where): number {
  let node = asObject(value, where)
  for (let depth = 0; depth < deepest && isSplit(node); depth++) node = asObject(field(node, 'left'), where)
  const leaf = field(node, 'value')
  return Array.isArray(leaf) ? Math.max(1, leaf.length) : 1
}

function isSplit(node: JsonObject): boolean {
  return (field(node, 'split') ?? null) !== null
}

/** Node or leaf of a nested tree. */
interface Nested {
  readonly node: JsonObject
  readonly where: Where
  readonly depth: number
}

/** Adds a nested tree. Its leaves are numbered depth first, left first. */
export function addNested(value: unknown, where: Where, frame: CatboostFrame): void {
  let count = 0
  const nestedOf = (own: unknown, at: Where, depth: number): Nested => ({ node: asObject(own, at), where: at, depth })
  const { leaves, record } = layOutTree(nestedOf(value, where, 0), ({ node, where: at, depth }) => {
    if (!isSplit(node)) {
      if (++count > mostLeaves) throw malformed(where(), `at most ${mostLeaves} leaves`, count)
      return null
    }
    if (depth === deepest) throw malformed(where(), `at most ${deepest} levels`, depth + 1)
    const childOf = (side: string) => nestedOf(field(node, side), () => `${at()}.${side}`, depth + 1)
    const test = readSplit(field(node, 'split'), frame, () => `${at()}.split`)
    return { test: test(), first: childOf('left'), second: childOf('right') }
  })
  const hasWeights = leaves.every(({ node }) => field(node, 'weight') !== undefined)
  addTree(
    record,
    leaves.flatMap((leaf) => readValues(leaf, frame.outputs)),
    hasWeights ? leaves.map(({ node, where: at }) => asWeight(field(node, 'weight'), () => `${at()}.weight`)) : null,
    frame,
  )
}

function readValues({ node, where }: Nested, outputs: number): readonly number[] {
  const value = field(node, 'value')
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  if (values.length !== outputs) throw malformed(`${where()}.value`, `${outputs} numbers`, value)
  return Array.from(values, (one) => asFinite(one, () => `${where()}.value`))
}
