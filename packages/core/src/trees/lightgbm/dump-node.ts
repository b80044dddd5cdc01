import { malformed, unsupported } from '@riftline/base'
import type { LinearLeaf } from '../form/build-trees.ts'
import { maximumCategory, splitDecision } from '../form/scoring-rules.ts'
import { asInteger, asNumber, asObject, type JsonObject, type Where } from '../read/json-fields.ts'
import type { WalkedTree } from './dump-tree.ts'
import { missingTypes, numericalDecision } from './header.ts'

/** Keys of a node or leaf of `tree_structure` that scoring needs. */
const nodeKeys = [
  'split_index',
  'split_feature',
  'threshold',
  'decision_type',
  'default_left',
  'missing_type',
  'internal_count',
  'left_child',
  'right_child',
  'leaf_index',
  'leaf_value',
  'leaf_count',
  'leaf_const',
  'leaf_features',
  'leaf_coeff',
] as const

/** Node or leaf with unchecked fields, none of them inherited. */
type DumpNode = { readonly [key in (typeof nodeKeys)[number]]?: unknown }

/**
 * Creates a function that reads a value as a node. `node.threshold` is many times faster than `Object.hasOwn` first, and equal to
 * it if nothing can be inherited. So `Object.prototype` is checked once, and an object with another prototype is copied.
 */
export function createNodeReader(): (value: unknown, where: Where) => DumpNode {
  const inheritable = nodeKeys.some((key) => key in Object.prototype)
  return (value, where) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype &&
      !inheritable
    ) {
      return value
    }
    return copyOwn(asObject(value, where))
  }
}

function copyOwn(object: JsonObject): DumpNode {
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of nodeKeys) if (Object.hasOwn(object, key)) copy[key] = object[key]
  return copy
}

/**
 * Adds a leaf, a node without `split_index`, and returns its number. A tree's only leaf has no `leaf_index`, and before LightGBM
 * 4.6 no `leaf_count`.
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
  columns.leafValue[row] = value + 0 // turns -0, which Python's dump does not have, into 0
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

/** Reads the feature and the decision of a split. */
export function readSplit(node: DumpNode, where: Where, features: number, tree: WalkedTree, row: number): void {
  const { columns } = tree
  const feature = node.split_feature
  if (typeof feature !== 'number' || !(feature >= 0 && feature < features && Number.isInteger(feature))) {
    throw malformed(`${where()}.split_feature`, `an integer from 0 to ${features - 1}`, feature)
  }
  columns.feature[row] = feature
  readCount(node, where, tree, row)
  const type = node.decision_type
  if (type === '<=') {
    columns.decision[row] = readDecision(node, where)
    columns.threshold[row] = readThreshold(node, where)
  } else if (type === '==') {
    const categories = node.threshold
    if (typeof categories !== 'string') throw malformed(`${where()}.threshold`, 'categories joined by ||', categories)
    columns.decision[row] = splitDecision.inBitset
    columns.threshold[row] = tree.categories.push(categories) - 1
  } else if (type === 'no_greater' || type === 'is') {
    throw unsupported(`${where()}.decision_type`, `"${type}" is the language of LightGBM before 2.0.6`)
  } else {
    throw malformed(`${where()}.decision_type`, '"<=" or "=="', type)
  }
}

function readCount(node: DumpNode, where: Where, tree: WalkedTree, row: number): void {
  const count = node.internal_count
  if (isCount(count)) tree.columns.nodeCount[row] = count
  else if (count === undefined || isNegative(count)) tree.counted = false
  else throw malformed(`${where()}.internal_count`, 'a number of rows', count)
}

/** Whether a value is a number of training rows. */
function isCount(count: unknown): count is number {
  return typeof count === 'number' && count >= 0 && count < Infinity
}

/** Whether a count overflowed in LightGBM and means nothing. */
function isNegative(count: unknown): boolean {
  return typeof count === 'number' && count < 0
}

function readDecision(node: DumpNode, where: Where): number {
  const defaultLeft = node.default_left
  if (typeof defaultLeft !== 'boolean') throw malformed(`${where()}.default_left`, 'true or false', defaultLeft)
  const missing = node.missing_type
  if (missing !== 'NaN' && missing !== 'None' && missing !== 'Zero') {
    throw malformed(`${where()}.missing_type`, `one of ${missingTypes.join(', ')}`, missing)
  }
  return numericalDecision(missing, defaultLeft)
}

/**
 * Reads a threshold. The dump clamps thresholds to ±1e300 (`AvoidInf` in LightGBM's common.h), where the model has ±Infinity;
 * restoring it keeps +Infinity and 1e301 apart.
 */
function readThreshold(node: DumpNode, where: Where): number {
  const threshold = node.threshold
  if (typeof threshold !== 'number' || Number.isNaN(threshold)) {
    throw malformed(`${where()}.threshold`, 'a number', threshold)
  }
  if (threshold >= 1e300) return Infinity
  return threshold <= -1e300 ? -Infinity : threshold + 0 // no -0, which Python's dump does not have
}

/** Reads categories joined by `||`, a string even for one category; the empty string is the empty set. */
export function parseCategories(text: string, where: Where): number[] {
  const categories: number[] = []
  let from = 0
  let category = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) {
      category = category * 10 + digit
    } else if (digit === bar && at > from && at + 2 < text.length && text.charCodeAt(at + 1) - zero === bar) {
      categories.push(category)
      category = 0
      at++
      from = at + 1
    } else {
      throw notCategories(text.slice(from, from + 60), where)
    }
    if (category > maximumCategory) throw notCategories(text.slice(from, from + 60), where)
  }
  if (text !== '') categories.push(category)
  return categories
}

const zero = 48
/** Code of `|` minus that of `0`. */
const bar = 124 - zero

function notCategories(text: string, where: Where): Error {
  return malformed(`${where()}.threshold`, `categories from 0 to ${maximumCategory} joined by ||`, text)
}
