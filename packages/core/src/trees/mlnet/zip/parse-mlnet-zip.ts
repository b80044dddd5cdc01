import { ArtifactError, cureOf, invalidArgument, malformed, unsupported } from '@riftline/base'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import { asBytes } from '../../read/byte-reader.ts'
import type { JsonObject } from '../../read/json-fields.ts'
import { otherFormat } from '../../read/other-format.ts'
import { openZip, type ZipArchive } from '../../zip/archive.ts'
import { parseFasttree } from '../parse-fasttree.ts'
import { type Annotation, readAnnotation } from './annotation.ts'
import { knownVersion, type ModelFile, readModelFile } from './model-file.ts'
import { commonCount, type FeatureCount, readCalibratorFolder, readPredictor, type ZipPredictor } from './predictor.ts'

/**
 * Reads the `model.zip` that ML.NET saves (`mlContext.Model.Save`), without an export step, into the ensemble that `parseFasttree`
 * reads from the exported model, with calibrator, decision threshold, names of classes and feature slots, and replacements of
 * missing values. FastTree, FastForest, LightGBM and GAM models, alone, one-versus-all or pairwise, of
 * ML.NET from 2018 on. The steps before the model are not read: a row holds the cells of its feature column.
 *
 * @param bytes the file; runs wherever there is `DecompressionStream('deflate-raw')`
 * @throws ArtifactError `artifact_invalid` for a damaged file, with a path such as
 *   `TransformerChain/Transform_001/Model/Model.key@0x140`; `artifact_unsupported` for other predictors, calibrators and
 *   steps after the predictor, with the name that ML.NET loads them by; RiftlineError `invalid_argument`
 * @example
 * const ensemble = await parseMlnetZip(new Uint8Array(await readFile('model.zip')))
 * compileEnsemble(ensemble).predict([2, 0.5]) // Probability of a binary model, else Score
 */
export async function parseMlnetZip(bytes: Uint8Array): Promise<TreeEnsemble> {
  const own = asBytes(bytes)
  if (own === null) {
    const expected = 'the bytes of a model.zip as a Uint8Array'
    throw otherFormat(bytes, 'parseMlnetZip') ?? invalidArgument('bytes', expected, bytes, cureOf(bytes))
  }
  const archive = openArchive(own)
  const pipeline = await findPipeline(archive)
  const { features, keys } = await readModel(archive, pipeline)
  const names = pipeline.step === null ? { featureNames: null } : await readStep(archive, pipeline.step)
  const numberOfFeatures = features.known ? features.count : (names.featureNames?.length ?? features.count)
  const schema = { format: 'mlnet-fasttree', formatVersion: 1, numberOfFeatures, ...names, ...keys }
  return parseSchema(schema, pipeline.model)
}

function openArchive(bytes: Uint8Array): ZipArchive {
  try {
    return openZip(bytes, 'zip')
  } catch (error) {
    throw otherFormat(bytes, 'parseMlnetZip') ?? error
  }
}

/** Reads the predictor's step: names of feature slots and classes as in training, and the threshold. */
async function readStep(archive: ZipArchive, { folder, file }: Step) {
  const path = `${folder}/TrainSchema`
  const table = archive.has(path) ? await archive.read(path) : null
  const namesOf = async (kind: Annotation, column: string | null) =>
    column === null || table === null ? null : readAnnotation(table, { path, column, kind })
  const featureNames = await namesOf('SlotNames', file.text())
  switch (file.loader) {
    case 'MulticlassPredXfer':
      return { featureNames, outputNames: await namesOf('KeyValues', file.text()) }
    case 'BinaryPredXfer': {
      const [threshold = 0] = file.block.float32s(1)
      return { featureNames, decisionThreshold: file.text() === 'Score' ? threshold : null }
    }
    default:
      return { featureNames }
  }
}

/** Parses the model with the checks for every ML.NET model, and adds the folder to the path of errors. */
function parseSchema(schema: JsonObject, folder: string): TreeEnsemble {
  try {
    return parseFasttree(schema)
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    const { code, path, message } = error
    throw new ArtifactError(code, `${folder} ${path}`, message.slice(path.length + 2), { cause: error })
  }
}

interface Step {
  readonly folder: string
  readonly file: ModelFile
}

