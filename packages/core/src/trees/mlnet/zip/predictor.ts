import { malformed, unsupported } from '@riftline/base'
import { type JsonObject, maximumFeatures } from '../../read/json-fields.ts'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, type ModelFile, readModelFile } from './model-file.ts'
import { readEnsembleBlock } from './tree-block.ts'

/** Model of one output, or one class of a multiclass model. */
export interface ZipPredictor extends PredictorLoader {
  readonly features: FeatureCount
  /** Keys of the `mlnet-fasttree` schema: `ensemble` or `gam`, and `calibrator`. */
  readonly body: JsonObject
}

/**
 * Reads the predictor in `folder`, whose `Model.key` is `file`. A calibrated one has its predictor and calibrator in
 * subfolders.
 */
export async function readPredictor(archive: ZipArchive, folder: string, file: ModelFile): Promise<ZipPredictor> {
  if (!calibratedLoaders.has(file.loader)) return readParameters(file)
  const inner = await readModelFile(archive, `${folder}/Predictor`)
  const predictor = readParameters(inner)
  const calibrator = await readCalibratorFolder(archive, `${folder}/Calibrator`)
  return { ...predictor, body: { ...predictor.body, calibrator } }
}

function readParameters(file: ModelFile): ZipPredictor {
  const loader = ensembleLoaders.get(file.loader)
  if (loader !== undefined) {
    const { ensemble, features } = readEnsembleBlock(file, loader)
    return { ...loader, features, body: { ensemble, calibrator: null } }
  }
  const gamLoader = gamLoaders.get(file.loader)
  if (gamLoader !== undefined) {
    const { gam, features } = readGamBlock(file)
    return { ...gamLoader, features, body: { gam, calibrator: null } }
  }
  const known = [...ensembleLoaders.keys(), ...gamLoaders.keys()].join(', ')
  throw unsupported(file.path, `loader ${JSON.stringify(file.loader)}; supported are OVAExec, ${known}`)
}

/** Reads the calibrator in `folder` into the `mlnet-fasttree` schema. Platt's is in `Model.key`, the others in `Model.bin`. */
export async function readCalibratorFolder(archive: ZipArchive, folder: string): Promise<JsonObject> {
  const isBinary = !archive.has(`${folder}/Model.key`) && archive.has(`${folder}/Model.bin`)
  const file = await readModelFile(archive, folder, isBinary ? 'Model.bin' : 'Model.key')
  const { block, loader, path } = file
  switch (loader) {
    case 'PlattCaliExec': {
      knownVersion(file, 1)
      const Slope = block.float64()
      const Offset = block.float64()
      block.end()
      return { type: 'PlattCalibrator', Slope, Offset }
    }
    case 'PAVCaliExec': {
      knownVersion(file, 1)
      block.integer(4, 4) // bytes of a float
      const pieces = Array.from({ length: block.integer(0, mostPieces) }, () => block.float32s(3))
      block.end()
      const [Mins, Maxes, Values] = [0, 1, 2].map((column) => pieces.map((piece) => piece[column]))
      return { type: 'PavCalibrator', Mins, Maxes, Values }
    }
    case 'NaiveCaliExec': {
      knownVersion(file, 1)
      block.integer(4, 4)
      const [BinSize, Min] = block.float32s(2)
      const BinProbs = block.float32s(block.integer(1, mostPieces))
      block.end()
      return { type: 'NaiveCalibrator', BinSize, Min, BinProbs }
    }
    default: {
      const known = 'PlattCaliExec, PAVCaliExec, NaiveCaliExec'
      throw unsupported(path, `calibrator ${JSON.stringify(loader)}; supported are ${known}`)
    }
  }
}

const mostPieces = 2 ** 24

/**
 * Reads an additive model into the `mlnet-fasttree` schema.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.FastTree/GamModelParameters.cs#L116
 */
