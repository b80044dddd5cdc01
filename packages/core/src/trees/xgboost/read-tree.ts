import { malformed } from '@riftline/base'
import type { TreesBuilder } from '../form/build-trees.ts'
import { layOutTree, type SplitTest } from '../form/lay-out-tree.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { below, float32Below, integerRanges } from '../form/sets.ts'
import { asFloat32, asInteger, asObject, field, type JsonObject, type Where } from '../read/json-fields.ts'
import { arrayLike, maximumOutputs, paramField } from './header.ts'

/** Facts of the model that reading its trees needs. */
export interface TreeFrame {
  readonly numberOfFeatures: number
  readonly numberOfOutputs: number
  /** Version whose rules count: major · 100 + minor. */
  readonly rules: number
  readonly builder: TreesBuilder
}

const mostNodes = 2 ** 31 - 1

/** Adds tree `index`, with leaves multiplied by `weight`. Pruning leaves nodes behind that no path reaches; they are not read. */
export function readTree(value: unknown, index: number, output: number, weight: number, frame: TreeFrame): void {
  const where: Where = () => `$.learner.gradient_booster.model.trees[${index}]`
  const tree = asObject(value, where)
  const fields = readFields(tree, where)
  const vectors = fields.vectorWidth > 1 ? readVectors(tree, where, fields, frame) : null
  const sets = readSets(tree, where, fields.size)
  const met = new Uint8Array(fields.size)
  if (fields.size === 0) throw malformed(`${where()}.tree_param.num_nodes`, 'a node or more', 0)
  const { nodes, leaves, record } = layOutTree(0, (node) => {
    if (met[node] === 1) throw malformed(`${where()}.left_children`, 'each node once', node)
    met[node] = 1
    const first = fields.left(node)
    if (first === -1) return null
    const second = fields.right(node)
    if (second === first + 1) return { test: readTest(fields, node, sets.get(node), where, frame), first, second }
    throw malformed(`${where()}.right_children[${node}]`, `${first + 1}, beside the left child`, second)
  })
  const isVector = vectors !== null
  const cover = isVector && frame.rules < 303 ? null : fields.cover
  frame.builder.addTree(output, {
    ...record,
    leafValue: leaves.map((leaf) => (isVector ? 0 : weighted(fields.condition(leaf), weight))),
    ...(isVector ? { leafVector: vectors(leaves, weight) } : {}),
    leafNumber: leaves,
    linear: null,
    counts: cover === null ? null : { node: nodes.map(cover), leaf: leaves.map(cover) },
  })
}

function weighted(value: number, weight: number): number {
  return weight === 1 ? value : Math.fround(value * weight)
}

type Fields = ReturnType<typeof readFields>

function readFields(tree: JsonObject, where: Where) {
  const params = asObject(field(tree, 'tree_param'), () => `${where()}.tree_param`)
  const size = paramField(params, 'num_nodes', () => `${where()}.tree_param`, mostNodes)
  const array = (key: string) => arrayLike(field(tree, key), () => `${where()}.${key}`, size)
  const integer = (values: ArrayLike<unknown>, key: string, node: number, least: number, most: number) =>
    asInteger(values[node], () => `${where()}.${key}[${node}]`, least, most)
  const left = array('left_children')
  const right = array('right_children')
  const feature = array('split_indices')
  const condition = array('split_conditions')
  const defaults = array('default_left')
  const types = field(tree, 'split_type') === undefined ? null : array('split_type')
  const covers = field(tree, 'sum_hessian') === undefined ? null : array('sum_hessian')
  return {
    size,
    vectorWidth: paramField(params, 'size_leaf_vector', () => `${where()}.tree_param`, maximumOutputs, 1),
    left: (node: number) => integer(left, 'left_children', node, -1, size - 1),
    right: (node: number) => integer(right, 'right_children', node, -1, size - 1),
    feature: (node: number, features: number) => integer(feature, 'split_indices', node, 0, features - 1),
    condition: (node: number) => asFloat32(condition[node], () => `${where()}.split_conditions[${node}]`),
    /** Split value; it may be infinite. */
    limit: (node: number) => asOrdered(condition[node], () => `${where()}.split_conditions[${node}]`),
    isDefaultLeft(node: number): boolean {
      const value = defaults[node]
      if (value === 0 || value === 1 || typeof value === 'boolean') return Boolean(value)
      throw malformed(`${where()}.default_left[${node}]`, '0, 1, true or false', value)
    },
    isCategorical: (node: number) => types !== null && integer(types, 'split_type', node, 0, 1) === 1,
    /** Reader of the cover of a node or leaf; null if the file has no covers. */
    cover: covers === null ? null : (node: number) => asCover(covers[node], () => `${where()}.sum_hessian[${node}]`),
  }
}

