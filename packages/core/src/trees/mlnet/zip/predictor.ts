import { unsupported } from '@riftline/base'
import type { JsonObject } from '../../read/json-fields.ts'
import type { ZipArchive } from '../../zip/archive.ts'
import { readCalibratorFolder } from './calibrator-block.ts'
import { readEnsembleBlock } from './ensemble-block.ts'
import type { FeatureCount } from './feature-count.ts'
import { readGamBlock } from './gam-block.ts'
import { calibratedLoaders, ensembleLoaders, gamLoaders, type PredictorLoader } from './loaders.ts'
import { type ModelFile, readModelFile } from './model-file.ts'

/** A model of one output, or one class of a multiclass model. */
export interface Predictor extends PredictorLoader {
  readonly features: FeatureCount
  /** Its keys of the `mlnet-fasttree` schema: `ensemble` or `gam`, and `calibrator`. */
  readonly body: JsonObject
}

/**
 * The predictor whose `Model.key` is `file`, which lies in `folder`; a calibrated one has predictor and calibrator in
 * folders of their own.
 *
 * @throws ArtifactError `artifact_unsupported` for predictors that are not made of trees, with their loader's name
 */
export async function readPredictor(archive: ZipArchive, folder: string, file: ModelFile): Promise<Predictor> {
  if (!calibratedLoaders.has(file.loader)) return readParameters(file)
  const inner = await readModelFile(archive, `${folder}/Predictor`)
  const predictor = readParameters(inner)
  const calibrator = await readCalibratorFolder(archive, `${folder}/Calibrator`)
  return { ...predictor, body: { ...predictor.body, calibrator } }
}

function readParameters(file: ModelFile): Predictor {
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
