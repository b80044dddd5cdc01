import { lightgbmOutput } from './lightgbm-output.ts'
import { type Fields, flag, has, list, number, own, type Reference, text, Unreadable, whole } from './reference.ts'

/** Largest magnitude that LightGBM treats as zero. */
const tiny = Math.fround(1e-35)

/** Walks LightGBM's `dump_model()` unchanged: nested objects, one row at a time. */
export function referLightgbm(dump: unknown): Reference {
  const classes = whole(own(dump, 'num_tree_per_iteration'), 'num_tree_per_iteration', 1, Infinity)
  const columns = whole(own(dump, 'max_feature_idx'), 'max_feature_idx', 0, Infinity) + 1
  const trees = list(dump, 'tree_info')
  if (trees.length % classes !== 0) throw new Unreadable('an iteration lacks trees')
  for (const tree of trees) checkTree(tree, columns)
  const averaged = flag(dump, 'average_output')
  const output = lightgbmOutput(has(dump, 'objective') ? text(dump, 'objective') : null)

  return {
    numberOfFeatures: columns,
    numberOfOutputs: classes,
    numberOfTrees: trees.length,
    score(cells) {
      const row = Array.from(cells, (cell) => (Math.abs(cell) <= tiny ? 0 : cell))
      const leaves = trees.map((tree) => walk(own(tree, 'tree_structure'), row))
      const raw = new Array<number>(classes).fill(0)
      leaves.forEach((leaf, i) => {
        raw[i % classes] = (raw[i % classes] as number) + leafOutput(leaf, row)
      })
      const used = trees.length / classes
      return {
        raw,
        prediction: output(averaged ? raw.map((sum) => sum / used) : raw),
        leaf: leaves.map((leaf) => (has(leaf, 'leaf_index') ? Number(own(leaf, 'leaf_index')) + 0 : 0)),
      }
    },
  }
}

/** Checks that a tree has `num_leaves` leaves with distinct numbers and that every node is readable. */
function checkTree(tree: unknown, columns: number): void {
  const leaves = whole(own(tree, 'num_leaves'), 'num_leaves', 1, Infinity)
  const seen = new Set<number>()
  const waiting = [own(tree, 'tree_structure')]
  const noCells = { length: columns }
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (has(node, 'split_index')) {
      goesLeft(node as Fields, noCells)
      waiting.push(own(node, 'left_child'), own(node, 'right_child'))
      if (seen.size + waiting.length > leaves) throw new Unreadable('more leaves than claimed')
      continue
    }
    const alone = leaves === 1 && !has(node, 'leaf_index')
    const leaf = alone ? 0 : whole(own(node, 'leaf_index'), 'leaf_index', 0, leaves)
    if (seen.has(leaf)) throw new Unreadable('a leaf occurs twice')
    seen.add(leaf)
    number(own(node, 'leaf_value'), 'leaf_value')
    if (has(node, 'leaf_const') || has(node, 'leaf_features') || has(node, 'leaf_coeff')) terms(node, columns)
  }
  if (seen.size !== leaves) throw new Unreadable('fewer leaves than claimed')
}

function walk(root: unknown, row: readonly number[]): Fields {
  let node = root as Fields
  while (has(node, 'split_index')) node = own(node, goesLeft(node, row) ? 'left_child' : 'right_child') as Fields
  return node
}

function goesLeft(node: Fields, row: ArrayLike<number>): boolean {
  const value = row[whole(own(node, 'split_feature'), 'split_feature', 0, row.length)] as number
  const type = text(node, 'decision_type')
  if (type === '==') return categories(node).has(Math.trunc(value))
  if (type !== '<=') throw new Unreadable(`decision_type ${type}`)
  const defaultLeft = flag(node, 'default_left')
  switch (text(node, 'missing_type')) {
    case 'None':
      return (Number.isNaN(value) ? 0 : value) <= threshold(node)
    case 'Zero':
      return Number.isNaN(value) || value === 0 ? checked(defaultLeft, node) : value <= threshold(node)
    case 'NaN':
      return Number.isNaN(value) ? checked(defaultLeft, node) : value <= threshold(node)
    default:
      throw new Unreadable('missing_type')
  }
}

function checked(side: boolean, node: Fields): boolean {
  threshold(node)
  return side
}

/** The dump clamps infinite thresholds to ±1e300; model.txt has them `as_written`. */
function threshold(node: Fields): number {
  const value = own(node, 'threshold')
  if (typeof value !== 'number' || Number.isNaN(value)) throw new Unreadable('threshold')
  if (has(node, 'as_written')) return value
  return Math.abs(value) >= 1e300 ? Math.sign(value) * Infinity : value
}

/** Categories are int32, so a larger cell is in no set. A `Set` treats -0 as 0, and this one has no NaN. */
function categories(node: Fields): Set<number> {
  const words = text(node, 'threshold')
  return new Set(words === '' ? [] : words.split('||').map(category))
}

function category(word: string): number {
  if (!/^\d+$/.test(word)) throw new Unreadable(`category ${word}`)
  return whole(Number(word), 'a category', 0, 2 ** 31)
}

function terms(leaf: unknown, columns: number): { constant: number; features: number[]; coefficients: number[] } {
  const features = Array.from(list(leaf, 'leaf_features'), (f) => whole(f, 'leaf_features', 0, columns))
  const coefficients = Array.from(list(leaf, 'leaf_coeff'), (factor) => number(factor, 'leaf_coeff'))
  if (features.length !== coefficients.length) throw new Unreadable('leaf_coeff')
  return { constant: number(own(leaf, 'leaf_const'), 'leaf_const'), features, coefficients }
}

function leafOutput(leaf: Fields, row: readonly number[]): number {
  const value = own(leaf, 'leaf_value') as number
  if (!has(leaf, 'leaf_const')) return value
  const { constant, features, coefficients } = terms(leaf, row.length)
  if (features.some((feature) => Number.isNaN(row[feature]))) return value
  return features.reduce((sum, feature, i) => sum + (coefficients[i] as number) * (row[feature] as number), constant)
}
