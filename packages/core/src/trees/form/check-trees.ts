import { malformed } from '@riftline/base'
import type { Where } from '../read/json-fields.ts'
import { splitDecision } from './scoring-rules.ts'
import { limitsOf, maximumCategory } from './sets.ts'
import type { LeafEntries, LinearLeaves, TreeEnsemble, Trees } from './tree-ensemble.ts'

/** Facts of the ensemble that the trees must fit. */
interface TreesFrame {
  readonly numberOfFeatures: number
  readonly numberOfOutputs: number
  readonly precision: TreeEnsemble['precision']
  readonly sums: TreeEnsemble['sums']
}

/**
 * Checks everything that engines assume about `Trees`, for trees that do not come straight from a parser. One pass, about 10 ns per
 * node.
 */
export function checkTrees(trees: Trees, frame: TreesFrame): void {
  checkShapes(trees, frame.numberOfOutputs)
  checkStarts(trees.setStart, trees.setItems.length, 'setStart')
  checkChildren(trees)
  checkDecisions(trees, frame)
  // LightGBM's leaf values may be NaN or infinite.
  if (frame.precision !== 'float64') checkValues(trees.leafValue, 'leafValue', 'a finite number', Number.isFinite)
  const { leafNumber, leafValue } = trees
  if (leafNumber !== null && leafNumber.length !== leafValue.length) {
    throw malformed('trees.leafNumber', `${leafValue.length} numbers`, leafNumber.length)
  }
  if (trees.leafVector !== null) checkVectors(trees, trees.leafVector, frame)
  if (trees.leafEntries !== null) checkEntries(trees, trees.leafEntries, frame)
  if (frame.sums === 'float32') {
    const isSingle = (value: number) => Math.fround(value) === value
    checkValues(trees.leafValue, 'leafValue', 'a float32', isSingle)
    checkValues(trees.leafVector ?? new Float64Array(0), 'leafVector', 'a float32', isSingle)
    checkValues(trees.leafEntries?.value ?? new Float64Array(0), 'leafEntries', 'a float32', isSingle)
  }
  if (trees.linear !== null && frame.precision !== 'float64') throw malformed('trees.linear', 'plain leaves', 'linear')
  if (trees.linear !== null) checkLinear(trees.linear, trees.leafValue.length, frame.numberOfFeatures)
  if (trees.counts !== null) {
    checkValues(trees.counts.node, 'counts.node', 'a number of rows', isCount)
    checkValues(trees.counts.leaf, 'counts.leaf', 'a number of rows', isCount)
  }
}

/** Checks that trees follow each other, each with one leaf more than nodes and its first node, or only leaf, as root. */
function checkShapes({ root, output, firstNode, firstLeaf, feature, leafValue }: Trees, outputs: number): void {
  checkStarts(firstNode, feature.length, 'firstNode')
  checkStarts(firstLeaf, leafValue.length, 'firstLeaf')
  for (let t = 0; t < root.length; t++) {
    const nodes = firstNode[t + 1]! - firstNode[t]!
    const leaves = firstLeaf[t + 1]! - firstLeaf[t]!
    if (leaves !== nodes + 1) throw malformed(`trees.firstLeaf[${t}]`, `${nodes + 1} leaves`, leaves)
    const expected = nodes > 0 ? firstNode[t]! : ~firstLeaf[t]!
    if (root[t] !== expected) throw malformed(`trees.root[${t}]`, String(expected), root[t])
    if (output[t]! < 0 || output[t]! >= outputs) throw malformed(`trees.output[${t}]`, `0 to ${outputs - 1}`, output[t])
  }
}

/** Checks that vectors have a value for each output, and that their trees add to all of them. */
function checkVectors({ leafValue, output }: Trees, vectors: Float64Array, { numberOfOutputs }: TreesFrame): void {
  if (vectors.length !== numberOfOutputs * leafValue.length) {
    throw malformed('trees.leafVector', `${numberOfOutputs} numbers a leaf`, vectors.length)
  }
  checkValues(vectors, 'leafVector', 'a finite number', Number.isFinite)
  checkValues(leafValue, 'leafValue', '0 beside vectors', (value) => Object.is(value, 0))
  const wrong = output.findIndex((k) => k !== 0)
  if (wrong !== -1) throw malformed(`trees.output[${wrong}]`, '0 for trees with vectors', output[wrong])
}

