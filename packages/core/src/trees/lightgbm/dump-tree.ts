import { malformed, unsupported } from '@riftline/base'
import type { LinearLeaf, TreesBuilder } from '../form/build-trees.ts'
import { type SplitDecision, splitDecision } from '../form/scoring-rules.ts'
import { maximumCategory } from '../form/sets.ts'
import { asInteger, asNumber, asObject, field, integerField, type JsonObject, type Where } from '../read/json-fields.ts'
import { maximumLeaves, missingTypes, numericalDecision } from './header.ts'

/** Place of a node below its parent; null for the root. */
type Place = { readonly parent: Split; readonly side: 'left' | 'right' } | null

/** Split of a dump. Children are numbers of the dump: a `split_index`, or the complement of a `leaf_index`. */
interface Split {
  readonly place: Place
  readonly number: number
  readonly feature: number
  /** Threshold of a comparison, or categories joined by `||`. */
  readonly threshold: number | string
  readonly decision: SplitDecision
  /** Number of training rows; null if the dump has no valid count. */
  readonly count: number | null
  left: number
  right: number
}

type Leaf = ReturnType<typeof readLeaf>

/**
 * Creates a function that adds the tree of element `index` of `tree_info` to `builder`, without recursion. A `split_index` that
 * occurs twice is refused at once, so cyclic, shared and growing objects fail as quickly as damaged ones.
 */
export function createTreeReader(
  features: number,
  builder: TreesBuilder,
): (value: unknown, index: number, output: number) => void {
  const asNode = createNodeReader()
  return (value, index, output) => {
    const path = `$.tree_info[${index}]`
    const claim = asObject(value, () => path)
    const leaves = integerField(claim, 'num_leaves', () => path, 1, maximumLeaves)
    const splits = new Map<number, Split>()
    const found: Leaf[] = []
    const pending: { readonly value: unknown; readonly place: Place }[] = []
    pending.push({ value: field(claim, 'tree_structure'), place: null })
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { place } = next
      const where = () => path + pathOf(place)
      const node = asNode(next.value, where)
      let child: number
      if (node.split_index === undefined) {
        const leaf = readLeaf(node, where, leaves, features)
        found.push(leaf)
        child = ~leaf.number
      } else {
        const split = readSplit(node, where, leaves, features, place)
        child = split.number
        if (splits.has(child)) throw malformed(`${where()}.split_index`, 'each split once', child)
        splits.set(child, split)
        pending.push({ value: node.right_child, place: { parent: split, side: 'right' } })
        pending.push({ value: node.left_child, place: { parent: split, side: 'left' } })
      }
      if (place !== null) place.parent[place.side] = child
    }
    if (found.length !== leaves) {
      throw malformed(`${path}.num_leaves`, `${found.length}, the leaves of the tree`, leaves)
    }
    addTree([...splits.values()], inOrder(found, path), path, output, builder)
  }
}

/** JSON path of the node at a place, within its tree. The middle of a long path is left out. */
function pathOf(place: Place): string {
  const steps: string[] = []
  for (let at = place; at !== null; at = at.parent.place) steps.push(`.${at.side}_child`)
  steps.reverse()
  const shown =
    steps.length > 24 ? [...steps.slice(0, 12), `…(${steps.length - 24} more)…`, ...steps.slice(-12)] : steps
  return `.tree_structure${shown.join('')}`
}

function inOrder(leaves: readonly Leaf[], path: string): readonly Leaf[] {
  const ordered = new Array<Leaf>(leaves.length)
  for (const leaf of leaves) {
    if (ordered[leaf.number] !== undefined) {
      throw malformed(`${path}.tree_structure`, 'each leaf_index once', leaf.number)
    }
    ordered[leaf.number] = leaf
  }
  return ordered
}

/**
 * Adds a tree, nodes by `split_index` and leaves by `leaf_index`, as in LightGBM itself and in model.txt. Nodes stay in the order
 * of the walk if the root is not split 0, which LightGBM never writes.
 */
