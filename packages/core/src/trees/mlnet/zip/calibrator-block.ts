import { unsupported } from '../../../errors.ts'
import type { JsonObject } from '../../read/json-fields.ts'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, readModelFile } from './model-file.ts'

/**
 * The calibrator in `folder`, as the `mlnet-fasttree` schema has it.
 *
 * @throws ArtifactError `artifact_unsupported` for other calibrators than Platt's, such as isotonic ones
 */
export async function readCalibratorFolder(archive: ZipArchive, folder: string): Promise<JsonObject> {
  const file = await readModelFile(archive, folder)
  if (file.loader !== 'PlattCaliExec') {
    throw unsupported(file.path, `calibrator ${JSON.stringify(file.loader)}; supported is PlattCaliExec`)
  }
  knownVersion(file, 1)
  const Slope = file.block.float64()
  const Offset = file.block.float64()
  file.block.end()
  return { type: 'PlattCalibrator', Slope, Offset }
}
