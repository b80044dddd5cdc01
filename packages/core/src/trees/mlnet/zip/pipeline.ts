import { malformed, unsupported } from '@riftline/base'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, type ModelFile, readModelFile } from './model-file.ts'

/** Step of a saved pipeline. */
export interface Step {
  readonly folder: string
  readonly file: ModelFile
}

/** Parts of a pipeline that score a row of features. */
export interface Pipeline {
  /** Folder of the model's parameters. */
  readonly model: string
  /** Step that applies them; null in the layout of 2018, which has none. */
  readonly step: Step | null
  /** Folder of a calibrator that is a separate step; null without one. */
  readonly calibrator: string | null
}

const chainFolder = 'TransformerChain'
const oldFolder = 'Predictor'
const predictors = new Set(['BinaryPredXfer', 'RegressionPredXfer', 'RankingPredXfer', 'MulticlassPredXfer'])

/** Steps that do not change Score and Probability: values for class numbers, a choice of columns, explanations. */
const harmless = new Set(['KeyToValueTransform', 'SelectColumnsTransform', 'FeatureContribution'])

/** Steps that write the columns named at the start of their block. */
const writers = new Set(['CopyTransform', 'ConcatTransform'])

const calibratorSteps = new Set(['PlattCalibratTransf', 'PavCalibratTransf', 'NaiveCalibratTransf'])

/** Bit of scoring among the uses of a step: training, testing, scoring. */
const scoringScope = 4

/**
 * Finds the last predictor of the saved pipeline. The steps before it compute its features and are not read; of the steps after it
 * only calibrators count.
 *
 * @throws ArtifactError `artifact_unsupported` with the loader's name for other predictors and for other steps after it
 */
export async function findPipeline(archive: ZipArchive): Promise<Pipeline> {
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
