import type { JsonObject } from '../../read/json-fields.ts'
import type { FeatureCount } from './feature-count.ts'
import type { EnsembleLoader } from './loaders.ts'
import { knownVersion, type ModelFile } from './model-file.ts'
import { featuresUsed, readTreeBlock, type TreeBlock } from './tree-block.ts'

/**
 * A tree ensemble, as the `mlnet-fasttree` schema has it.
 *
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
  // 0 is also what ML.NET writes when it saves an old model again.
  const features = count > 0 ? { known: true, count } : { known: false, count: featuresUsed(Trees) }
  return { ensemble: { Bias, TreeWeights, Trees }, features }
}
