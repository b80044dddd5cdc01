import { hostileNumbers } from '../hostile.ts'
import { copyOf, type Json } from '../json.ts'
import type { Random } from '../random.ts'
import { brief, type Mutation, type Mutations } from './mutation.ts'

type Change = (holder: Json, random: Random, columns: number) => string | null

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function arrayOf(holder: Json, key: string): unknown[] | null {
  const value = holder[key]
  return Array.isArray(value) && value.length > 0 && value.length < 10_000 ? value : null
}

/** One of the ensembles: that of the model or of a class. */
function ensembleOf(model: Json, random: Random): Json | null {
  const parts = arrayOf(model, 'subModels')
  const part: unknown = parts === null ? model : random.pick(parts)
  return isObject(part) && isObject(part.ensemble) ? part.ensemble : null
}

function inEnsemble(change: Change): Mutation {
  return (model, _, random) => {
    const ensemble = ensembleOf(model, random)
    return ensemble === null ? null : change(ensemble, random, Number(model.numberOfFeatures))
  }
}

function inTree(change: Change): Mutation {
  return inEnsemble((ensemble, random, columns) => {
    const trees = arrayOf(ensemble, 'Trees')
    const tree: unknown = trees === null ? null : random.pick(trees)
    return isObject(tree) ? change(tree, random, columns) : null
  })
}

function inShape(change: Change): Mutation {
  return (model, _, random) => {
    const shapes = isObject(model.gam) ? arrayOf(model.gam, 'ShapeFunctions') : null
    const shape: unknown = shapes === null ? null : random.pick(shapes)
    return isObject(shape) ? change(shape, random, Number(model.numberOfFeatures)) : null
  }
}

/** Replaces one element of an array of the holder. */
function element(key: string, values: (random: Random, length: number) => unknown): Change {
  return (holder, random) => {
    const array = arrayOf(holder, key)
    if (array === null) return null
    const at = random.below(array.length)
    array[at] = values(random, array.length)
    return `${key}[${at}] becomes ${brief(array[at])}`
  }
}

const written = [...hostileNumbers, 'NaN', 'Infinity', '-Infinity', '0.5', 'nan', null]
const anyNumber = (random: Random) => random.pick(written)
const anyChild = (random: Random, nodes: number) => random.below(2 * nodes + 5) - nodes - 3

/** Swaps the numbers of two nodes everywhere: the same model in another order, with parents after children. */
function renumber(tree: Json, random: Random): string | null {
  const left = arrayOf(tree, 'LeftChild')
  if (left === null || left.length < 3) return null
  const [a, b] = [1 + random.below(left.length - 1), 1 + random.below(left.length - 1)]
  for (const value of Object.values(tree)) {
    if (Array.isArray(value) && value.length === left.length) [value[a], value[b]] = [value[b], value[a]]
  }
  for (const children of [tree.LeftChild, tree.RightChild] as unknown[][]) {
    if (!Array.isArray(children)) return null
    children.forEach((child, i) => {
      if (child === a) children[i] = b
      else if (child === b) children[i] = a
    })
  }
  return `nodes ${a} and ${b}`
}

function exchange(tree: Json, key: string, other: string, random: Random): string | null {
  const [first, second] = [arrayOf(tree, key), arrayOf(tree, other)]
  if (first === null || second === null) return null
  const [i, j] = [random.below(first.length), random.below(second.length)]
  const value = first[i]
  first[i] = second[j]
  second[j] = value
  return `${key}[${i}] and ${other}[${j}]`
}

function becomeCategorical(tree: Json, random: Random, columns: number): string | null {
  const flags = arrayOf(tree, 'CategoricalSplitFlags')
  if (flags === null) return null
  const at = random.below(flags.length)
  flags[at] = flags[at] !== true
  const slots = Array.isArray(tree.CategoricalSplitFeatures) ? tree.CategoricalSplitFeatures : flags.map(() => [])
  const first = random.below(Math.max(1, columns))
  slots[at] = random.pick([
    [first],
    [0, first],
    [first, first + 1],
    [first, first],
    [columns - 1],
    [-1],
    [],
    [first, columns],
    null,
  ])
  tree.CategoricalSplitFeatures = slots
  return `CategoricalSplitFlags[${at}], slots ${brief(String(slots[at]))}`
}

function becomeDefaults(tree: Json, random: Random): string | null {
  const left = arrayOf(tree, 'LeftChild')
  if (left === null) return null
  const one = random.pick(written)
  tree.DefaultValueForMissing = random.pick([
    null,
    left.map(() => 0),
    left.map(() => random.pick(hostileNumbers)),
    left.map(() => one),
  ])
  return `DefaultValueForMissing ${brief(one)}`
}

