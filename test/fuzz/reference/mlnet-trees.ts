import type { Cursor, ModelKey } from './model-key.ts'
import { Unreadable, whole } from './reference.ts'

/** First version 1.n with each part of a block: feature count, defaults for missing, categorical splits, weights. */
const since: Readonly<Record<string, readonly [number, number, number, number]>> = {
  FastTreeBinaryExec: [2, 4, 5, Infinity],
  FastTreeRegressionExec: [2, 4, 5, Infinity],
  FastTreeRankerExec: [2, 4, 5, Infinity],
  FastTreeTweedieExec: [1, 2, 3, Infinity],
  FastForestBinaryExec: [3, 5, 6, 2],
  FastForestRegressionExec: [3, 5, 6, 2],
  LightGBMBinaryExec: [2, 4, 5, Infinity],
  LightGBMRegressionExec: [2, 4, 5, Infinity],
  LightGBMRankerExec: [2, 4, 5, Infinity],
}

export interface Ensemble {
  readonly ensemble: object
  /** Infinity when the version does not store it. */
  readonly numberOfFeatures: number
}

export const isEnsemble = (loader: string): boolean => Object.hasOwn(since, loader)

/** Reads the block of a tree ensemble as the `ensemble` of the JSON schema. */
export function readEnsemble({ loader, version, block }: ModelKey): Ensemble {
  const [features] = since[loader] as readonly [number, number, number, number]
  if (block.int32() !== 4) throw new Unreadable('size of a float')
  const count = whole(block.int32(), 'number of trees', 0, 1e7)
  const trees: { tree: object; weight: number }[] = []
  while (trees.length < count) trees.push(readTree(block, loader, version))
  const bias = block.float64()
  block.int32()
  block.int32()
  return {
    ensemble: { Bias: bias, TreeWeights: trees.map(({ weight }) => weight), Trees: trees.map(({ tree }) => tree) },
    numberOfFeatures: (version >= features ? block.int32() : 0) || Infinity, // 0: written from an older version
  }
}

/** Moves the cursor behind a tree. */
export function skipTree({ loader, version, block }: ModelKey): void {
  readTree(block, loader, version)
}

function readTree(block: Cursor, loader: string, version: number): { tree: object; weight: number } {
  const [, defaultsSince, categoricalSince, weightsSince] = since[loader] as readonly [number, number, number, number]
  const kind = block.byte()
  if (kind !== 0 && kind !== 2) throw new Unreadable(`a tree of kind ${kind}`)
  const leaves = whole(block.int32(), 'leaves', 2, 1e8)
  block.float64()
  const weight = block.float64()
  const nodes = leaves - 1
  const left = first(block.list(block.int32), nodes)
  const right = first(block.list(block.int32), nodes)
  const feature = first(block.list(block.int32), nodes)
  const slots = new Map<number, number[]>()
  if (version >= categoricalSince) {
    for (const node of block.list(block.int32)) {
      slots.set(whole(node, 'categorical node', 0, nodes), block.list(block.int32))
      block.int32()
      block.int32()
    }
  }
  block.list(block.int32)
  const thresholds = first(block.list(block.float32), nodes)
  const defaults = version >= defaultsSince ? block.list(block.float32) : []
  const values = first(block.list(block.float64), leaves)
  for (let i = 0; i < 3; i++) block.list(block.float64)
  if (kind === 2) {
    block.list(block.float64)
    if (version >= weightsSince) block.list(block.float64)
  }
  return {
    weight,
    tree: {
      NumberOfNodes: nodes,
      LeftChild: left,
      RightChild: right,
      NumericalSplitFeatureIndexes: feature,
      NumericalSplitThresholds: thresholds,
      CategoricalSplitFlags: left.map((_, node) => slots.has(node)),
      CategoricalSplitFeatures: left.map((_, node) => slots.get(node) ?? []),
      // All elements of the array are tested for zero, including unused ones.
      DefaultValueForMissing: defaults.every((value) => value === 0) ? null : first(defaults, nodes),
      zeros_count: true,
      LeafValues: values,
    },
  }
}

/** The used part of an array, which may be as long as the capacity reserved in training. */
function first(values: number[], length: number): number[] {
  if (values.length < length) throw new Unreadable('an array of a tree')
  return values.slice(0, length)
}

/** Reads the block of an additive model as the `gam` of the JSON schema. */
export function readGam({ block }: ModelKey): { readonly gam: object; readonly numberOfFeatures: number } {
  const count = whole(block.int32(), 'shape functions', 0, 1e7)
  const numberOfFeatures = whole(block.int32(), 'features', 1, 1e8)
  const bias = block.float64()
  const effects = Array.from({ length: count }, () => block.list(block.float64))
  const bounds = effects.map((bins) => bins.map(() => block.float64()))
  const shapes = new Map<number, object>()
  for (let pairs = block.int32(); pairs > 0; pairs--) {
    const feature = whole(block.int32(), 'feature', 0, numberOfFeatures)
    const shape = whole(block.int32(), 'shape', 0, count)
    shapes.set(feature, { BinUpperBounds: bounds[shape], BinEffects: effects[shape] })
  }
  const functions = Array.from({ length: numberOfFeatures }, (_, feature) => shapes.get(feature) ?? null)
  return { gam: { Bias: bias, ShapeFunctions: functions }, numberOfFeatures }
}
