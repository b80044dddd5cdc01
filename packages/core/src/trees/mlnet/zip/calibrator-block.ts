import { unsupported } from '@riftline/base'
import type { JsonObject } from '../../read/json-fields.ts'
import type { ZipArchive } from '../../zip/archive.ts'
import { knownVersion, readModelFile } from './model-file.ts'

/**
 * The calibrator in `folder`, as the `mlnet-fasttree` schema has it. Platt's is in `Model.key`, the others in `Model.bin`.
 *
 * @throws ArtifactError `artifact_unsupported` for other calibrators than Platt's, isotonic and naive ones
 */
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
