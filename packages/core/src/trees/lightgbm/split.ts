import { malformed, unsupported } from '@riftline/base'
import { maximumCategory } from '../form/category-set.ts'
import { splitDecision } from '../form/split.ts'
import type { Where } from '../read/json-fields.ts'
import { missingTypes, numericalDecision } from './decision.ts'
import type { DumpNode } from './dump-node.ts'
import type { WalkedTree } from './walked-tree.ts'

/** Reads which cell a split looks at and what it asks. */
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

/** A number of training rows. */
export function isCount(count: unknown): count is number {
  return typeof count === 'number' && count >= 0 && count < Infinity
}

/** A count that overflowed in LightGBM: it says nothing. */
export function isNegative(count: unknown): boolean {
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
 * The dump clamps thresholds to ±1e300 (`AvoidInf` in LightGBM's common.h); the model itself has ±Infinity there, which
 * tells +Infinity and 1e301 from each other.
 */
function readThreshold(node: DumpNode, where: Where): number {
  const threshold = node.threshold
  if (typeof threshold !== 'number' || Number.isNaN(threshold)) {
    throw malformed(`${where()}.threshold`, 'a number', threshold)
  }
  if (threshold >= 1e300) return Infinity
  return threshold <= -1e300 ? -Infinity : threshold + 0 // no -0, which Python's dump does not have
}

/** Categories joined by `||`, a string even when there is one; the empty string is the empty set. */
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
/** The code of `|` less that of `0`. */
const bar = 124 - zero

function notCategories(text: string, where: Where): Error {
  return malformed(`${where()}.threshold`, `categories from 0 to ${maximumCategory} joined by ||`, text)
}
