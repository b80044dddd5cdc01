import { readFileSync } from 'node:fs'

/** Part of LightGBM's `dump_model()` JSON that the bench reads. The other contestants must not share riftline's parser. */
export interface Dump {
  readonly num_class: number
  readonly num_tree_per_iteration: number
  readonly max_feature_idx: number
  readonly objective: string
  readonly feature_names: readonly string[]
  readonly tree_info: readonly DumpTree[]
}

export interface DumpTree {
  readonly num_leaves: number
  readonly num_cat: number
  readonly shrinkage: number
  readonly tree_structure: DumpNode
}

export type DumpNode = DumpSplit | DumpLeaf

export interface DumpSplit {
  readonly split_index: number
  readonly split_feature: number
  /** Number, or for the decision `==` categories joined by `||`. */
  readonly threshold: number | string
  readonly decision_type: '<=' | '=='
  readonly default_left: boolean
  readonly missing_type: 'None' | 'Zero' | 'NaN'
  readonly left_child: DumpNode
  readonly right_child: DumpNode
}

export interface DumpLeaf {
  readonly leaf_index?: number
  readonly leaf_value: number
  readonly leaf_const?: number
  readonly leaf_features?: readonly number[]
  readonly leaf_coeff?: readonly number[]
}

export function readDump(path: string): Dump {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function isSplit(node: DumpNode): node is DumpSplit {
  return 'split_index' in node
}

/** Threshold of a split; infinite ones are printed as ±1e300. */
export function thresholdOf(node: DumpSplit): number {
  const threshold = node.threshold as number
  return Math.abs(threshold) >= 1e300 ? Math.sign(threshold) * Infinity : threshold
}

export function categoriesOf(node: DumpSplit): number[] {
  return String(node.threshold)
    .split('||')
    .filter((text) => text !== '')
    .map(Number)
}

/** Splits and leaves of a tree, parents first, left before right. */
export function nodesOf(tree: DumpTree): {
  readonly splits: readonly DumpSplit[]
  readonly leaves: readonly DumpLeaf[]
} {
  const splits: DumpSplit[] = []
  const leaves: DumpLeaf[] = []
  const open: DumpNode[] = [tree.tree_structure]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSplit(node)) {
      splits.push(node)
      open.push(node.right_child, node.left_child)
    } else leaves.push(node)
  }
  return { splits, leaves }
}

/** Whether leaves are linear functions of the row. */
export function isLinear(dump: Dump): boolean {
  return dump.tree_info.some((tree) => nodesOf(tree).leaves.some(({ leaf_const }) => leaf_const !== undefined))
}