function addTree(
  walked: readonly Split[],
  leaves: readonly Leaf[],
  path: string,
  output: number,
  builder: TreesBuilder,
): void {
  const splits = walked[0]?.number === 0 ? walked.toSorted((a, b) => a.number - b.number) : walked
  const rowOf = new Map(splits.map(({ number }, row) => [number, row]))
  const childOf = (child: number): number => (child >= 0 ? rowOf.get(child)! : child)
  const tests = splits.map(({ threshold, decision, place }) => {
    if (typeof threshold === 'number') return { decision, threshold }
    const set = builder.addCategories(parseCategories(threshold, () => path + pathOf(place)))
    return { decision: set.decision, threshold: set.set }
  })
  const nodeCounts = splits.map(({ count }) => count)
  const leafCounts = leaves.length === 1 ? [leaves[0]!.count ?? 0] : leaves.map(({ count }) => count)
  builder.addTree(output, {
    feature: splits.map(({ feature }) => feature),
    decision: tests.map(({ decision }) => decision),
    threshold: tests.map(({ threshold }) => threshold),
    left: splits.map(({ left }) => childOf(left)),
    right: splits.map(({ right }) => childOf(right)),
    leafValue: leaves.map(({ value }) => value),
    linear: leaves.some(({ linear }) => linear !== null) ? leaves.map(({ linear }) => linear) : null,
    counts: areCounted(nodeCounts) && areCounted(leafCounts) ? { node: nodeCounts, leaf: leafCounts } : null,
  })
}

function areCounted(counts: readonly (number | null)[]): counts is readonly number[] {
  return !counts.includes(null)
}

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
function createNodeReader(): (value: unknown, where: Where) => DumpNode {
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

/** Reads a leaf, that is a node without `split_index`. A tree's only leaf has no `leaf_index`, and before LightGBM 4.6 no `leaf_count`. */
function readLeaf(node: DumpNode, where: Where, leaves: number, features: number) {
  const number = node.leaf_index === undefined && leaves === 1 ? 0 : node.leaf_index
  const value = node.leaf_value
  return {
    number: asInteger(number, () => `${where()}.leaf_index`, 0, leaves - 1),
    value: asNumber(value, () => `${where()}.leaf_value`) + 0, // + 0 turns -0, which Python's dump does not have, into 0
    count: readCount(node.leaf_count, () => `${where()}.leaf_count`),
    linear: readLinear(node, where, features),
  }
}

/** Reads a linear leaf; `leaf_const`, `leaf_features` and `leaf_coeff` come together, on the leaves of linear trees. */
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

function readSplit(node: DumpNode, where: Where, leaves: number, features: number, place: Place): Split {
  const number = node.split_index
  if (!(typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < leaves - 1)) {
    const expected = `one of the ${leaves - 1} splits of a tree of ${leaves} leaves`
    throw malformed(`${where()}.split_index`, expected, number)
  }
  const feature = asInteger(node.split_feature, () => `${where()}.split_feature`, 0, features - 1)
  const count = readCount(node.internal_count, () => `${where()}.internal_count`)
  return { place, number, feature, count, ...readTest(node, where), left: 0, right: 0 }
}

function readTest(node: DumpNode, where: Where): Pick<Split, 'decision' | 'threshold'> {
  const type = node.decision_type
  if (type === '<=') return { decision: readDecision(node, where), threshold: readThreshold(node, where) }
  if (type === '==') {
    const categories = node.threshold
    if (typeof categories !== 'string') throw malformed(`${where()}.threshold`, 'categories joined by ||', categories)
    return { decision: splitDecision.inBitset, threshold: categories }
  }
  if (type === 'no_greater' || type === 'is') {
    throw unsupported(`${where()}.decision_type`, `"${type}" is the language of LightGBM before 2.0.6`)
  }
  throw malformed(`${where()}.decision_type`, '"<=" or "=="', type)
}

/** Reads a number of training rows; null if it is absent, or negative because it overflowed in LightGBM. */
function readCount(count: unknown, where: Where): number | null {
  if (count === undefined || (typeof count === 'number' && count < 0)) return null
  if (typeof count === 'number' && count < Infinity) return count
  throw malformed(where(), 'a number of rows', count)
}

function readDecision(node: DumpNode, where: Where): SplitDecision {
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
  return threshold <= -1e300 ? -Infinity : threshold + 0 // + 0 turns -0, which Python's dump does not have, into 0
}

/** Reads categories joined by `||`, a string even for one category; the empty string is the empty set. */
function parseCategories(text: string, where: Where): number[] {
  if (text === '') return []
  return text.split('||').map((word) => {
    const category = /^[0-9]+$/.test(word) ? Number(word) : Number.NaN
    if (category <= maximumCategory) return category
    throw malformed(`${where()}.threshold`, `categories from 0 to ${maximumCategory} joined by ||`, word.slice(0, 60))
  })
}
