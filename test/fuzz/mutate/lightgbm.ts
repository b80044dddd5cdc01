import { hostileNumbers } from '../hostile.ts'
import { copyOf, type Json } from '../json.ts'
import type { Random } from '../random.ts'
import { words } from '../words.ts'
import { brief, type Mutation, type Mutations } from './mutation.ts'

type Change = (place: Place, random: Random) => string | null

interface Place {
  readonly document: Json
  readonly tree: Json
  /** Internal nodes, with the root first. */
  readonly nodes: readonly Json[]
  readonly leaves: readonly Json[]
}

/** Nodes and leaves of one tree, each object once, even if damage has made it a graph. */
function survey(document: Json, random: Random): Place | null {
  const trees = document.tree_info
  if (!Array.isArray(trees) || trees.length === 0) return null
  const tree: unknown = random.pick(trees)
  if (!isObject(tree) || !isObject(tree.tree_structure)) return null
  const met = new Set<Json>([tree.tree_structure])
  for (const node of met) {
    if (met.size > 2000) break
    for (const child of [node.left_child, node.right_child]) if (isObject(child)) met.add(child)
  }
  const all = [...met]
  const isNode = (node: Json) => 'split_index' in node
  return { document, tree, nodes: all.filter(isNode), leaves: all.filter((node) => !isNode(node)) }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inTree(change: Change): Mutation {
  return (document, _, random) => {
    const place = survey(document, random)
    return place === null ? null : change(place, random)
  }
}

function inNode(change: (node: Json, random: Random, place: Place) => string | null): Mutation {
  return inTree((place, random) => (place.nodes.length === 0 ? null : change(random.pick(place.nodes), random, place)))
}

function inLeaf(change: (leaf: Json, random: Random, place: Place) => string | null): Mutation {
  return inTree((place, random) =>
    place.leaves.length === 0 ? null : change(random.pick(place.leaves), random, place),
  )
}

const sides = ['left_child', 'right_child'] as const

const categoryTexts = [
  ...words(
    ';0;1||2;0||1||2||3;31||32||33;5||5;7||3;0||2147483647;1000||100000;2047||2048;00;007',
    '2147483647;2147483648',
  ),
  ...words('-1;1.5;1e3;0x10; 1;1 ;1|2;||;1||;||1;99999999999;4294967296;NaN;\u0661'),
  Array.from({ length: 700 }, (_, i) => i * 7).join('||'),
]

const objectives = words(
  'binary;binary sigmoid:1;binary  sigmoid:1;binary sigmoid:0.333333;binary sigmoid:0;binary sigmoid:-1;binary sigmoid:1e999',
  'binary sigmoid:;binary sigmoid:nan;binary sigmoid:2 sigmoid:3;binary sigmoid:1:2;Binary;cross_entropy;cross_entropy_lambda',
  'multiclass;multiclass num_class:0;multiclass num_class:1;multiclass num_class:2;multiclassova num_class:1 sigmoid:1',
  'poisson;gamma;tweedie;tweedie tweedie_variance_power:1.5;regression;regression sqrt;regression_l1 sqrt;huber sqrt',
  'fair sqrt;quantile;mape sqrt;lambdarank;rank_xendcg;custom;none;; ',
)

/** Adds or removes the keys of a linear leaf. */
function relinear(leaf: Json, random: Random, { document }: Place): string {
  if ('leaf_const' in leaf && random.oneIn(3)) {
    delete leaf[random.pick(['leaf_const', 'leaf_features', 'leaf_coeff'])]
    return 'lost a key'
  }
  const columns = typeof document.max_feature_idx === 'number' ? document.max_feature_idx + 1 : 1
  const terms = random.below(4)
  const columnsOf = () => (random.oneIn(20) ? random.pick([-1, columns, 0.5]) : random.below(Math.max(1, columns)))
  leaf.leaf_const = random.oneIn(20) ? random.pick(hostileNumbers) : random.below(100) / 8
  leaf.leaf_features = Array.from({ length: terms }, columnsOf)
  leaf.leaf_coeff = Array.from({ length: random.oneIn(15) ? terms + 1 : terms }, () =>
    random.oneIn(15) ? random.pick(hostileNumbers) : random.below(1000) / 64 - 8,
  )
  return `linear with ${terms} terms`
}

function becomeCategorical(node: Json, random: Random): string {
  node.decision_type = '=='
  node.threshold = random.pick(categoryTexts)
  if (random.oneIn(2)) node.default_left = false
  return `is a category of ${brief(node.threshold)}`
}

function becomeNumerical(node: Json, random: Random): string {
  node.decision_type = '<='
  node.threshold = random.pick(hostileNumbers)
  return `<= ${brief(node.threshold)}`
}

function becomeMissing(node: Json, random: Random): string {
  node.missing_type = random.pick(['None', 'Zero', 'NaN', 'NaN', 'Zero', 'nan', 'none', null])
  node.default_left = random.pick([true, false, true, false, 0, null])
  return `missing ${brief(node.missing_type)}, left ${brief(node.default_left)}`
}

function becomeOther(node: Json, key: string, values: readonly unknown[], random: Random): string {
  node[key] = random.pick(values)
  return `${key} becomes ${brief(node[key])}`
}

/** Replaces a child by another node of the tree: its parent, an ancestor (a cycle), or one with another parent. */
function reattach(node: Json, random: Random, { nodes, leaves }: Place): string {
  const other = random.pick([...nodes, ...leaves])
  node[random.pick(sides)] = random.oneIn(2) ? other : copyOfTree(other)
  return 'another child'
}

function copyOfTree(node: Json): Json {
  return 'split_index' in node ? { ...node } : copyOf(node)
}

function swapChildren(node: Json): string {
  const { left_child: left, right_child: right } = node
  node.left_child = right
  node.right_child = left
  return 'swapped'
}

/** Swaps two numbers of the same kind, which gives a model with other leaf indices. */
function exchange(items: readonly Json[], key: string, random: Random): string | null {
  if (items.length < 2) return null
  const [a, b] = [random.pick(items), random.pick(items)] as [Json, Json]
  const number = a[key]
  a[key] = b[key]
  b[key] = number
  return `${key} ${brief(a[key])} and ${brief(number)}`
}

/** Replaces a leaf by a chain of nodes, usually one; the counts are usually updated. */
function grow(leaf: Json, random: Random, { tree, nodes, document }: Place): string | null {
  if (typeof tree.num_leaves !== 'number') return null
  const columns = Math.max(1, typeof document.max_feature_idx === 'number' ? document.max_feature_idx + 1 : 1)
  const length = random.pick([1, 1, 1, 1, 2, 5, 40, random.pick([100, 300, 2000])])
  const old = { leaf_index: 0, ...leaf }
  for (const key of Object.keys(leaf)) delete leaf[key]
  let end = leaf
  for (let i = 0; i < length; i++) {
    const [inner, other] = random.oneIn(2) ? sides : ([...sides].reverse() as [string, string])
    const next: Json = i === length - 1 ? old : {}
    Object.assign(end, {
      ...{ split_index: nodes.length + i, split_feature: random.below(columns), threshold: random.below(64) / 8 - 4 },
      ...{ decision_type: '<=', default_left: random.oneIn(2), missing_type: random.pick(['None', 'Zero', 'NaN']) },
      [inner]: next,
      [other]: { leaf_index: tree.num_leaves + i, leaf_value: random.below(64) / 16 - 2 },
    })
    end = next
  }
  if (!random.oneIn(12)) tree.num_leaves += length
  return `grown by ${length}`
}

function trees(change: (trees: unknown[], random: Random, document: Json) => string | null): Mutation {
  return (document, _, random) => {
    const { tree_info: all } = document
    return Array.isArray(all) && all.length > 0 ? change(all, random, document) : null
  }
}

/** Mutations with knowledge of LightGBM's dump; many give another valid model. */
export const lightgbmMutations: Mutations = {
  'swap children': inNode(swapChildren),
  'another child': inNode(reattach),
  'missing type': inNode(becomeMissing),
  'category set': inNode(becomeCategorical),
  'other threshold': inNode(becomeNumerical),
  'split feature': inNode((node, random, { document }) =>
    becomeOther(
      node,
      'split_feature',
      [0, 1, 2, 3, document.max_feature_idx, Number(document.max_feature_idx) + 1, -1, 0.5],
      random,
    ),
  ),
  'decision type': inNode((node, random) =>
    becomeOther(node, 'decision_type', ['<=', '==', '<', 'is', 'no_greater', '>', null], random),
  ),
  'linear leaf': inLeaf(relinear),
  'leaf value': inLeaf((leaf, random) => becomeOther(leaf, 'leaf_value', hostileNumbers, random)),
  'exchange leaves': inTree(({ leaves }, random) => exchange(leaves, 'leaf_index', random)),
  'exchange splits': inTree(({ nodes }, random) => exchange(nodes, 'split_index', random)),
  'grow a leaf': inLeaf(grow),
  'claimed leaves': inTree(({ tree }, random) =>
    becomeOther(tree, 'num_leaves', [0, 1, 2, 3, 1e7, 2 ** 31, 1e300], random),
  ),
  objective: (document, _, random) => becomeOther(document, 'objective', objectives, random),
  'drop a tree': trees((all, random) => `${all.splice(random.below(all.length), 1).length} tree`),
  'double a tree': trees((all, random) => `${all.push(copyOfTree(random.pick(all) as Json))} trees`),
  'trees an iteration': trees((all, random, document) =>
    becomeOther(document, 'num_tree_per_iteration', [1, 2, 3, all.length, all.length + 1, 0, 1e7, 2 ** 31], random),
  ),
  'average output': (document, _, random) =>
    becomeOther(document, 'average_output', [true, false, 0, 'true', null], random),
  columns: (document, _, random) => {
    const columns = random.pick([1, 2, 5, 9, 12, 1e7, 2 ** 24, 2 ** 24 + 1, 2 ** 32])
    document.max_feature_idx = columns - 1
    document.feature_names =
      columns > 100 || random.oneIn(3) ? null : Array.from({ length: columns }, (_, i) => `f${i}`)
    return `${columns} columns`
  },
}
