import { malformed } from '@riftline/base'
import { loadEnsemble } from './binary/ensemble-file.ts'
import { parseCatboost } from './catboost/parse-catboost.ts'
import type { TreeEnsemble } from './form/tree-ensemble.ts'
import { parseLightgbm } from './lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from './lightgbm/parse-lightgbm-text.ts'
import { parseFasttree } from './mlnet/parse-fasttree.ts'
import { parseMlnetZip } from './mlnet/zip/parse-mlnet-zip.ts'
import { parseOnnx } from './onnx/parse-onnx.ts'
import { asBytes } from './read/byte-reader.ts'
import { formatOf, otherFormat } from './read/other-format.ts'
import { parseXgboost } from './xgboost/parse-xgboost.ts'
import { inflateUpTo, mostInflated } from './zip/archive.ts'

/** Reader of each format, by the name that `other-format.ts` gives it. */
const readers: ReadonlyMap<string | null, (source: never) => TreeEnsemble | Promise<TreeEnsemble>> = new Map<
  string | null,
  (source: never) => TreeEnsemble | Promise<TreeEnsemble>
>([
  ['parseLightgbm', (source: object) => parseLightgbm(asText(source))],
  ['parseLightgbmText', parseLightgbmText],
  ['parseXgboost', parseXgboost],
  ['parseCatboost', parseCatboost],
  ['parseOnnx', parseOnnx],
  ['parseFasttree', (source: object) => parseFasttree(asText(source))],
  ['parseMlnetZip', parseMlnetZip],
  ['loadEnsemble', loadEnsemble],
])

/**
 * Reads a model of any format that this library reads, and recognises it by its content: the file's bytes, also compressed by gzip,
 * its text, or a JSON document as object. A program that knows its format calls that parser, and is bundled without the others.
 *
 * @throws ArtifactError as the parser of the format; `artifact_unsupported` for a format that is known but not read, with what to do
 * @example
 * const ensemble = await parseModel(await readFile('model.ubj'))
 * ensemble.source // { format: 'xgboost', version: '3.4.1' }
 */
export async function parseModel(source: string | Uint8Array | object): Promise<TreeEnsemble> {
  const model = isGzip(source) ? await inflateUpTo(source, mostInflated(source.length), '$', 'gzip') : source
  const format = formatOf(model)
  const read = readers.get(format?.parser ?? null)
  if (read !== undefined) return await read(model as never)
  throw otherFormat(model, 'parseModel') ?? malformed('$', 'a model of a format that is read here', source)
}

function isGzip(source: unknown): source is Uint8Array {
  const bytes = asBytes(source)
  return bytes?.[0] === 0x1f && bytes[1] === 0x8b
}

/** Text of bytes; other sources as they are. */
function asText(source: object): unknown {
  return ArrayBuffer.isView(source) ? new TextDecoder().decode(source as Uint8Array) : source
}
