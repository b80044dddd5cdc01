import { splitDecision } from '../form/scoring-rules.ts'
import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import {
  cellLimit,
  countLimits,
  isCategorical,
  missingGoesLeft,
  putLimits,
  zeroIsMissing,
  zeroLimit,
} from './node-test.ts'

/**
 * Decisions of an ensemble as tests `cell <= limit`; `yes` and `no` name a test, or leaf `~c` when negative. A comparison is
 * one test, a set one or several. Nodes keep their order and the tests of a node are consecutive, its entry first, so a test
 * comes before the tests below it.
 */
export interface GraphTests {
  readonly cells: Cells
  readonly limit: Float64Array
  readonly cell: Int32Array
  readonly yes: Int32Array
  readonly no: Int32Array
  /** Place of each test's set in `maskWords`, 0 for no set; null if no test has a mask. */
  readonly mask: Int32Array | null
  /** First test (entry) of each tree. */
  readonly root: Int32Array
}

/** Expands nodes into tests. Takes time and memory in proportion to the nodes and set items; nodes must not share sets. */
export function expandTests(ensemble: TreeEnsemble): GraphTests {
  const { left, right, root, setStart } = ensemble.trees
  const plan = setStart.length > 1 ? planSets(ensemble) : null
  const count = plan === null ? left.length : plan.entry[left.length]!
  const collector = collectCells(ensemble)
  const limit = new Float64Array(count)
  const cell = new Int32Array(count)
  placeComparisons(ensemble, collector, plan, limit, cell)
  if (plan === null) return { cells: collector.finish(), limit, cell, yes: left, no: right, mask: null, root }

  const target = (child: number) => (child >= 0 ? plan.entry[child]! : child)
  const yes = new Int32Array(count)
  const no = new Int32Array(count)
  const mask = plan.masked ? new Int32Array(count) : null
  const placeSet = setPlacer(ensemble, collector, plan, { limit, cell, yes, no, mask })
  for (let node = 0; node < left.length; node++) {
    yes[plan.entry[node]!] = target(left[node]!)
    no[plan.entry[node]!] = target(right[node]!)
    if (ensemble.trees.decision[node]! >= splitDecision.inBitset) placeSet(node)
  }
  return { cells: collector.finish(), limit, cell, yes, no, mask, root: root.map(target) }
}

/** Writes limit and cell of every node that compares. */
function placeComparisons(
  { trees, precision }: TreeEnsemble,
  collector: CellCollector,
  plan: SetPlan | null,
  limit: Float64Array,
  cell: Int32Array,
): void {
  const { feature, decision, threshold } = trees
  for (let node = 0; node < feature.length; node++) {
    if (decision[node]! >= splitDecision.inBitset) continue
    const test = plan === null ? node : plan.entry[node]!
    limit[test] = cellLimit(threshold[node]!, precision)
    cell[test] = collector.numberCell(feature[node]!, missingGoesLeft(trees, node), zeroIsMissing(trees, node))
  }
}

/*
 * Tests of nodes with sets:
 *
 * - Categories and ranges: a balanced search among the limits of the set, whose ends alternate between the right and the left child.
 *   Several tests lead to each child, so the tree becomes a graph. NaN is within no limit, so it is above all of them.
 * - Categories with a mask: one test; the cell is at most the last category that has a bit, and its bit is set.
 * - Slots: a chain. A slot above 0 leads right; after the last slot comes the left child.
 */

interface SetPlan {
  /** First test of each node, and at the end the number of tests. */
  readonly entry: Int32Array
  readonly masked: boolean
}

/**
 * Chooses masks or searches for bitsets. A mask takes one step instead of log2 n, but makes every step of the ensemble longer by about a
 * half, so bitsets are masks unless their searches would add few tests. Only LightGBM's models have bitsets.
 */
function planSets({ trees, precision }: TreeEnsemble): SetPlan {
  const nodes = trees.decision.length
  const limits = countLimits(trees)
  let added = 0
  for (let node = 0; node < nodes; node++) {
    if (trees.decision[node] === splitDecision.inBitset) added += limits[node + 1]! - limits[node]! - 1
  }
  const masked = added > nodes / 4 && precision === 'float64'
  const entry = new Int32Array(nodes + 1)
  for (let node = 0; node < nodes; node++) {
    const isMask = masked && trees.decision[node] === splitDecision.inBitset
    entry[node + 1] = entry[node]! + (isMask ? 1 : Math.max(limits[node + 1]! - limits[node]!, 1))
  }
  return { entry, masked }
}

