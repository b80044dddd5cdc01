import { fasttreeOutput } from './fasttree-output.ts'
import { referGam } from './gam.ts'
import { float, has, list, own, type Reference, Unreadable, whole } from './reference.ts'

/** Scores the `mlnet-fasttree` schema as ML.NET's tree walker does. */
export function referFasttree(model: unknown): Reference {
  if (has(model, 'gam') && own(model, 'gam') !== null) return referGam(model)
  const columns =
    own(model, 'numberOfFeatures') === Infinity
      ? Infinity
      : whole(own(model, 'numberOfFeatures'), 'numberOfFeatures', 1, Infinity)
  const several = own(model, 'subModels') ?? null
  const parts = several === null ? [model] : list(model, 'subModels')
  const ensembles = parts.map((part) => readTrees(own(part, 'ensemble'), columns))
  const mean = own(model, 'aggregation') === 'average'
  const output = fasttreeOutput(model)

  return {
    numberOfFeatures: columns,
    numberOfOutputs: parts.length,
    numberOfTrees: ensembles.flat().length,
    score(cells) {
      const row = Array.from(cells, Math.fround)
      const leaves = ensembles.map((trees) => trees.map((tree) => walk(tree, row)))
      const raw = ensembles.map((trees, k) => {
        const sum = trees.reduce((total, tree, t) => total + leafValue(tree, leaves[k]?.[t] as number), 0)
        return mean ? Math.fround(Math.fround(sum) / trees.length) : Math.fround(sum)
      })
      return { raw, prediction: output(raw), leaf: leaves.flat() }
    },
  }
}

interface Tree {
  readonly fields: unknown
  readonly nodes: number
  /** Null when ML.NET drops them: all zero or absent. (The reader of model.zip states this by `zeros_count`.) */
  readonly defaults: readonly number[] | null
}

function readTrees(ensemble: unknown, columns: number): Tree[] {
  const trees = list(ensemble, 'Trees')
  const weights = list(ensemble, 'TreeWeights')
  if (weights.length !== trees.length || weights.some((weight) => weight !== 1)) throw new Unreadable('TreeWeights')
  if (own(ensemble, 'Bias') !== 0) throw new Unreadable('Bias')
  return Array.from(trees, (fields) => readTree(fields, columns))
}

function readTree(fields: unknown, columns: number): Tree {
  const nodes = whole(own(fields, 'NumberOfNodes'), 'NumberOfNodes', 0, Infinity)
  const defaults = own(fields, 'DefaultValueForMissing') ?? null
  const rounded = defaults === null ? [] : list(fields, 'DefaultValueForMissing').map((v) => Math.fround(float(v)))
  const kept = has(fields, 'zeros_count') ? rounded.length > 0 : rounded.some((value) => value !== 0)
  const tree = { fields, nodes, defaults: kept ? rounded : null }
  if (list(fields, 'LeafValues').length !== nodes + 1) throw new Unreadable('LeafValues')
  if (!Array.from(list(fields, 'LeafValues'), float).every(Number.isFinite)) throw new Unreadable('LeafValues')
  if (nodes > 0) checkShape(tree, columns)
  return tree
}

/** Checks that every node is readable and that every node and leaf is reached once from node 0. */
function checkShape(tree: Tree, columns: number): void {
  const met = new Set<number>()
  const waiting = [0]
  const noCells = { length: columns }
  while (waiting.length > 0) {
    const child = waiting.pop() as number
    if (met.has(child)) throw new Unreadable('a node or leaf occurs twice')
    met.add(child)
    if (child < 0) continue
    goesRight(tree, child, noCells)
    for (const side of ['LeftChild', 'RightChild']) {
      waiting.push(whole(list(tree.fields, side)[child], side, -tree.nodes - 1, tree.nodes))
    }
  }
  if (met.size !== 2 * tree.nodes + 1) throw new Unreadable('nodes out of reach')
}

/** Leaf of a row; a tree without nodes has leaf 0. */
function walk(tree: Tree, row: readonly number[]): number {
  let node = tree.nodes === 0 ? -1 : 0
  while (node >= 0) {
    node = list(tree.fields, goesRight(tree, node, row) ? 'RightChild' : 'LeftChild')[node] as number
  }
  return -1 - node
}

function goesRight(tree: Tree, node: number, row: ArrayLike<number>): boolean {
  const { fields } = tree
  const categorical = list(fields, 'CategoricalSplitFlags')[node]
  if (typeof categorical !== 'boolean') throw new Unreadable('CategoricalSplitFlags')
  if (categorical) {
    const slots = list(fields, 'CategoricalSplitFeatures')[node]
    if (!Array.isArray(slots) || slots.length === 0) throw new Unreadable('CategoricalSplitFeatures')
    return Array.from(slots, (slot) => cell(tree, node, slot, row)).some((value) => value > 0)
  }
  const threshold = float(list(fields, 'NumericalSplitThresholds')[node])
  if (Number.isNaN(threshold)) throw new Unreadable('NumericalSplitThresholds')
  const feature = list(fields, 'NumericalSplitFeatureIndexes')[node]
  return !(cell(tree, node, feature, row) <= Math.fround(threshold))
}

function cell(tree: Tree, node: number, feature: unknown, row: ArrayLike<number>): number {
  const value = row[whole(feature, 'a feature', 0, row.length)] as number
  return Number.isNaN(value) && tree.defaults !== null ? (tree.defaults[node] as number) : value
}

/** Value of a leaf; ML.NET's walker returns 0 for a tree without nodes. */
function leafValue(tree: Tree, leaf: number): number {
  return tree.nodes === 0 ? 0 : float(list(tree.fields, 'LeafValues')[leaf])
}
