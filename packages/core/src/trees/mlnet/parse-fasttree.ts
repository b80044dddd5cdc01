import { malformed, unsupported } from '@riftline/base'
import { createTreesBuilder, type TreeRecord, type TreesBuilder } from '../form/build-trees.ts'
import { type Calibrator, classesOfPairs, isClassifying, type Link } from '../form/links.ts'
import { splitDecision } from '../form/scoring-rules.ts'
import { noCategories, type TreeEnsemble, usualModel } from '../form/tree-ensemble.ts'
import {
  arrayField,
  asObject,
  choiceField,
  field,
  type JsonObject,
  parseRoot,
  type Where,
} from '../read/json-fields.ts'
import { firstMistake } from '../read/other-format.ts'
import {
  asFiniteMlnetNumber,
  asOrderedNumber,
  type FasttreeBody,
  type FasttreeHeader,
  finiteMlnetField,
  linkOfCalibrator,
  readCalibrator,
  readModelType,
  readSchemaHeader,
  requirePlainSum,
} from './calibrator.ts'
import { readEnsemble, readSingleModel } from './ensemble.ts'

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
  const { baseScore, ...body } = readBody(model, header)
  return {
    ...usualModel,
    source: { format: 'mlnet' },
    precision: 'float32',
    sums: 'rounded',
    numberOfFeatures,
    featureNames,
    categories: noCategories(numberOfFeatures),
    classNames,
    decisionThreshold,
    baseScores: new Array<number>(body.numberOfOutputs).fill(baseScore),
    classifies: header.shape === 'subModels' || isClassifying(body.link, decisionThreshold),
    ...body,
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

/**
 * Reads an additive model: Score = float32 of Bias + Σ effect of each feature's bin, the first one whose upper bound (a double) is `>=` the
 * value, or bin 0 for NaN. That equals a tree over one feature with one leaf per bin, which every engine can evaluate.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/GamModelParameters.cs
 */
function readGam(model: JsonObject, header: FasttreeHeader, builder: TreesBuilder): FasttreeBody {
  requirePlainSum(header)
  const baseScore = readBias(model, '$')
  addShapes(model, '$', header.numberOfFeatures, 0, builder)
  const calibrator = readCalibrator(field(model, 'calibrator'), '$.calibrator')
  return {
    numberOfOutputs: 1,
    averaging: 'none',
    baseScore,
    trees: builder.finish(),
    link: calibrator === null ? { kind: 'identity' } : linkOfCalibrator(calibrator),
    warnings: [],
  }
}

/** Adds an additive model as one class of several. Its bias becomes a first tree of one leaf. */
function addGamClass(
  subModel: JsonObject,
  path: string,
  features: number,
  output: number,
  builder: TreesBuilder,
): void {
  const bias = readBias(subModel, path)
  const none = { feature: [], decision: [], threshold: [], left: [], right: [], linear: null, counts: null }
  builder.addTree(output, { ...none, leafValue: [bias] })
  addShapes(subModel, path, features, output, builder)
}

function readBias(holder: JsonObject, path: string): number {
  const where = () => `${path}.gam`
  return finiteMlnetField(asObject(field(holder, 'gam'), where), 'Bias', where)
}

/** Adds a tree for each feature that has a shape function. */
function addShapes(holder: JsonObject, path: string, features: number, output: number, builder: TreesBuilder): void {
  const where = () => `${path}.gam`
  const shapes = arrayField(asObject(field(holder, 'gam'), where), 'ShapeFunctions', where, features)
  for (const [feature, shape] of shapes.entries()) {
    if (shape !== null)
      builder.addTree(
        output,
        readShape(shape, feature, () => `${where()}.ShapeFunctions[${feature}]`),
      )
  }
}

function readShape(value: unknown, feature: number, where: Where): TreeRecord {
  const shape = asObject(value, where)
  const boundsAt = () => `${where()}.BinUpperBounds`
  const boundValues = arrayField(shape, 'BinUpperBounds', where)
  const bounds = Array.from(boundValues, (bound, i) => asOrderedNumber(bound, () => `${boundsAt()}[${i}]`))
  const effectValues = arrayField(shape, 'BinEffects', where, bounds.length)
  const effects = Array.from(effectValues, (effect, i) =>
    asFiniteMlnetNumber(effect, () => `${where()}.BinEffects[${i}]`),
  )
  bounds.forEach((bound, i) => {
    const previous = bounds[i - 1] ?? -Infinity
    if (i > 0 && bound <= previous) throw malformed(`${boundsAt()}[${i}]`, `a bound above ${previous}`, bound)
  })
  if (bounds.length === 0) throw malformed(boundsAt(), 'one or more bins', bounds)
  if (bounds.at(-1) !== Infinity) {
    throw unsupported(boundsAt(), 'ML.NET cannot score values above the last bound, which must be Infinity')
  }
  return searchTree(feature, bounds, effects)
}

/** Balanced tree over all bounds but the last; leaf i is bin i. Node 0 is the root. */
function searchTree(feature: number, bounds: readonly number[], effects: readonly number[]): TreeRecord {
  const threshold: number[] = []
  const left: number[] = []
  const right: number[] = []

  /** Adds the search among bins low … high; returns its node or leaf. Balanced, so at most 32 levels deep. */
  function search(low: number, high: number): number {
    if (low === high) return ~low
    const middle = (low + high) >> 1
    const node = threshold.push(bounds[middle]!) - 1
    left[node] = search(low, middle)
    right[node] = search(middle + 1, high)
    return node
  }

  search(0, bounds.length - 1)
  return {
    feature: threshold.map(() => feature),
    decision: threshold.map(() => splitDecision.nanGoesLeft),
    threshold,
    left,
    right,
    leafValue: effects,
    linear: null,
    counts: null,
  }
}
