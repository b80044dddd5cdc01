import { splitDecision } from '../form/split.ts'
import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import { type CellCollector, type Cells, collectCells } from './cells.ts'
import { planSets, type SetPlan, setPlacer } from './graph-sets.ts'
import { limitOf, missingGoesLeft, zeroIsMissing } from './node-test.ts'

/**
 * Every decision of an ensemble as tests `cell <= limit`; `yes` and `no` name a test, or leaf `~c` when negative. A
 * comparison is one test, a set one or several (graph-sets.ts). Nodes keep their order and the tests of a node are
 * consecutive, its entry first, so a test comes before those below it.
 */
export interface GraphTests {
  readonly cells: Cells
  readonly limit: Float64Array
  readonly cell: Int32Array
  readonly yes: Int32Array
  readonly no: Int32Array
  /** Where in `maskWords` the set of a test begins, 0 for none; null when no test has a mask. */
  readonly mask: Int32Array | null
  /** Entry of each tree. */
  readonly root: Int32Array
}

/** Time and memory are proportional to the nodes and set items of the ensemble, whose nodes share no sets. */
export function expandTests(ensemble: TreeEnsemble): GraphTests {
  const { left, right, root, setStart } = ensemble.trees
  const plan = setStart.length > 1 ? planSets(ensemble.trees) : null
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

/** Limit and cell of every node that compares. */
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
    limit[test] = limitOf(threshold[node]!, precision)
    cell[test] = collector.numberCell(feature[node]!, missingGoesLeft(trees, node), zeroIsMissing(trees, node))
  }
}
