import { unsupported } from '@riftline/base'
import { createTreesBuilder } from '../form/build-trees.ts'
import { noCategories, type TreeEnsemble, usualModel } from '../form/tree-ensemble.ts'
import { modelBytes, modelForms } from '../read/byte-reader.ts'
import { arrayField, field, type JsonObject, otherFields, readRoot, type Where } from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import { hashedFeatures, readColumns } from './columns.ts'
import { readLoss, readScaleAndBias } from './header.ts'
import { addNested, addSymmetric, outputsOfNested, outputsOfSymmetric } from './read-trees.ts'

/**
 * Reads a model of CatBoost's `save_model(…, format="json")`, as bytes, text or object: symmetric, depthwise and lossguide trees with
 * numerical and one-hot splits, every loss, CatBoost 0.15 to 1.2. Raw scores, slices and leaf numbers have the bits of the trained model;
 * CatBoost itself reads a tenth of the leaves of its own JSON one unit in the last place off.
 *
 * A cell of a categorical feature is an integer, or the number that `evaluator.encode` makes of a text. A text that no split names matches none.
 *
 * Source of the format: https://github.com/catboost/catboost/blob/v1.2.10/catboost/libs/model/model_export/json_model_helpers.cpp
 *
 * @throws ArtifactError `artifact_invalid` with the place of what is damaged; `artifact_unsupported` for splits on statistics of
 *   categories (CTRs), text and embedding columns, models without trees, `.cbm`, and another library's file, which it names
 * @example
 * const ensemble = parseCatboost({
 *   features_info: { float_features: [
 *     { feature_index: 0, flat_feature_index: 0, has_nans: false, nan_value_treatment: 'AsIs', borders: [1.5] },
 *   ] },
 *   model_info: { params: { loss_function: { type: 'Logloss' } } },
 *   oblivious_trees: [{
 *     splits: [{ split_type: 'FloatFeature', float_feature_index: 0, border: 1.5 }],
 *     leaf_values: [-1, 1], leaf_weights: [3, 1],
 *   }],
 *   scale_and_bias: [1, [0]],
 * })
 * compileEnsemble(ensemble).predict([2]) // => 0.7310585786300049
 */
export function parseCatboost(source: string | Uint8Array | object): TreeEnsemble {
  try {
    const bytes = modelBytes(source)
    return readRoot(bytes === null ? source : new TextDecoder().decode(bytes), readDocument)
  } catch (error) {
    throw firstMistake(source, 'parseCatboost', error)
  }
}

function readDocument(document: JsonObject): TreeEnsemble {
  const key = ['oblivious_trees', 'trees'].find((name) => Object.hasOwn(document, name))
  if (key === undefined || Object.hasOwn(document, 'tree_info') || Object.hasOwn(document, 'learner')) {
    throw otherFields(document, modelForms)
  }
  const columns = readColumns(document)
  const { trees, outputs } = readTrees(document, key, columns)
  const { version, ...loss } = readLoss(document, outputs)
  return {
    ...usualModel,
    ...loss,
    ...readScaleAndBias(document, outputs),
    source: version === undefined ? { format: 'catboost' } : { format: 'catboost', version },
    numberOfFeatures: columns.numberOfFeatures,
    featureNames: columns.featureNames,
    categories: noCategories(columns.numberOfFeatures),
    hashedFeatures: columns.categorical.size === 0 ? usualModel.hashedFeatures : hashedFeatures(columns),
    numberOfOutputs: outputs,
    precision: 'float32',
    sums: 'float64',
    baseIs: 'addedToFirst',
    trees,
    warnings: [],
  }
}

function readTrees(document: JsonObject, key: string, columns: ReturnType<typeof readColumns>) {
  const isEmpty =
    field(document, key) === null || (field(document, key) as { length?: number } | undefined)?.length === 0
  if (isEmpty)
    throw unsupported(`$.${key}`, 'a model without trees is not read, as CatBoost does not predict it either')
  const list = arrayField(document, key, () => '$')
  const at =
    (t: number): Where =>
    () =>
      `$.${key}[${t}]`
  const isSymmetric = key === 'oblivious_trees'
  const outputs = (isSymmetric ? outputsOfSymmetric : outputsOfNested)(list[0], at(0))
  const builder = createTreesBuilder()
  const add = isSymmetric ? addSymmetric : addNested
  for (const [t, tree] of list.entries()) add(tree, at(t), { columns, outputs, builder })
  return { trees: builder.finish(), outputs }
}