function asOrdered(value: unknown, where: Where): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return Math.fround(value)
  throw malformed(where(), 'a number', value)
}

/** Array whose elements take much memory here; XGBoost writes none of them in less than four bytes. */
function wideArray(value: unknown, where: Where): ArrayLike<unknown> {
  const array = arrayLike(value, where)
  const { BYTES_PER_ELEMENT: bytes = 8 } = array as { readonly BYTES_PER_ELEMENT?: number }
  if (bytes < 4 && array.length > 0) throw malformed(where(), 'numbers of four bytes or more', value)
  return array
}

/** Reads a sum of hessians; a negative one is 0, as contributions treat both alike. */
function asCover(value: unknown, where: Where): number {
  return Math.max(0, asFloat32(value, where))
}

/** Reads a test. `v < condition` goes left; members of a set of categories go right, so their children are exchanged. NaN takes the default. */
function readTest(
  fields: Fields,
  node: number,
  set: readonly number[] | undefined,
  where: Where,
  { numberOfFeatures, builder }: TreeFrame,
): SplitTest {
  const feature = fields.feature(node, numberOfFeatures)
  const missingLeft = fields.isDefaultLeft(node)
  if (!fields.isCategorical(node)) {
    const decision = missingLeft ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
    return { feature, decision, threshold: float32Below(fields.limit(node)), isExchanged: false }
  }
  if (set === undefined) throw malformed(`${where()}.categories_nodes`, `the categories of node ${node}`, 'none')
  const { decision, set: threshold } = builder.addRanges(integerRanges(set, below(0), !missingLeft))
  return { feature, decision, threshold, isExchanged: true }
}

/** Categories are below this number, up to which float32 has all integers. */
const categoryLimit = 2 ** 24

/** Reads the sets of categories by node. */
function readSets(tree: JsonObject, where: Where, size: number): ReadonlyMap<number, readonly number[]> {
  const sets = new Map<number, readonly number[]>()
  if (field(tree, 'categories_nodes') === undefined) return sets
  const array = (key: string, length?: number) => arrayLike(field(tree, key), () => `${where()}.${key}`, length)
  const nodes = array('categories_nodes')
  const starts = array('categories_segments', nodes.length)
  const sizes = array('categories_sizes', nodes.length)
  const categories = wideArray(field(tree, 'categories'), () => `${where()}.categories`)
  let last = 0
  for (let i = 0; i < nodes.length; i++) {
    const integer = (values: ArrayLike<unknown>, key: string, least: number, most: number) =>
      asInteger(values[i], () => `${where()}.${key}[${i}]`, least, most)
    const node = integer(nodes, 'categories_nodes', 0, size - 1)
    // Segments that overlap would turn a small file into a large model.
    const start = integer(starts, 'categories_segments', last, categories.length)
    last = start + integer(sizes, 'categories_sizes', 0, categories.length - start)
    if (sets.has(node)) throw malformed(`${where()}.categories_nodes[${i}]`, 'each node once', node)
    const members = Array.from({ length: last - start }, (_, j) =>
      asInteger(categories[start + j], () => `${where()}.categories[${start + j}]`, 0, categoryLimit - 1),
    )
    sets.set(node, members)
  }
  return sets
}

/**
 * Returns a function that reads the vector of a leaf. Since 3.2 it is in `leaf_weights`, at the place that the leaf's right child names;
 * before, it is in `base_weights`, at the number of the leaf.
 */
function readVectors(tree: JsonObject, where: Where, fields: Fields, { numberOfOutputs, rules }: TreeFrame) {
  const width = fields.vectorWidth
  if (width !== numberOfOutputs) {
    throw malformed(`${where()}.tree_param.size_leaf_vector`, `${numberOfOutputs}, as there are outputs`, width)
  }
  const isNew = rules >= 302
  const key = isNew ? 'leaf_weights' : 'base_weights'
  const values = wideArray(field(tree, key), () => `${where()}.${key}`)
  const used = new Set<number>()
  return (leaves: readonly number[], weight: number): Float64Array => {
    const read = new Float64Array(leaves.length * width)
    leaves.forEach((leaf, i) => {
      const vector = isNew ? fields.right(leaf) : leaf
      if (vector < 0 || (vector + 1) * width > values.length || used.has(vector)) {
        throw malformed(`${where()}.right_children[${leaf}]`, `a vector of its own in ${key}`, vector)
      }
      used.add(vector)
      for (let k = 0; k < width; k++) {
        const at = vector * width + k
        read[i * width + k] = weighted(
          asFloat32(values[at], () => `${where()}.${key}[${at}]`),
          weight,
        )
      }
    })
    return read
  }
}