/** Checks that entries name outputs, and that leaves have no other values. */
function checkEntries(trees: Trees, { start, output, value }: LeafEntries, { numberOfOutputs }: TreesFrame): void {
  const { leafValue, leafVector } = trees
  if (leafVector !== null) throw malformed('trees.leafEntries', 'vectors or entries', 'both')
  if (start.length !== leafValue.length + 1)
    throw malformed('trees.leafEntries', `${leafValue.length} leaves`, start.length)
  checkStarts(start, value.length, 'leafEntries')
  checkValues(
    value,
    'leafEntries',
    'a finite number other than -0',
    (one) => Number.isFinite(one) && !Object.is(one, -0),
  )
  checkValues(leafValue, 'leafValue', '0 beside entries', (one) => Object.is(one, 0))
  const wrong = output.findIndex((k) => k < 0 || k >= numberOfOutputs)
  if (wrong !== -1) throw malformed(`trees.leafEntries[${wrong}]`, `0 to ${numberOfOutputs - 1}`, output[wrong])
  const other = trees.output.findIndex((k) => k !== 0)
  if (other !== -1) throw malformed(`trees.output[${other}]`, '0 for trees with entries', trees.output[other])
}

/** Checks that every child is in its tree, comes after its parent and has only one parent; so n nodes reach the whole tree. */
function checkChildren({ firstNode, firstLeaf, left, right, leafValue }: Trees): void {
  const reached = new Uint8Array(left.length + leafValue.length)
  for (let t = 0; t < firstNode.length - 1; t++) {
    const end = firstNode[t + 1]!
    const leafStart = firstLeaf[t]!
    const leafEnd = firstLeaf[t + 1]!
    for (let node = firstNode[t]!; node < end; node++) {
      for (let side = 0; side < 2; side++) {
        const child = side === 0 ? left[node]! : right[node]!
        const fits = child >= 0 ? child > node && child < end : ~child >= leafStart && ~child < leafEnd
        const place = child >= 0 ? child : left.length + ~child
        if (!fits || reached[place] === 1) {
          throw malformed(`trees.${side === 0 ? 'left' : 'right'}[${node}]`, 'each node and leaf once', child)
        }
        reached[place] = 1
      }
    }
  }
}

/** Checks features and decisions; a threshold is a number for comparisons, else the number of a set. */
function checkDecisions(trees: Trees, { numberOfFeatures, precision }: TreesFrame): void {
  const { feature, decision, threshold, setStart, setItems } = trees
  const sets = setStart.length - 1
  const used = new Uint8Array(sets) // one node per set, as parsers write it: shared sets would turn a small file into a large model
  for (let node = 0; node < feature.length; node++) {
    if (feature[node]! < 0 || feature[node]! >= numberOfFeatures) {
      throw malformed(`trees.feature[${node}]`, `0 to ${numberOfFeatures - 1}`, feature[node])
    }
    const kind = decision[node]!
    const value = threshold[node]!
    if (kind < splitDecision.inBitset) {
      if (kind < splitDecision.nanGoesLeft && precision !== 'float64') {
        throw malformed(`trees.decision[${node}]`, `a decision of ${precision} trees`, kind)
      }
      if (Number.isNaN(value)) throw malformed(`trees.threshold[${node}]`, 'a number', value)
      continue
    }
    if (!(value >= 0 && value < sets && Number.isInteger(value)) || Object.is(value, -0)) {
      throw malformed(`trees.threshold[${node}]`, `one of ${sets} sets`, value)
    }
    const isSlots = kind === splitDecision.noSlot || kind === splitDecision.noSlotNorNan
    const isRanges = kind === splitDecision.inRanges
    if (kind > splitDecision.inRanges || (!isSlots && !isRanges && precision !== 'float64')) {
      throw malformed(`trees.decision[${node}]`, `a decision of ${precision} trees`, kind)
    }
    if (isSlots && (setStart[value] === setStart[value + 1] || setItems[setStart[value]!] !== feature[node])) {
      throw malformed(`trees.feature[${node}]`, 'the first slot of its set', feature[node])
    }
    if (used[value] === 1) throw malformed(`trees.threshold[${node}]`, 'a set of its own', value)
    used[value] = 1
    if (isRanges) checkRanges(trees, value)
    else checkSet(trees, value, kind, isSlots ? numberOfFeatures : maximumCategory + 1)
  }
}

