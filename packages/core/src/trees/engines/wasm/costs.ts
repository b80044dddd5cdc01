import { log } from '../../../math/log.ts'
import { splitDecision } from '../../form/scoring-rules.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { blockRows, conditionBytes } from './bitvector/conditions.ts'
import { planesOf } from './bitvector/programs.ts'
import { byteColumnCount } from './codes.ts'
import type { Columns } from './columns.ts'
import { mostLeavesOf, tableSize, treeBytes } from './table/table-layout.ts'
import { countTreelets } from './treelets/treelets-kernel.ts'

/*
 * What calls cost, predicted in nanoseconds on one core of a server of 2024 (Zen 5): sums of what the kernels do, each with
 * the factor that fits measurements of a dozen models from 20 × 2 to 1000 × 31 and 100 × 255 leaves to within 20 %. Kernels
 * are chosen by the ratios.
 */

/** What kernels have to do, counted or nearly so, without building their tables. */
export interface Work {
  readonly features: number
  readonly trees: number
  readonly nodes: number
  readonly columns: number
  /** Levels that walks go down, over all trees, if these were balanced. */
  readonly levels: number
  readonly mostLeaves: number
  /** Trees whose leaves are functions of the row. */
  readonly linearTrees: number
  /** Limits of the tree, and of the column, that has most. */
  readonly mostTreeLimits: number
  readonly mostColumnLimits: number
  readonly walkBytes: number
  readonly tableBytes: number
  /** Vectors of 16 bytes that are and-ed for a row. */
  readonly tableVectors: number
  readonly byteColumns: number
  readonly conditions: number
  /** Conditions that others are combined of. */
  readonly combined: number
  readonly records: number
  readonly bitvectorBytes: number
  /** All splits compare a number. */
  readonly comparesOnly: boolean
  readonly treeletsBytes: number
  readonly mostTreeletBytes: number
  /** Vectors that are and-ed for the crowns of a row, and the treelets that it then goes through. */
  readonly crownVectors: number
  readonly steps: number
}

export function countWork({ trees, numberOfFeatures }: TreeEnsemble, columns: Columns): Work {
  const { root, firstNode, firstLeaf, feature } = trees
  const { firstLimit, limits, limitOf, setLimits, start } = columns
  let levels = 0
  let codes = 0
  let mostTreeLimits = 0
  for (let t = 0; t < root.length; t++) {
    const leaves = firstLeaf[t + 1]! - firstLeaf[t]!
    levels += log(leaves) / Math.LN2
    codes += 1 << planesOf(leaves)
    mostTreeLimits = Math.max(mostTreeLimits, firstLimit[firstNode[t + 1]!]! - firstLimit[firstNode[t]!]!)
  }
  let mostColumnLimits = 0
  for (let c = 0; c + 1 < start.length; c++) mostColumnLimits = Math.max(mostColumnLimits, start[c + 1]! - start[c]!)

  const nodes = feature.length
  const treelets = countTreelets(trees, columns)
  const linearBytes = trees.linear === null ? 0 : 16 * (numberOfFeatures + 1) * blockRows + 32 * codes
  // Half of the splits share a limit but not its missing side or orientation with others; a third goes on on both sides.
  const conditions = Math.min(2 * limits.length, limitOf.length) + (setLimits > 0 ? nodes : 0)
  const combined = setLimits + nodes / 2
  const records = limitOf.length - setLimits + 0.3 * nodes
  return {
    features: numberOfFeatures,
    trees: root.length,
    nodes,
    columns: columns.feature.length,
    levels,
    mostLeaves: mostLeavesOf(trees),
    linearTrees: trees.linear === null ? 0 : root.length,
    mostTreeLimits,
    mostColumnLimits,
    walkBytes: 32 * limitOf.length,
    tableBytes: tableSize(trees, columns),
    tableVectors: (columns.feature.length * root.length * treeBytes(trees)) / 16,
    byteColumns: byteColumnCount(columns),
    comparesOnly: trees.decision.every((decision) => decision < splitDecision.inBitset),
    treeletsBytes: treelets.bytes,
    mostTreeletBytes: treelets.mostTreeBytes,
    crownVectors: (columns.feature.length * root.length) / 8,
    steps: treelets.steps,
    conditions,
    combined,
    records,
    bitvectorBytes: Math.round(
      conditions * conditionBytes + 4 * (combined + 2 * records + nodes) + 10 * codes + linearBytes,
    ),
  }
}

/** One row by walks. */
export function walkCost(work: Work): number {
  const { features, columns, trees, levels } = work
  return 40 + 1.5 * features + 1.2 * columns + 2 * trees + 1.4 * levels + linearCost(work)
}

/** Terms of the leaves of one row, whichever kernel finds them. */
function linearCost({ linearTrees }: Work): number {
  return 2.2 * linearTrees
}

/** One row by table, which is slower to read where it does not fit the processor's second or third cache. */
export function tableCost(work: Work): number {
  const { features, columns, trees, tableVectors, tableBytes } = work
  const vector = tableBytes < 2 ** 20 ? 0.25 : tableBytes < 2 ** 24 ? 0.4 : 0.8
  return 40 + 1.5 * features + 2 * columns + 0.8 * trees + vector * tableVectors + linearCost(work)
}

/** One row by treelets: the table of the crowns, then steps, the last of which wait for one another. */
export function treeletsCost(work: Work): number {
  const { byteColumns, trees, crownVectors, steps, treeletsBytes } = work
  const [vector, step] = treeletsBytes < 2 ** 20 ? [0.3, 3.7] : [0.4, 4.7]
  return 60 + 3.5 * byteColumns + 2 * trees + vector * crownVectors + step * steps + linearCost(work)
}

/** By bit vectors: one row of a pass … */
export function bitvectorRowCost(work: Work): number {
  const { features, byteColumns, trees } = work
  return 5 + 0.7 * features + 0.5 * byteColumns + 0.3 * trees + linearCost(work)
}

/** … and what a pass over up to 128 rows takes, however many they are … */
export function narrowPassCost({ byteColumns, conditions, combined, records, nodes, trees }: Work): number {
  return 30 + 36 * byteColumns + 0.1 * conditions + 0.3 * combined + 0.7 * (records + nodes) + 22 * trees
}

/** … or one over 512. */
export function widePassCost({ byteColumns, conditions, combined, records, nodes, trees }: Work): number {
  return 30 + 110 * byteColumns + 2 * conditions + 0.55 * combined + 1.4 * (records + nodes) + 30 * trees
}