/** Returns a function that writes the tests of a node with a set, whose children are in `yes` and `no` of its entry. */
function setPlacer(
  { trees, precision }: TreeEnsemble,
  collector: CellCollector,
  { entry }: SetPlan,
  { limit, cell, yes, no, mask }: Omit<GraphTests, 'cells' | 'root'>,
): (node: number) => void {
  const { feature, decision, threshold, setStart, setItems } = trees
  const slotLimit = cellLimit(0, precision)

  /** Writes tests from `at` on for `limits[low] … limits[high - 1]`; returns the next number. At most 32 levels deep. */
  function search(at: number, limits: Float64Array, low: number, high: number, ends: readonly number[]): number {
    const middle = (low + high) >>> 1
    limit[at] = cellLimit(limits[middle]!, precision)
    let next = at + 1
    yes[at] = low === middle ? ends[low & 1]! : next
    if (low < middle) next = search(next, limits, low, middle, ends)
    no[at] = middle + 1 === high ? ends[high & 1]! : next
    if (middle + 1 < high) next = search(next, limits, middle + 1, high, ends)
    return next
  }

  function placeCategories(node: number, first: number, end: number): void {
    const ends = [no[first]!, yes[first]!]
    const limits = new Float64Array(end - first)
    cell.fill(collector.numberCell(feature[node]!, false, false), first, end)
    const count = putLimits(trees, node, limits, 0)
    if (count > 0) search(first, limits, 0, count, ends)
    else yes[first] = no[first]! // the empty set
  }

  function placeMask(node: number, first: number, start: number, words: number): void {
    limit[first] = 32 * words - 1
    cell[first] = collector.categoryCell(feature[node]!, limit[first]!)
    mask![first] = start + 1
  }

  function placeSlots(kind: number, first: number, end: number, start: number): void {
    const toLeft = yes[first]!
    const toRight = no[first]!
    for (let test = first; test < end; test++) {
      limit[test] = slotLimit
      cell[test] = collector.numberCell(setItems[start + test - first]!, kind === splitDecision.noSlot, false)
      yes[test] = test + 1 < end ? test + 1 : toLeft
      no[test] = toRight
    }
  }

  return (node) => {
    const kind = decision[node]!
    const first = entry[node]!
    const end = entry[node + 1]!
    const start = setStart[threshold[node]!]!
    if (!isCategorical(trees, node)) placeSlots(kind, first, end, start)
    else if (kind === splitDecision.inBitset && mask !== null) {
      placeMask(node, first, start, setStart[threshold[node]! + 1]! - start)
    } else placeCategories(node, first, end)
  }
}

/**
 * Cells that the tests of a graph read: one for each distinct (feature, is zero missing?, does missing go left?) of an
 * ensemble. Every test is `cell <= limit`, which is false for NaN. A last cell, always NaN, serves the leaves.
 */
export interface Cells {
  /** Column of the row, one entry per cell. */
  readonly feature: Int32Array
  /** Largest magnitude that counts as missing, besides NaN; -1 if zero is an ordinary number. */
  readonly missingUpTo: Float64Array
  /** Value that replaces a missing number: -Infinity goes left, NaN right. It is never +Infinity, which models use as a limit. */
  readonly missing: Float64Array
  /** Largest category for which some set has a bit; -1 for a number. */
  readonly lastCategory: Int32Array
}

/** Numbers the cells that an ensemble uses, in order of first use. */
type CellCollector = Readonly<ReturnType<typeof collectCells>>

/** Kinds of cells of one feature: a sum of the first two flags, or a category. */
const missingLeft = 1
const zeroMissing = 2
const categoryKind = 4
const kinds = 5

function collectCells({ numberOfFeatures, precision }: TreeEnsemble) {
  const numbers = new Int32Array(kinds * numberOfFeatures).fill(-1)
  const features: number[] = []
  const kindOf: number[] = []
  const lastCategories: number[] = []

  function cell(feature: number, kind: number): number {
    const key = feature * kinds + kind
    if (numbers[key] === -1) {
      numbers[key] = features.push(feature) - 1
      kindOf.push(kind)
      lastCategories.push(kind === categoryKind ? 0 : -1)
    }
    return numbers[key]!
  }

  return {
    numberCell: (feature: number, missingGoesLeft: boolean, zeroIsMissing: boolean) =>
      cell(feature, (missingGoesLeft ? missingLeft : 0) + (zeroIsMissing ? zeroMissing : 0)),
    categoryCell(feature: number, lastCategory: number) {
      const number = cell(feature, categoryKind)
      lastCategories[number] = Math.max(lastCategories[number]!, lastCategory)
      return number
    },
    finish(): Cells {
      const upTo = zeroLimit(precision)
      return {
        feature: Int32Array.from(features),
        missingUpTo: Float64Array.from(kindOf, (kind) => ((kind & zeroMissing) === zeroMissing ? upTo : -1)),
        missing: Float64Array.from(kindOf, (kind) => ((kind & missingLeft) === missingLeft ? -Infinity : Number.NaN)),
        lastCategory: Int32Array.from(lastCategories),
      }
    },
  }
}