/** Checks for ascending numbers below `limit`, or a bitset without any from `limit` on. */
function checkSet({ setStart, setItems }: Trees, set: number, kind: number, limit: number): void {
  const start = setStart[set]!
  const end = setStart[set + 1]!
  const fits = kind === splitDecision.inBitset ? (end - start) * 32 <= limit : isAscending(setItems, start, end, limit)
  if (!fits) throw malformed(`trees.setItems[${start}]`, `ascending numbers below ${limit}`, `set ${set}`)
}

/** Checks for ascending limits, none of them NaN. */
function checkRanges(trees: Trees, set: number): void {
  const words = trees.setStart[set + 1]! - trees.setStart[set]!
  if (words % 2 === 1) throw malformed(`trees.setStart[${set + 1}]`, 'two words a limit', words)
  let last = Number.NEGATIVE_INFINITY
  limitsOf(trees, set).forEach((limit, i) => {
    if (!(limit > last || (i === 0 && limit === last))) {
      throw malformed(`trees.setItems[${trees.setStart[set]! + 2 * i}]`, 'ascending limits', limit)
    }
    last = limit
  })
}

function isAscending(items: Int32Array, start: number, end: number, limit: number): boolean {
  for (let i = start; i < end; i++) {
    const low = i === start ? 0 : items[i - 1]! + 1
    if (items[i]! < low || items[i]! >= limit) return false
  }
  return true
}

function checkLinear(linear: LinearLeaves, leaves: number, features: number): void {
  if (linear.termStart.length !== leaves + 1) {
    throw malformed('trees.linear.termStart', `${leaves + 1} numbers`, linear.termStart.length)
  }
  checkStarts(linear.termStart, linear.feature.length, 'linear.termStart')
  linear.feature.forEach((feature, i) => {
    if (feature < 0 || feature >= features) {
      throw malformed(`trees.linear.feature[${i}]`, `0 to ${features - 1}`, feature)
    }
  })
}

/** Checks running totals from 0 to `end`. */
function checkStarts(starts: Int32Array, end: number, name: string): void {
  for (let i = 1; i < starts.length; i++) {
    if (starts[i]! < starts[i - 1]!) throw malformed(`trees.${name}[${i}]`, `${starts[i - 1]} or more`, starts[i])
  }
  if (starts[0] !== 0 || starts.at(-1) !== end) throw malformed(`trees.${name}`, `0 to ${end}`, starts.at(-1))
}

function checkValues(values: Float64Array, name: string, expected: string, isLegal: (value: number) => boolean): void {
  const wrong = values.findIndex((value) => !isLegal(value))
  if (wrong !== -1) throw malformed(`trees.${name}[${wrong}]`, expected, values[wrong])
}

function isCount(value: number): boolean {
  return value >= 0 && value < Infinity
}

/**
 * Checks that child arrays describe one tree: every node and leaf is reached exactly once from node 0. Their ranges must have been
 * checked; the keys are for messages. No recursion; time and memory are linear in the nodes.
 */
export function checkTreeShape(
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  where: Where,
  [leftKey, rightKey]: readonly [string, string],
): void {
  const nodes = left.length
  const root = nodes + 1 // leaves have the numbers before it, as c = -(nodes + 1) … -1 becomes 0 … nodes
  const reached = new Uint8Array(2 * nodes + 1)
  reached[root] = 1
  let parentsComeFirst = true
  for (let node = 0; node < nodes; node++) {
    const l = left[node]!
    const r = right[node]!
    if (reached[root + l] === 1) throw malformed(`${where()}.${leftKey}[${node}]`, 'each node and leaf once', l)
    reached[root + l] = 1
    if (reached[root + r] === 1) throw malformed(`${where()}.${rightKey}[${node}]`, 'each node and leaf once', r)
    reached[root + r] = 1
    if ((l >= 0 && l <= node) || (r >= 0 && r <= node)) parentsComeFirst = false
  }
  // 2n distinct children without the root: every node and leaf has one parent. If parents come first there is no cycle;
  // otherwise some nodes may form a cycle outside the tree.
  const found = parentsComeFirst ? nodes : countBelowRoot(left, right)
  if (found < nodes) throw malformed(where(), `${nodes} nodes below the root`, found)
}

function countBelowRoot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const pending = [0]
  let nodes = 0
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes++
    for (const child of [left[node]!, right[node]!]) if (child >= 0) pending.push(child)
  }
  return nodes
}
