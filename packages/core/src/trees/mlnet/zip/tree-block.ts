import type { ByteReader } from '../../read/byte-reader.ts'
import type { JsonObject } from '../../read/json-fields.ts'
import { knownVersion, type ModelFile } from './model-file.ts'
import type { EnsembleLoader, FeatureCount } from './predictor.ts'

/**
 * Reads a tree ensemble into the `mlnet-fasttree` schema.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/FastTree.cs#L2857
 */
export function readEnsembleBlock(
  file: ModelFile,
  loader: EnsembleLoader,
): { readonly ensemble: JsonObject; readonly features: FeatureCount } {
  const { block } = file
  const version = knownVersion(file, loader.newest)
  const fields = {
    categories: version >= loader.categoriesSince,
    defaults: version >= loader.defaultsSince,
    sampleWeights: version >= 2,
  }
  block.integer(4, 4) // bytes of a float
  const Trees: TreeBlock[] = []
  const TreeWeights: number[] = []
  for (let trees = block.integer(0, 2 ** 31 - 1); trees > 0; trees--) {
    const { weight, tree } = readTreeBlock(block, fields)
    Trees.push(tree)
    TreeWeights.push(weight)
  }
  const Bias = block.float64()
  block.skip(8) // numbers of two strings: initial input, training arguments
  const count = version >= loader.featuresSince ? block.integer(0, 2 ** 31 - 1) : 0
  if (file.loader === 'FastForestRegressionExec') block.skip(5) // 1, number of quantile samples
  if (version === loader.newest) block.end()
  // ML.NET also writes 0 when it saves an old model again, so 0 counts as unknown.
  const features = count > 0 ? { known: true, count } : { known: false, count: featuresUsed(Trees) }
  return { ensemble: { Bias, TreeWeights, Trees }, features }
}

/** Optional fields of a model's trees. */
interface TreeFields {
  readonly categories: boolean
  readonly defaults: boolean
  /** Weights of the samples that forest trees keep in their leaves. */
  readonly sampleWeights: boolean
}

/** Tree with the keys of the `mlnet-fasttree` schema that scoring needs. */
type TreeBlock = ReturnType<typeof readTreeBlock>['tree']

const plainTree = 0
const forestTree = 2

/**
 * Reads one tree. Its arrays may be longer than needed, with room for the largest tree of training; only their beginning counts.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/TreeEnsemble/InternalRegressionTree.cs#L241
 */
function readTreeBlock(block: ByteReader, fields: TreeFields) {
  const at = block.position()
  const kind = block.uint8()
  if (kind !== plainTree && kind !== forestTree) throw block.fault(at, 'tree kind 0 or 2', kind)
  const leaves = block.integer(2, 2 ** 31 - 1)
  const nodes = leaves - 1
  block.skip(8) // largest output
  const weight = block.float64()
  const left = beginning(block, 'int32s', nodes)
  const right = beginning(block, 'int32s', nodes)
  const feature = beginning(block, 'int32s', nodes)
  const categories = fields.categories ? readCategories(block, nodes) : null
  skipArray(block, 4) // thresholds as numbers of bins
  const threshold = beginning(block, 'float32s', nodes)
  const defaults = fields.defaults ? readDefaults(block, nodes) : null
  const leafValue = beginning(block, 'float64s', leaves)
  for (let i = 0; i < 3; i++) skipArray(block, 8) // gains, p-values, values before the split
  if (kind === forestTree) {
    skipArray(block, 8) // labels of the samples in each leaf
    if (fields.sampleWeights) skipArray(block, 8)
  }
  const tree = {
    NumberOfNodes: nodes,
    NumberOfLeaves: leaves,
    LeftChild: left,
    RightChild: right,
    NumericalSplitFeatureIndexes: feature,
    NumericalSplitThresholds: threshold,
    CategoricalSplitFlags: categories?.flags ?? new Array<boolean>(nodes).fill(false),
    CategoricalSplitFeatures: categories?.slots ?? null,
    DefaultValueForMissing: defaults,
    LeafValues: leafValue,
  }
  return { weight, tree }
}

/** Number of the last feature that any split uses, plus 1. */
function featuresUsed(trees: readonly TreeBlock[]): number {
  let last = -1
  for (const { NumericalSplitFeatureIndexes, CategoricalSplitFeatures } of trees) {
    for (const feature of NumericalSplitFeatureIndexes) last = Math.max(last, feature)
    for (const slots of CategoricalSplitFeatures ?? []) for (const slot of slots) last = Math.max(last, slot)
  }
  return last + 1
}

type ArrayKind = 'int32s' | 'float32s' | 'float64s'

/** Reads the first `count` values of an array that is stored with its length. */
function beginning(block: ByteReader, kind: ArrayKind, count: number): number[] {
  const length = block.integer(count, 2 ** 31 - 1)
  const values = block[kind](count)
  block.skip((length - count) * (kind === 'float64s' ? 8 : 4))
  return values
}

function skipArray(block: ByteReader, bytesEach: number): void {
  block.skip(block.integer(0, 2 ** 31 - 1) * bytesEach)
}

/** Reads the replacements of NaN; null if all are zero, even beyond the nodes. */
function readDefaults(block: ByteReader, nodes: number): readonly number[] | null {
  const defaults = block.float32s(block.integer(0, 2 ** 31 - 1))
  return defaults.some((value) => value !== 0) ? defaults.slice(0, nodes) : null
}

/** Reads the one-hot slots of categorical nodes; null for a tree without any. */
function readCategories(
  block: ByteReader,
  nodes: number,
): { readonly flags: boolean[]; readonly slots: (readonly number[])[] } | null {
  const categorical = block.int32s(block.integer(0, nodes))
  if (categorical.length === 0) return null
  const flags = new Array<boolean>(nodes).fill(false)
  const slots = new Array<readonly number[]>(nodes).fill([])
  for (const node of categorical) {
    const at = block.position()
    if (node < 0 || node >= nodes) throw block.fault(at, `a node from 0 to ${nodes - 1}`, node)
    const list = block.int32s(block.integer(1, 2 ** 31 - 1))
    const lowest = block.int32()
    const highest = block.int32()
    const outside = list.find((slot) => slot < lowest || slot > highest)
    if (outside !== undefined) throw block.fault(at, `slots from ${lowest} to ${highest}`, outside)
    flags[node] = true
    slots[node] = list
  }
  return { flags, slots }
}