/** Parts of a pipeline that turn a row of features into a score. */
export interface Pipeline {
  readonly model: string
  /** Step that applies the model; null in the layout of 2018, which has no steps. */
  readonly step: Step | null
  /** Folder of a calibrator that is a separate step; null without one. */
  readonly calibrator: string | null
}

const chainFolder = 'TransformerChain'
const oldFolder = 'Predictor'
const predictors = new Set(['BinaryPredXfer', 'RegressionPredXfer', 'RankingPredXfer', 'MulticlassPredXfer'])

/** Steps that do not change Score and Probability: they map class numbers to values, choose columns or explain. */
const harmless = new Set(['KeyToValueTransform', 'SelectColumnsTransform', 'FeatureContribution'])

/** Steps that write the columns named at the start of their block. */
const writers = new Set(['CopyTransform', 'ConcatTransform'])

const calibratorSteps = new Set(['PlattCalibratTransf', 'PavCalibratTransf', 'NaiveCalibratTransf'])

/** Bit that marks a step used for scoring, beside training and testing. */
const scoringScope = 4

/**
 * Finds the last predictor of the saved pipeline. The steps before it compute its features and are not read; of the steps after
 * it only calibrators count.
 */
async function findPipeline(archive: ZipArchive): Promise<Pipeline> {
  if (!archive.has(`${chainFolder}/Model.key`)) {
    if (archive.has(`${oldFolder}/Model.key`)) return { model: oldFolder, step: null, calibrator: null }
    throw malformed('zip', `${chainFolder}/Model.key or ${oldFolder}/Model.key`, 'neither')
  }
  const later: Step[] = []
  const pending = [chainFolder]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const file = await readModelFile(archive, folder)
    if (file.loader === 'TransformerChain') {
      for (const step of scoringSteps(file, folder)) pending.push(step)
    } else if (predictors.has(file.loader)) {
      return { model: `${folder}/Model`, step: { folder, file }, calibrator: findCalibrator(later) }
    } else {
      later.push({ folder, file })
    }
  }
  const found = later.slice(0, 10).map(({ file }) => file.loader)
  throw unsupported(chainFolder, `a pipeline without ${[...predictors].join(', ')}; it ends with ${found.join(', ')}`)
}

/** Folders of a chain's steps, without steps for training only. */
function scoringSteps({ block }: ModelFile, folder: string): string[] {
  const scopes = block.int32s(block.integer(0, 2 ** 31 - 1))
  block.end()
  const folders = scopes.map((_, i) => `${folder}/Transform_${String(i).padStart(3, '0')}`)
  return folders.filter((_, i) => (scopes[i]! & scoringScope) !== 0)
}

/** Finds the calibrator that counts: the last one of the pipeline, the first in `later`. */
function findCalibrator(later: readonly Step[]): string | null {
  let calibrator: string | null = null
  for (const { folder, file } of later) {
    if (harmless.has(file.loader)) continue
    if (writers.has(file.loader)) {
      refuseScores(file)
      continue
    }
    if (!calibratorSteps.has(file.loader)) {
      throw unsupported(file.path, `step ${JSON.stringify(file.loader)} after the predictor`)
    }
    // Since version 1.2 the calibrator names its input column.
    const column = knownVersion(file, 2) < 2 ? 'Score' : file.text()
    if (column !== 'Score') throw unsupported(file.path, `a calibrator of column ${JSON.stringify(column)}`)
    calibrator ??= `${folder}/Calibrator`
  }
  return calibrator
}

/** Refuses a copy or a concatenation that writes the model's Score or Probability. */
function refuseScores(file: ModelFile): void {
  const { block, loader, path } = file
  const isCopy = loader === 'CopyTransform'
  const version = knownVersion(file, isCopy ? 1 : 3)
  if (!isCopy && version < 3) block.integer(4, 4) // bytes of a float
  const columns = block.integer(0, 2 ** 20)
  for (let i = 0; i < columns; i++) {
    const written = file.text()
    if (written === 'Score' || written === 'Probability') {
      throw unsupported(path, `step ${JSON.stringify(loader)} after the predictor, which writes ${written}`)
    }
    // A copy has one source; a concatenation has several, since version 1.3 each with an alias.
    const sources = isCopy ? 1 : block.integer(0, 2 ** 20) * (version < 3 ? 1 : 2)
    for (let s = 0; s < sources; s++) file.text()
  }
}

