import { unsupported } from '@riftline/base'
import type { JsonObject } from '../../read/json-fields.ts'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, type ModelFile, readModelFile } from './model-file.ts'
import type { Pipeline } from './parse-mlnet-zip.ts'
import { commonCount, type FeatureCount, readCalibratorFolder, readPredictor, type ZipPredictor } from './predictor.ts'

/** Model in the words of the `mlnet-fasttree` schema, without its features. */
interface ZipModel {
  readonly features: FeatureCount
  readonly keys: JsonObject
}

const outputFormulas = ['Raw', 'ProbabilityNormalization', 'Softmax']

/** Reads the parameters of a pipeline's predictor, of one output or one-versus-all. */
export async function readModel(archive: ZipArchive, { model, calibrator }: Pipeline): Promise<ZipModel> {
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
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.StandardTrainers/Standard/MulticlassClassification/OneVersusAllTrainer.cs#L366
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
 *
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

/** Most classes of pairwise coupling; more would be half a million models. */
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
