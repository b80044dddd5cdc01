import { createTreesBuilder } from '../form/build-trees.ts'
import { noCategories, type TreeEnsemble } from '../form/tree-ensemble.ts'
import { type JsonObject, parseRoot } from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import { readClasses } from './classes.ts'
import { readSingleModel } from './ensemble.ts'
import { readGam } from './gam.ts'
import { type FasttreeBody, type FasttreeHeader, readSchemaHeader } from './header.ts'

/**
 * Reads the `mlnet-fasttree` schema, version 1, as an object or as JSON text: FastTree, FastForest and LightGBM models of
 * ML.NET (binary, regression, ranking, Tweedie), one-versus-all and softmax multiclass models, and additive (GAM) models,
 * which become one tree per shape function with one leaf per bin. Rows, thresholds, scores and probabilities are float32
 * (`Math.fround`); leaf values are doubles.
 *
 * Source of the semantics: https://github.com/dotnet/machinelearning/tree/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree
 *
 * @throws ArtifactError `artifact_invalid` with the JSON path of what is damaged; `artifact_unsupported` for another
 *   schema version, tree weights other than 1, a bias other than 0, a calibrator that is not Platt's, or a file of another format
 * @example
 * const ensemble = parseFasttree({
 *   format: 'mlnet-fasttree', formatVersion: 1, modelType: 'FastTreeBinaryModelParameters', task: 'binary',
 *   numberOfFeatures: 1, featureNames: ['gold'], aggregation: 'sum', outputTransform: 'identity',
 *   ensemble: { Bias: 0, TreeWeights: [1], Trees: [{
 *     NumberOfNodes: 1, NumberOfLeaves: 2, LeftChild: [-1], RightChild: [-2], NumericalSplitFeatureIndexes: [0],
 *     NumericalSplitThresholds: [0.5], CategoricalSplitFlags: [false], LeafValues: [-1, 1],
 *     CategoricalSplitFeatures: null, CategoricalSplitFeatureRanges: null, DefaultValueForMissing: null }] },
 *   calibrator: { type: 'PlattCalibrator', Slope: -0.4, Offset: 0 },
 * })
 * compileEnsemble(ensemble).predict([2]) // => Math.fround(1 / (1 + Math.exp(-0.4)))
 */
export function parseFasttree(json: unknown): TreeEnsemble {
  try {
    return readModel(parseRoot(json))
  } catch (error) {
    throw firstMistake(json, 'parseFasttree', error)
  }
}

function readModel(model: JsonObject): TreeEnsemble {
  const header = readSchemaHeader(model)
  const { numberOfFeatures, featureNames, classNames, decisionThreshold } = header
  return {
    format: 'mlnet-fasttree',
    precision: 'float32',
    mayStopEarly: false,
    numberOfFeatures,
    featureNames,
    categories: noCategories(numberOfFeatures),
    classNames,
    decisionThreshold,
    ...readBody(model, header),
  }
}

function readBody(model: JsonObject, header: FasttreeHeader): FasttreeBody {
  const builder = createTreesBuilder()
  switch (header.shape) {
    case 'ensemble':
      return readSingleModel(model, header, builder)
    case 'gam':
      return readGam(model, header, builder)
    case 'subModels':
      return readClasses(model, header, builder)
  }
}
