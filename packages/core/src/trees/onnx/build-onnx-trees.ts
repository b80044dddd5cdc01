import { malformed } from '@riftline/base'
import { createColumn, type TreesBuilder } from '../form/build-trees.ts'
import { layOutTree, type SplitTest } from '../form/lay-out-tree.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { below, float32Below, integerRanges, rangesOf } from '../form/sets.ts'
import type { Trees } from '../form/tree-ensemble.ts'
import { isSmallSet, type OnnxTrees } from './onnx-trees.ts'

/** Facts of the model that building its trees needs. */
export interface OnnxFrame {
  readonly precision: 'float32' | 'double'
  /** Register that holds each column of the ensemble's input. */
  readonly registers: readonly number[]
  readonly builder: TreesBuilder
}

/** Trees whose leaves have no values yet; `leaves` are all of them, tree after tree, by their numbers in `OnnxTrees`. */
export interface BuiltTrees {
  readonly trees: Trees
  readonly leaves: Int32Array
}

/** Most visits of a node, a member of a set or an entry of a leaf, on average: one with several parents is copied for each. */
const mostCopies = 3

/**
 * Builds the trees one after another. A node with several parents is copied for each. LightGBM's converter writes a set of categories as a
 * chain of `EQ` nodes with one true child; such a chain becomes a single node.
 */
export function buildOnnxTrees(trees: OnnxTrees, frame: OnnxFrame): BuiltTrees {
  const { start } = trees.entries
  let left = mostCopies * trees.size
  function visit(n: number): void {
    left -= Math.max(1, trees.members(n).length + start[n + 1]! - start[n]!)
    if (left < 0)
      throw malformed(trees.path, 'trees without cycles, and few nodes with several parents', 'a cycle, or too many')
  }
  const all = createColumn((length) => new Int32Array(length))
  for (const root of trees.roots) {
    const { leaves, record } = layOutTree(root, (n) => {
      visit(n)
      if (trees.mode(n) === 'LEAF') return null
      const { last, ...sets } = collectSets(trees, n, frame, visit)
      return { test: testOf(trees, n, sets, frame), first: trees.whenTrue(n), second: trees.whenFalse(last) }
    })
    all.append(leaves)
    const leafNumber = leaves.map(trees.leafNumber)
    const leafValue = new Float64Array(leaves.length)
    frame.builder.addTree(0, { ...record, leafValue, leafNumber, linear: null, counts: null })
  }
  return { trees: frame.builder.finish(), leaves: all.finish() }
}

/**
 * Follows a chain of `EQ` nodes on one column with one true child; returns its values, whether missing cells belong, and its last node.
 * ONNX Runtime folds neighbours with integers from 1 to the bits of its type into the first of them, which alone says where missing cells go.
 */
function collectSets(trees: OnnxTrees, n: number, { precision }: OnnxFrame, visit: (n: number) => void) {
  const values = [trees.value(n)]
  let tracks = trees.tracks(n)
  let last = n
  if (trees.mode(n) !== 'EQ') return { values, tracks, last }
  const most = precision === 'float32' ? 32 : 64
  const mayFold = (value: number) => Number.isInteger(value) && value >= 1 && value <= most
  for (;;) {
    const next = trees.whenFalse(last)
    const continues =
      trees.mode(next) === 'EQ' &&
      trees.feature(next) === trees.feature(n) &&
      trees.whenTrue(next) === trees.whenTrue(n)
    if (!continues) return { values, tracks, last }
    visit(next)
    const isFolded = mayFold(trees.value(last)) && mayFold(trees.value(next))
    last = next
    values.push(trees.value(last))
    tracks ||= !isFolded && trees.tracks(last)
  }
}

interface Sets {
  readonly values: readonly number[]
  readonly tracks: boolean
}

/**
 * Test of a node: `<` becomes `<=` the next smaller number, and `>`, `>=` and `!=` exchange the children. Missing cells pass only if the node
 * tracks them, but always pass `!=`.
 */
function testOf(
  trees: OnnxTrees,
  n: number,
  { values, tracks }: Sets,
  { precision, registers, builder }: OnnxFrame,
): SplitTest {
  const column = trees.feature(n)
  const feature = registers[column]
  if (feature === undefined) {
    throw malformed(`${trees.path}.nodes_featureids[${n}]`, `0 to ${registers.length - 1}`, column)
  }
  const mode = trees.mode(n)
  if (mode !== 'MEMBER' && values.some(Number.isNaN)) {
    throw malformed(`${trees.path}.nodes_values`, 'a number in a node that is no leaf', Number.NaN)
  }
  const inRanges = (limits: ArrayLike<number>, isExchanged: boolean): SplitTest => {
    const { decision, set } = builder.addRanges(limits)
    return { feature, decision, threshold: set, isExchanged }
  }
  /** `cell <= threshold`, or its negation. */
  const compare = (threshold: number | null, isExchanged: boolean): SplitTest => {
    if (threshold === null) return inRanges(tracks !== isExchanged ? [Infinity] : [], isExchanged)
    const missingPasses = tracks !== isExchanged
    const decision = missingPasses ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
    return { feature, decision, threshold, isExchanged }
  }
  const before = (value: number): number | null => {
    if (value === -Infinity) return null
    return precision === 'float32' ? float32Below(value) : below(value)
  }
  const value = values[0]!
  switch (mode) {
    case 'LEQ':
      return compare(value, false)
    case 'GT':
      return compare(value, true)
    case 'LT':
      return compare(before(value), false)
    case 'GTE':
      return compare(before(value), true)
    case 'EQ':
      return inRanges(equalRanges(trees, values, precision, tracks), false)
    case 'NEQ':
      return inRanges(equalRanges(trees, values, precision, false), true)
    default: {
      const members = trees.members(n)
      if (isSmallSet(members)) return inRanges(equalRanges(trees, members, precision, tracks), false)
      return inRanges(integerRanges(members, -1, tracks), false)
    }
  }
}

/** Limits of a set of numbers; infinities are refused, as a range around them has no end. */
function equalRanges(
  { path }: OnnxTrees,
  values: readonly number[],
  precision: OnnxFrame['precision'],
  tracks: boolean,
): ArrayLike<number> {
  const infinite = values.find((value) => !Number.isFinite(value))
  if (infinite === undefined) return rangesOf(values, precision, tracks)
  throw malformed(`${path}.nodes_values`, 'a finite number to be equal to', infinite)
}