function becomeOther(key: string, values: readonly unknown[]): Mutation {
  return (model, _, random) => {
    model[key] = random.pick(values)
    return `${key} becomes ${brief(model[key])}`
  }
}

function becomePlatt(model: Json, random: Random): string {
  const parts = arrayOf(model, 'subModels')
  const holder: unknown = parts === null ? model : random.pick(parts)
  const calibrator = { type: 'PlattCalibrator', Slope: anyNumber(random), Offset: anyNumber(random) }
  if (isObject(holder)) holder.calibrator = random.oneIn(5) ? null : calibrator
  return brief(String(calibrator.Slope))
}

/** Mutations with knowledge of the `mlnet-fasttree` schema; many give another valid model. */
export const fasttreeMutations: Mutations = {
  child: inTree((tree, random, columns) =>
    element(random.pick(['LeftChild', 'RightChild']), anyChild)(tree, random, columns),
  ),
  'exchange children': inTree((tree, random) => exchange(tree, 'LeftChild', 'RightChild', random)),
  'renumber nodes': inTree(renumber),
  'other threshold': inTree(element('NumericalSplitThresholds', anyNumber)),
  'leaf value': inTree(element('LeafValues', anyNumber)),
  'exchange leaf values': inTree((tree, random) => exchange(tree, 'LeafValues', 'LeafValues', random)),
  'split feature': inTree((tree, random, columns) =>
    element('NumericalSplitFeatureIndexes', () => random.pick([0, 1, columns - 1, columns, -1, 0.5]))(
      tree,
      random,
      columns,
    ),
  ),
  'categorical split': inTree(becomeCategorical),
  defaults: inTree(becomeDefaults),
  'tree size': inTree((tree, random) => {
    const key = random.pick(['NumberOfNodes', 'NumberOfLeaves'])
    tree[key] = random.pick([0, 1, 2, 1e7, 2 ** 31, -1, Number(tree[key]) + 1])
    return `${key} becomes ${brief(tree[key])}`
  }),
  'drop a tree': inEnsemble((ensemble, random) => {
    const [trees, weights] = [arrayOf(ensemble, 'Trees'), arrayOf(ensemble, 'TreeWeights')]
    if (trees === null || weights === null) return null
    trees.splice(random.below(trees.length), 1)
    if (!random.oneIn(8)) weights.pop()
    return 'and its weight'
  }),
  'double a tree': inEnsemble((ensemble, random) => {
    const [trees, weights] = [arrayOf(ensemble, 'Trees'), arrayOf(ensemble, 'TreeWeights')]
    if (trees === null || weights === null) return null
    trees.push(random.oneIn(2) ? copyOf(random.pick(trees)) : random.pick(trees))
    if (!random.oneIn(8)) weights.push(1)
    return 'and its weight'
  }),
  weights: inEnsemble(element('TreeWeights', anyNumber)),
  bias: inEnsemble((ensemble, random) => {
    ensemble.Bias = anyNumber(random)
    return `becomes ${brief(ensemble.Bias)}`
  }),
  bound: inShape(element('BinUpperBounds', anyNumber)),
  effect: inShape(element('BinEffects', anyNumber)),
  'exchange effects': inShape((shape, random) => exchange(shape, 'BinEffects', 'BinEffects', random)),
  calibrator: (model, _, random) => becomePlatt(model, random),
  aggregation: becomeOther('aggregation', ['sum', 'average', 'mean', null]),
  transform: becomeOther('outputTransform', ['identity', 'exp', 'log', null]),
  formula: becomeOther('outputFormula', ['Softmax', 'ProbabilityNormalization', 'Raw', 'softmax', null]),
  task: becomeOther('task', ['binary', 'regression', 'ranking', 'multiclass', 'other']),
  'model type': becomeOther('modelType', [
    'LightGbmBinaryModelParameters',
    'FastForestRegressionModelParameters',
    '',
    null,
  ]),
  columns: (model, _, random) => {
    const columns = random.pick([1, 3, 9, 30, 1e7, 2 ** 24, 2 ** 24 + 1, 2 ** 32])
    model.numberOfFeatures = columns
    model.featureNames = columns > 100 || random.oneIn(2) ? null : Array.from({ length: columns }, (_, i) => `f${i}`)
    return `${columns} columns`
  },
}
