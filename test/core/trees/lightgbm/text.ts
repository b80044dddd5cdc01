import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Text of the model.txt beside a fixture. */
export function fixtureText(name: string): string {
  const file = new URL(`../../../fixtures/lightgbm/${name}.txt.gz`, import.meta.url)
  return gunzipSync(readFileSync(file)).toString()
}

type Lines = Record<string, string | undefined>

function linesOf(lines: Lines): string {
  const present = Object.entries(lines).filter(([, value]) => value !== undefined)
  return present.map(([key, value]) => (value === '' ? `${key}\n` : `${key}=${value}\n`)).join('')
}

/** Lines of a stump: left leaf 0 has value -1, right leaf 1 has value 1. An undefined value leaves its line out. */
export function textStump(lines: Lines = {}): Lines {
  return {
    num_leaves: '2',
    num_cat: '0',
    split_feature: '0',
    split_gain: '1',
    threshold: '0.5',
    decision_type: '2',
    left_child: '-1',
    right_child: '-2',
    leaf_value: '-1 1',
    leaf_weight: '1 1',
    leaf_count: '3 4',
    internal_value: '0',
    internal_weight: '0',
    internal_count: '7',
    is_linear: '0',
    shrinkage: '0.1',
    ...lines,
  }
}

/** Lines of a tree in which node 0 splits feature 0 and its right child is node 1 on feature 1. */
export function textThreeLeaves(lines: Lines = {}): Lines {
  return textStump({
    num_leaves: '3',
    split_feature: '0 1',
    threshold: '0.5 5.5',
    decision_type: '2 2',
    left_child: '-1 -2',
    right_child: '1 -3',
    leaf_value: '-1 1 2',
    leaf_count: '3 4 5',
    internal_count: '12 9',
    ...lines,
  })
}

/** Text of a model.txt of these trees. A header line whose value is empty has no `=`. */
export function textModel(
  trees: readonly Lines[],
  header: Lines = {},
  end = 'end of trees\n\nfeature_importances:\n',
): string {
  const top = {
    tree: '',
    version: 'v4',
    num_class: '1',
    num_tree_per_iteration: '1',
    label_index: '0',
    max_feature_idx: '1',
    objective: 'binary sigmoid:1',
    feature_names: 'gold kills',
    feature_infos: 'none none',
    tree_sizes: trees.map(() => '300').join(' ') || ' ',
    ...header,
  }
  return `${linesOf(top)}\n${trees.map((tree, i) => `Tree=${i}\n${linesOf(tree)}\n\n`).join('')}${end}`
}
