import { log } from '../../../math/log.ts'
import { splitDecision } from '../../form/scoring-rules.ts'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { conditionBytes, passRows } from './bitvector/conditions.ts'
import { planesOf } from './bitvector/programs.ts'
import { byteColumnCount } from './codes.ts'
import type { SplitColumns } from './columns.ts'
import { mostLeavesOf, tableSize, treeBytes } from './table/table-layout.ts'
import { countTreelets } from './treelets/treelet-blocks.ts'

export function countWork({ trees, numberOfFeatures }: TreeEnsemble, columns: SplitColumns) {
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
  const linearBytes = trees.linear === null ? 0 : 16 * (numberOfFeatures + 1) * passRows + 32 * codes
  // Half of the splits share their limit with others, but not missing side or orientation; a third have splits below both children.
  const conditions = Math.min(2 * limits.length, limitOf.length) + (setLimits > 0 ? nodes : 0)
  const combined = setLimits + nodes / 2
  const records = limitOf.length - setLimits + 0.3 * nodes
  return {
    features: numberOfFeatures,
    trees: root.length,
    nodes,
    columns: columns.feature.length,
    /** Levels of all trees together, if they were balanced. */
    levels,
    mostLeaves: mostLeavesOf(trees),
    linearTrees: trees.linear === null ? 0 : root.length,
    /** Number of limits of the tree with the most, and of the column with the most. */
    mostTreeLimits,
    mostColumnLimits,
    walkBytes: 32 * limitOf.length,
    tableBytes: tableSize(trees, columns),
    /** Number of 16-byte vectors and-ed for a row. */
    tableVectors: (columns.feature.length * root.length * treeBytes(trees)) / 16,
    byteColumns: byteColumnCount(columns),
    comparesOnly: trees.decision.every((decision) => decision < splitDecision.inBitset),
    treeletsBytes: treelets.bytes,
    mostTreeletBytes: treelets.mostTreeBytes,
    /** Number of vectors and-ed for the crowns of a row, and of treelets that it passes after them. */
    crownVectors: (columns.feature.length * root.length) / 8,
    steps: treelets.steps,
    conditions,
    /** Number of conditions that enter combined ones. */
    combined,
    records,
    bitvectorBytes: Math.round(
      conditions * conditionBytes + 4 * (combined + 2 * records + nodes) + 10 * codes + linearBytes,
    ),
  }
}

/**
 * Amount of work that each kernel would have with a model, counted or estimated without building its tables. The cost functions beside the
 * kernels turn it into nanoseconds on one core of a server of 2024 (Zen 5), to within 20 %; only the ratios of costs choose the kernel.
 */
export type Work = Readonly<ReturnType<typeof countWork>>

/** Bytes in MB, for messages. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
