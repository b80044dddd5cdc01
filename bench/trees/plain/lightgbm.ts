import type { Scorer } from '../contestants/contestant.ts'
import { categoriesOf, type DumpLeaf, nodesOf, readDump, thresholdOf } from '../models/dump.ts'
import type { Problem } from '../problem.ts'
import { rowScorer } from './row-scorer.ts'

interface Split {
  readonly split_feature: number
  readonly threshold: number
  readonly categories?: ReadonlySet<number>
  readonly default_left: boolean
  readonly missing_type: string
  readonly left_child: Split | DumpLeaf
  readonly right_child: Split | DumpLeaf
}

const zeroThreshold = Math.fround(1e-35)

/** Walks the objects of a LightGBM dump. */
export function lightgbmScorer({ model, features, outputs }: Problem): Scorer {
  const dump = readDump(model)
  for (const tree of dump.tree_info) for (const split of nodesOf(tree).splits) Object.assign(split, parsed(split))
  const roots = dump.tree_info.map((tree) => tree.tree_structure as unknown as Split | DumpLeaf)
  return rowScorer(features, outputs, (rows, from, scores, at) => {
    for (let k = 0; k < outputs; k++) scores[at + k] = 0
    for (let t = 0; t < roots.length; t++) scores[at + (t % outputs)]! += treeOutput(roots[t]!, rows, from)
  })
}

/** Thresholds and category sets in the form that the walk reads. */
function parsed(split: Parameters<typeof thresholdOf>[0]): Partial<Split> {
  if (split.decision_type === '==') return { categories: new Set(categoriesOf(split)) }
  return { threshold: thresholdOf(split) }
}

function treeOutput(root: Split | DumpLeaf, rows: Float64Array, from: number): number {
  let node = root
  while (!('leaf_value' in node)) {
    node = goesLeft(node, rows[from + node.split_feature]!) ? node.left_child : node.right_child
  }
  return node.leaf_const === undefined ? node.leaf_value : linearOutput(node, rows, from)
}

function goesLeft(node: Split, cell: number): boolean {
  if (node.categories !== undefined) return node.categories.has(Math.trunc(cell))
  let value = cell >= -zeroThreshold && cell <= zeroThreshold ? 0 : cell
  if (Number.isNaN(value)) {
    if (node.missing_type === 'NaN') return node.default_left
    value = 0
  }
  if (value === 0 && node.missing_type === 'Zero') return node.default_left
  return value <= node.threshold
}

function linearOutput(leaf: DumpLeaf, rows: Float64Array, from: number): number {
  const features = leaf.leaf_features!
  let sum = leaf.leaf_const!
  for (let i = 0; i < features.length; i++) {
    const value = rows[from + features[i]!]!
    if (Number.isNaN(value)) return leaf.leaf_value
    sum += leaf.leaf_coeff![i]! * value
  }
  return sum
}
