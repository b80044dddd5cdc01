import { malformed } from '@riftline/base'
import type { CategorySet, LinearLeaf, TreeRecord, TreesBuilder } from '../form/build-trees.ts'
import { checkTreeShape } from '../form/check-trees.ts'
import type { SplitDecision } from '../form/scoring-rules.ts'
import { maximumLeaves, missingTypes, numericalDecision } from './header.ts'

/** Lines `key=value` of one tree of model.txt. If two lines have the same key the last one counts, as in LightGBM. */
interface TreeLines {
  readonly index: number
  readonly lines: ReadonlyMap<string, string>
}

/**
 * Adds one tree of model.txt. Its node n is node n of the file. Memory for `num_leaves` is allocated only after the line of leaf
 * values has been found long enough.
 */
export function readTextTree(tree: TreeLines, features: number, output: number, builder: TreesBuilder): void {
  const leaves = readInteger(tree, 'num_leaves', 1, maximumLeaves)
  proveLength(tree, 'leaf_value', leaves)
  const nodes = leaves - 1
  const leafValue = readDoubles(tree, 'leaf_value', leaves, 'any')
  const splits = nodes > 0 ? readSplits(tree, nodes, features, builder) : noSplits
  // A tree's only leaf needs no count, and had none before LightGBM 4.6.
  const leaf = readCounts(tree, 'leaf_count', leaves) ?? (nodes === 0 ? [0] : null)
  const node = readCounts(tree, 'internal_count', nodes) ?? (nodes === 0 ? [] : null)
  const isLinear = tree.lines.has('is_linear') && readInteger(tree, 'is_linear', 0, 1) === 1
  const linear = isLinear ? readLinearLeaves(tree, leaves, features) : null
  const counts = leaf === null || node === null ? null : { node, leaf }
  builder.addTree(output, { ...splits, leafValue, linear, counts })
}

/** Reads counts; null if they are absent, or if some is negative because it overflowed in LightGBM. */
function readCounts(tree: TreeLines, key: 'leaf_count' | 'internal_count', count: number): Float64Array | null {
  if (!hasValue(tree, key)) return null
  const counts = readIntegers(tree, key, count, -(2 ** 53), 2 ** 53)
  return counts.every((one) => one >= 0) ? counts : null
}

type Splits = Pick<TreeRecord, 'feature' | 'decision' | 'threshold' | 'left' | 'right'>

const noSplits: Splits = { feature: [], decision: [], threshold: [], left: [], right: [] }

function readSplits(tree: TreeLines, nodes: number, features: number, builder: TreesBuilder): Splits {
  const feature = readIntegers(tree, 'split_feature', nodes, 0, features - 1)
  const threshold = readDoubles(tree, 'threshold', nodes, 'no NaN')
  const left = readIntegers(tree, 'left_child', nodes, ~nodes, nodes - 1)
  const right = readIntegers(tree, 'right_child', nodes, ~nodes, nodes - 1)
  checkTreeShape(left, right, () => `$.Tree=${tree.index}`, ['left_child', 'right_child'])
  const types = tree.lines.has('decision_type') ? readIntegers(tree, 'decision_type', nodes, 0, 15) : []
  const sets = readCategorySets(tree, nodes)
  const decision: SplitDecision[] = []
  for (let n = 0; n < nodes; n++) {
    const bits = types[n] ?? 0
    if ((bits & categoricalBit) !== 0) {
      const stored = addCategorySet(tree, n, threshold[n]!, sets, builder)
      decision.push(stored.decision)
      threshold[n] = stored.set
    } else {
      const missing = missingTypes[bits >> 2]
      if (missing === undefined) {
        throw malformed(`${pathOfLine(tree, 'decision_type')}[${n}]`, 'missing type 0, 1 or 2', bits)
      }
      decision.push(numericalDecision(missing, (bits & defaultLeftBit) !== 0))
    }
  }
  return { feature, decision, threshold, left, right }
}

const categoricalBit = 1
const defaultLeftBit = 2

/** Bitsets of one tree: set s is the words `boundaries[s]` … `boundaries[s + 1] - 1`. */
interface CategorySets {
  readonly boundaries: Float64Array
  readonly words: Int32Array
  /** Flags of sets: 1 for a set that already belongs to a node. */
  readonly taken: Uint8Array
}

