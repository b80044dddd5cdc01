import { ArtifactError, cureOf, invalidArgument } from '@riftline/base'
import type { TreeEnsemble } from '../../form/tree-ensemble.ts'
import type { JsonObject } from '../../read/json-fields.ts'
import { otherFormat } from '../../read/other-format.ts'
import { openZip, type ZipArchive } from '../../zip/archive.ts'
import { parseFasttree } from '../parse-fasttree.ts'
import { type Annotation, readAnnotation } from './annotation.ts'
import { readModel } from './model.ts'
import { findPipeline, type Step } from './pipeline.ts'

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
  if (Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
    const expected = 'the bytes of a model.zip as a Uint8Array'
    throw otherFormat(bytes, 'parseMlnetZip') ?? invalidArgument('bytes', expected, bytes, cureOf(bytes))
  }
  const archive = openArchive(bytes)
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
async function readStep(archive: ZipArchive, { folder, file }: Step): Promise<JsonObject & StepNames> {
  const path = `${folder}/TrainSchema`
  const table = archive.has(path) ? await archive.read(path) : null
  const namesOf = async (kind: Annotation, column: string | null): Promise<readonly unknown[] | null> =>
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

interface StepNames {
  readonly featureNames: readonly unknown[] | null
}

/** Parses the model with the checks for every ML.NET model, and adds the folder to the path of errors. */
function parseSchema(schema: JsonObject, folder: string): TreeEnsemble {
  try {
    return parseFasttree(schema)
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    const { code, path, message } = error
    throw new ArtifactError(code, `${folder} ${path}`, message.slice(path.length + 2), {
      cause: error,
    })
  }
}