/** Model in the terms of the `mlnet-fasttree` schema, without its features. */
interface ZipModel {
  readonly features: FeatureCount
  readonly keys: JsonObject
}

const outputFormulas = ['Raw', 'ProbabilityNormalization', 'Softmax']

/** Reads the parameters of a pipeline's predictor, of one output or one-versus-all. */
async function readModel(archive: ZipArchive, { model, calibrator }: Pipeline): Promise<ZipModel> {
  const file = await readModelFile(archive, model)
  if (file.loader === 'OVAExec' || file.loader === 'PKPDExec') {
    if (calibrator !== null) throw unsupported(calibrator, 'a calibrator of a multiclass model')
    return file.loader === 'OVAExec' ? readClassModels(archive, model, file) : readPairs(archive, model, file)
  }
  const predictor = await readPredictor(archive, model, file)
  if (calibrator === null) return modelOf(predictor, predictor.body)
  // The later of two calibrators counts, as it overwrites the Probability.
  return modelOf(predictor, { ...predictor.body, calibrator: await readCalibratorFolder(archive, calibrator) })
}

function modelOf({ modelType, task, features }: ZipPredictor, body: JsonObject): ZipModel {
  const aggregation = modelType === 'FastForestRegressionModelParameters' ? 'average' : 'sum'
  const outputTransform = modelType === 'FastTreeTweedieModelParameters' ? 'exp' : 'identity'
  return { features, keys: { modelType, task, aggregation, outputTransform, ...body } }
}

/**
 * Reads the models of one-versus-all. Source:
 * https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/OneVersusAllTrainer.cs#L366
 */
async function readClassModels(archive: ZipArchive, folder: string, file: ModelFile): Promise<ZipModel> {
  const { block } = file
  knownVersion(file, 1)
  block.integer(4, 4) // bytes of a float
  const at = block.position()
  const formula = block.uint8()
  const outputFormula = outputFormulas[formula]
  if (outputFormula === undefined) throw block.fault(at, 'an output formula from 0 to 2', formula)
  const classes = block.integer(1, 2 ** 31 - 1)
  block.end()

  const folders = Array.from({ length: classes }, (_, k) => `${folder}/SubPredictor_${number(k)}`)
  return multiclass(archive, folder, folders, outputFormula)
}

/**
 * Reads a model for each pair of classes, in the order of the lower triangle.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/PairwiseCouplingTrainer.cs
 */
async function readPairs(archive: ZipArchive, folder: string, file: ModelFile): Promise<ZipModel> {
  knownVersion(file, 1)
  file.block.integer(4, 4) // bytes of a float
  const classes = file.block.integer(1, mostPaired)
  file.block.end()
  const folders = Array.from({ length: classes }, (_, i) =>
    Array.from({ length: i + 1 }, (_, j) => `${folder}/SubPredictor_${number(i)}${j === i ? '' : `_${number(j)}`}`),
  )
  return multiclass(archive, folder, folders.flat(), 'Pairwise')
}

/** Largest number of classes of pairwise coupling; more would make half a million models. */
const mostPaired = 1000

function number(k: number): string {
  return String(k).padStart(3, '0')
}

async function multiclass(
  archive: ZipArchive,
  folder: string,
  folders: readonly string[],
  outputFormula: string,
): Promise<ZipModel> {
  const predictors: ZipPredictor[] = []
  for (const classFolder of folders) {
    const classFile = await readModelFile(archive, classFolder)
    const predictor = await readPredictor(archive, classFolder, classFile)
    if (predictor.task !== 'binary') {
      throw unsupported(classFile.path, `a ${predictor.modelType} for a class; supported are binary models`)
    }
    predictors.push(predictor)
  }
  const keys = {
    modelType: 'OneVersusAllModelParameters',
    task: 'multiclass',
    aggregation: 'sum',
    outputTransform: 'identity',
    outputFormula,
    subModels: predictors.map(({ modelType, body }) => ({ modelType, ...body })),
  }
  const counts = predictors.map((predictor) => predictor.features)
  return { features: commonCount(counts, folder), keys }
}
