import { type Dump, type DumpLeaf, type DumpNode, type DumpTree, isSplit, nodesOf, thresholdOf } from './dump.ts'
import { numberText } from './if-else.ts'

const missingTypes = { None: 0, Zero: 1, NaN: 2 } as const

/**
 * Writes a dump as LightGBM's model.txt, as far as scoring needs it. The shipped models are dumps, and the C API reads only text.
 * Serves numerical splits only.
 */
export function modelText(dump: Dump): string {
  const header = [
    'tree',
    'version=v4',
    `num_class=${dump.num_class}`,
    `num_tree_per_iteration=${dump.num_tree_per_iteration}`,
    'label_index=0',
    `max_feature_idx=${dump.max_feature_idx}`,
    `objective=${dump.objective}`,
    `feature_names=${dump.feature_names.join(' ')}`,
    `feature_infos=${dump.feature_names.map(() => '[-1:1]').join(' ')}`,
  ]
  const trees = dump.tree_info.flatMap((tree, i) => ['', `Tree=${i}`, ...treeLines(tree)])
  return [...header, ...trees, '', 'end of trees', ''].join('\n')
}

function treeLines(tree: DumpTree): string[] {
  const { splits, leaves } = nodesOf(tree)
  // Both file and dump number the nodes in the order of training, with 0 for the root.
  const bySplit = [...splits].sort((a, b) => a.split_index - b.split_index)
  const byLeaf = [...leaves].sort((a, b) => leafNumber(a) - leafNumber(b))
  if (splits.some(({ decision_type }) => decision_type !== '<='))
    throw new Error('model.txt: categories are not written')
  const line = (key: string, values: readonly (number | string)[]): string => `${key}=${values.join(' ')}`
  return [
    `num_leaves=${leaves.length}`,
    'num_cat=0',
    line(
      'split_feature',
      bySplit.map((node) => node.split_feature),
    ),
    line(
      'threshold',
      bySplit.map((node) => cText(thresholdOf(node))),
    ),
    line(
      'decision_type',
      bySplit.map((node) => (node.default_left ? 2 : 0) + 4 * missingTypes[node.missing_type]),
    ),
    line(
      'left_child',
      bySplit.map((node) => reference(node.left_child)),
    ),
    line(
      'right_child',
      bySplit.map((node) => reference(node.right_child)),
    ),
    line(
      'leaf_value',
      byLeaf.map((leaf) => numberText(leaf.leaf_value)),
    ),
    ...linearLines(byLeaf),
    'shrinkage=1',
  ]
}

function linearLines(leaves: readonly DumpLeaf[]): string[] {
  if (leaves[0]?.leaf_const === undefined) return ['is_linear=0']
  return [
    'is_linear=1',
    `leaf_const=${leaves.map((leaf) => numberText(leaf.leaf_const ?? 0)).join(' ')}`,
    `num_features=${leaves.map((leaf) => leaf.leaf_features?.length ?? 0).join(' ')}`,
    `leaf_features=${leaves.flatMap((leaf) => leaf.leaf_features ?? []).join(' ')}`,
    `leaf_coeff=${leaves.flatMap((leaf) => (leaf.leaf_coeff ?? []).map(numberText)).join(' ')}`,
  ]
}

function reference(node: DumpNode): number {
  return isSplit(node) ? node.split_index : ~leafNumber(node)
}

/** Number of a leaf; the only leaf of a tree has no leaf_index. */
function leafNumber(leaf: DumpLeaf): number {
  return leaf.leaf_index ?? 0
}

function cText(value: number): string {
  return Number.isFinite(value) ? numberText(value) : value > 0 ? 'inf' : '-inf'
}
