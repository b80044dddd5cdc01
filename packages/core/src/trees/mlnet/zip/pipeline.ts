import { malformed, unsupported } from '@riftline/base'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, type ModelFile, readModelFile } from './model-file.ts'

/** A step of a saved pipeline. */
export interface Step {
  readonly folder: string
  readonly file: ModelFile
}

/** What scores a row of features. */
export interface Pipeline {
  /** Folder of the model's parameters. */
  readonly model: string
  /** The step that applies them; null in the layout of 2018, which has none. */
  readonly step: Step | null
  /** Folder of a calibrator that was trained as a step of its own; null without one. */
  readonly calibrator: string | null
}

const chainFolder = 'TransformerChain'
const oldFolder = 'Predictor'
const predictors = new Set(['BinaryPredXfer', 'RegressionPredXfer', 'RankingPredXfer', 'MulticlassPredXfer'])

/** Steps that leave Score and Probability alone: values in place of class numbers, a choice of columns, explanations. */
const harmless = new Set(['KeyToValueTransform', 'SelectColumnsTransform', 'FeatureContribution'])

/** Steps that write columns of names that their block begins with. */
const writers = new Set(['CopyTransform', 'ConcatTransform'])

const calibratorSteps = new Set(['PlattCalibratTransf', 'PavCalibratTransf', 'NaiveCalibratTransf'])

/** A step may serve training, testing and scoring, a bit each; this is the bit of scoring. */
const scoringScope = 4

/**
 * Finds the last predictor of the saved pipeline. The steps before it make its features and are not read; of those
 * after it only calibrators count.
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

/** The folders of a chain's steps, those left out that serve only training. */
function scoringSteps({ block }: ModelFile, folder: string): string[] {
  const scopes = block.int32s(block.integer(0, 2 ** 31 - 1))
  block.end()
  const folders = scopes.map((_, i) => `${folder}/Transform_${String(i).padStart(3, '0')}`)
  return folders.filter((_, i) => (scopes[i]! & scoringScope) !== 0)
}

/** Of several calibrators the last one of the pipeline counts, the first of `later`. */
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
    // Since version 1.2 the calibrator names the column that it reads.
    const column = knownVersion(file, 2) < 2 ? 'Score' : file.text()
    if (column !== 'Score') throw unsupported(file.path, `a calibrator of column ${JSON.stringify(column)}`)
    calibrator ??= `${folder}/Calibrator`
  }
  return calibrator
}

/** A copy or a concatenation may be read past unless it writes what the model answers. */
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
    // A copy has one source; a concatenation several, since version 1.3 each with an alias.
    const sources = isCopy ? 1 : block.integer(0, 2 ** 20) * (version < 3 ? 1 : 2)
    for (let s = 0; s < sources; s++) file.text()
  }
}
