import { malformed } from '@riftline/base'
import { createTreesBuilder, type TreesBuilder } from '../form/build-trees.ts'
import { type Calibrator, classesOfPairs, type Link, noCategories, type TreeEnsemble } from '../form/tree-ensemble.ts'
import { arrayField, asObject, choiceField, field, type JsonObject, parseRoot } from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import { readCalibrator } from './calibrator.ts'
import { readEnsemble, readSingleModel } from './ensemble.ts'
import { addGamClass, readGam } from './gam.ts'
import { type FasttreeBody, type FasttreeHeader, readModelType, readSchemaHeader, requirePlainSum } from './header.ts'

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

/**
 * Reads one model per class, of trees or additive, or per pair of classes (`Pairwise`). Trees are stored class by class; iteration i is
 * the i-th tree of every class, even if classes have different numbers of trees.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/OneVersusAllTrainer.cs
 */
function readClasses(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const root = () => '$'
  const formula = choiceField(model, 'outputFormula', root, formulas)
  const subModels = arrayField(model, 'subModels', root)
  if (subModels.length === 0) throw malformed('$.subModels', 'one model or more', subModels)
  const classes = formula === 'Pairwise' ? classesOfPairs(subModels.length) : subModels.length
  if (!Number.isInteger(classes)) {
    throw malformed('$.subModels', 'a model for each pair of classes, K (K + 1) / 2', subModels.length)
  }
  if (header.classNames !== null && header.classNames.length !== classes) {
    throw malformed('$.outputNames', `names of ${classes} classes`, header.classNames.length)
  }

  const warnings: string[] = []
  const calibrators: Calibrator[] = []
  for (const [k, value] of subModels.entries()) {
    const path = `$.subModels[${k}]`
    const subModel = asObject(value, () => path)
    const modelType = readModelType(subModel, path)
    if ((field(subModel, 'gam') ?? null) !== null) addGamClass(subModel, path, header.numberOfFeatures, k, builder)
    else warnings.push(...readEnsemble(subModel, path, modelType, header.numberOfFeatures, k, builder))
    const calibrator = readCalibrator(field(subModel, 'calibrator'), `${path}.calibrator`)
    if (calibrator !== null) calibrators.push(calibrator)
    else if (formula === 'ProbabilityNormalization' || formula === 'Pairwise') {
      throw malformed(`${path}.calibrator`, 'a calibrator', null)
    }
  }
  return {
    numberOfOutputs: subModels.length,
    averaging: 'none',
    baseScore: 0,
    trees: builder.finish(),
    link: linkOf(formula, calibrators),
    warnings,
  }
}

const formulas = ['Softmax', 'ProbabilityNormalization', 'Raw', 'Pairwise'] as const

function linkOf(formula: (typeof formulas)[number], calibrators: readonly Calibrator[]): Link {
  switch (formula) {
    case 'Softmax':
      return { kind: 'softmax', shiftByMaximum: false }
    case 'ProbabilityNormalization':
      return { kind: 'normalisedSigmoids', sigmoids: calibrators }
    case 'Pairwise':
      return { kind: 'pairwise', calibrators }
    case 'Raw':
      return { kind: 'identity' }
  }
}