function readGamBlock(file: ModelFile): { readonly gam: JsonObject; readonly features: FeatureCount } {
  const { block, path } = file
  if (knownVersion(file, 2) < 2) throw unsupported(path, 'an additive model of before ML.NET 0.10, whose bias is wrong')
  const shapes = block.integer(0, 2 ** 31 - 1)
  const count = block.integer(1, maximumFeatures)
  const Bias = block.float64()
  const effects: number[][] = []
  for (let i = 0; i < shapes; i++) effects.push(block.float64s(block.integer(1, 2 ** 31 - 1)))
  const bounds = effects.map((bins) => block.float64s(bins.length))

  const ShapeFunctions = new Array<JsonObject | null>(count).fill(null)
  const used = new Set<number>()
  for (let pairs = block.integer(0, shapes); pairs > 0; pairs--) {
    const at = block.position()
    const feature = block.integer(0, count - 1)
    const shape = block.integer(0, shapes - 1)
    if (ShapeFunctions[feature] !== null || used.has(shape)) {
      throw block.fault(at, 'a feature and a shape function that no other pair has', `${feature} and ${shape}`)
    }
    used.add(shape)
    ShapeFunctions[feature] = { BinUpperBounds: bounds[shape], BinEffects: effects[shape] }
  }
  block.end()
  return { gam: { Bias, ShapeFunctions }, features: { known: true, count } }
}

export interface FeatureCount {
  /** False for an old model without a count, in which case `count` is the number of the last used feature, plus 1. */
  readonly known: boolean
  readonly count: number
}

/** Count that all models over one feature column share; there is at least one model. */
export function commonCount(counts: readonly FeatureCount[], path: string): FeatureCount {
  const known = counts.filter((features) => features.known)
  const other = known.find(({ count }) => count !== known[0]?.count)
  if (other !== undefined) throw malformed(path, `${known[0]?.count} features in every class`, other.count)
  return known[0] ?? { known: false, count: Math.max(...counts.map(({ count }) => count)) }
}

/** Properties of a model that its loader determines, in the terms of the `mlnet-fasttree` schema. */
interface PredictorLoader {
  readonly modelType: string
  readonly task: 'binary' | 'regression' | 'ranking'
}

/** Versions, `n` of 1.n, of a loader's tree ensembles. */
export interface EnsembleLoader extends PredictorLoader {
  readonly newest: number
  readonly featuresSince: number
  readonly defaultsSince: number
  readonly categoriesSince: number
}

const fastTree = { newest: 5, featuresSince: 2, defaultsSince: 4, categoriesSince: 5 }
const tweedie = { newest: 3, featuresSince: 1, defaultsSince: 2, categoriesSince: 3 }
const forest = { newest: 6, featuresSince: 3, defaultsSince: 5, categoriesSince: 6 }

/** Tree ensembles by loader. LightGBM's trees in ML.NET are written as FastTree's are. */
const ensembleLoaders: ReadonlyMap<string, EnsembleLoader> = new Map([
  ['FastTreeBinaryExec', { modelType: 'FastTreeBinaryModelParameters', task: 'binary', ...fastTree }],
  ['FastTreeRegressionExec', { modelType: 'FastTreeRegressionModelParameters', task: 'regression', ...fastTree }],
  ['FastTreeRankerExec', { modelType: 'FastTreeRankingModelParameters', task: 'ranking', ...fastTree }],
  ['FastTreeTweedieExec', { modelType: 'FastTreeTweedieModelParameters', task: 'regression', ...tweedie }],
  ['FastForestBinaryExec', { modelType: 'FastForestBinaryModelParameters', task: 'binary', ...forest }],
  ['FastForestRegressionExec', { modelType: 'FastForestRegressionModelParameters', task: 'regression', ...forest }],
  ['LightGBMBinaryExec', { modelType: 'LightGbmBinaryModelParameters', task: 'binary', ...fastTree }],
  ['LightGBMRegressionExec', { modelType: 'LightGbmRegressionModelParameters', task: 'regression', ...fastTree }],
  ['LightGBMRankerExec', { modelType: 'LightGbmRankingModelParameters', task: 'ranking', ...fastTree }],
])

/** Additive models by loader. */
const gamLoaders: ReadonlyMap<string, PredictorLoader> = new Map([
  ['BinaryClassGamPredictor', { modelType: 'GamBinaryModelParameters', task: 'binary' }],
  ['RegressionGamPredictor', { modelType: 'GamRegressionModelParameters', task: 'regression' }],
])

/** Loaders of a predictor and its calibrator, which are in the folders `Predictor` and `Calibrator`; their own block is empty. */
const calibratedLoaders: ReadonlySet<string> = new Set([
  'CaliPredExec',
  'BulkCaliPredExec',
  'FeatWCaliPredExec',
  'PMixCaliPredExec',
  'SchemaBindableCalibrated',
])