/** Reads the sets in `cat_boundaries` and `cat_threshold`; null for a tree without categorical splits. */
function readCategorySets(tree: TreeLines, nodes: number): CategorySets | null {
  const sets = tree.lines.has('num_cat') ? readInteger(tree, 'num_cat', 0, nodes) : 0
  if (sets === 0) return null
  proveLength(tree, 'cat_boundaries', sets + 1)
  const boundaries = readIntegers(tree, 'cat_boundaries', sets + 1, 0, 2 ** 31 - 1)
  for (let s = 0; s <= sets; s++) {
    const least = s === 0 ? 0 : boundaries[s - 1]!
    if (boundaries[s]! < least || (s === 0 && boundaries[s] !== 0)) {
      throw malformed(`${pathOfLine(tree, 'cat_boundaries')}[${s}]`, 'boundaries that ascend from 0', boundaries[s])
    }
  }
  const length = boundaries[sets]!
  proveLength(tree, 'cat_threshold', length)
  const words = Int32Array.from(readIntegers(tree, 'cat_threshold', length, 0, 2 ** 32 - 1))
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
  const constants = readDoubles(tree, 'leaf_const', leaves, 'any')
  const terms = readIntegers(tree, 'num_features', leaves, 0, 2 ** 24)
  const total = terms.reduce((sum, count) => sum + count, 0)
  proveLength(tree, 'leaf_features', total)
  const columns = readIntegers(tree, 'leaf_features', total, 0, features - 1)
  proveLength(tree, 'leaf_coeff', total)
  const coefficients = readDoubles(tree, 'leaf_coeff', total, 'any')
  let end = 0
  return Array.from(constants, (constant, leaf) => {
    const start = end
    end += terms[leaf]!
    return { constant, features: columns.slice(start, end), coefficients: coefficients.slice(start, end) }
  })
}

/** Whether a line is present and not blank. */
function hasValue({ lines }: TreeLines, key: string): boolean {
  return (lines.get(key) ?? '').trim() !== ''
}

function lineText(tree: TreeLines, key: string): string {
  const text = tree.lines.get(key)
  if (text === undefined) throw malformed(pathOfLine(tree, key), 'a line', undefined)
  return text
}

function pathOfLine(tree: TreeLines, key: string): string {
  return `$.Tree=${tree.index}.${key}`
}

/** Checks that a line is long enough for `count` numbers before memory is allocated: each has a digit and a blank. */
function proveLength(tree: TreeLines, key: string, count: number): void {
  const { length } = lineText(tree, key)
  if (length + 1 < 2 * count) throw malformed(pathOfLine(tree, key), `${count} numbers`, `${length} characters`)
}

function readInteger(tree: TreeLines, key: string, minimum: number, maximum: number): number {
  return readIntegers(tree, key, 1, minimum, maximum)[0]!
}

/** Reads the integers of a line, `count` from `minimum` to `maximum`. */
function readIntegers(tree: TreeLines, key: string, count: number, minimum: number, maximum: number): Float64Array {
  const parse = (text: string, from: number, to: number): number | undefined => {
    const value = parseInteger(text, from, to)
    return value >= minimum && value <= maximum ? value : undefined
  }
  return readNumbers(tree, key, count, parse, `an integer from ${minimum} to ${maximum}`)
}

/** Parses digits after an optional minus; NaN for anything else. */
function parseInteger(text: string, from: number, to: number): number {
  const sign = text[from] === '-' ? -1 : 1
  const first = sign === -1 ? from + 1 : from
  let value = first < to ? 0 : Number.NaN
  for (let at = first; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    value = digit >= 0 && digit <= 9 ? 10 * value + digit : Number.NaN
  }
  return sign * value + 0
}

/** Reads `count` numbers of a line; NaN only if allowed. -0 becomes 0, as in Python's dump. */
function readDoubles(tree: TreeLines, key: string, count: number, allowed: 'any' | 'no NaN'): Float64Array {
  const isPlain = /^[0-9.e+ -]*$/i.test(lineText(tree, key))
  const parse = (text: string, from: number, to: number): number | undefined => {
    const token = text.slice(from, to)
    const value = isPlain ? Number(token) : toNumber(token)
    const isLegal = !Number.isNaN(value) || (allowed === 'any' && /^[+-]?nan(\([a-z0-9_]*\))?$/i.test(token))
    return isLegal && token !== '' ? value + 0 : undefined
  }
  return readNumbers(tree, key, count, parse, allowed === 'any' ? 'a number' : 'a number other than NaN')
}

/** Parses a decimal number or infinity, as C spells them; NaN for anything else. */
function toNumber(token: string): number {
  if (/^[+-]?inf(inity)?$/i.test(token)) return token.startsWith('-') ? -Infinity : Infinity
  return /^[0-9.e+-]+$/i.test(token) ? Number(token) : Number.NaN
}

/** Reads a line of `count` numbers, which blanks separate. */
function readNumbers(
  tree: TreeLines,
  key: string,
  count: number,
  parse: (text: string, from: number, to: number) => number | undefined,
  expected: string,
): Float64Array {
  const text = lineText(tree, key)
  const numbers = new Float64Array(count)
  let at = skipBlanks(text, 0)
  for (let i = 0; i < count; i++) {
    const blank = text.indexOf(' ', at)
    const end = blank === -1 ? text.length : blank
    const value = parse(text, at, end)
    if (value === undefined) {
      throw malformed(`${pathOfLine(tree, key)}[${i}]`, expected, text.slice(at, Math.min(end, at + 60)))
    }
    numbers[i] = value
    at = skipBlanks(text, end)
  }
  if (at < text.length) throw malformed(pathOfLine(tree, key), `${count} numbers`, `more: ${text.slice(at, at + 40)}`)
  return numbers
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}
