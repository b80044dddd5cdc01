import { ArtifactError } from '@riftline/base'

/** Format of tree models: its name, its parser, and advice if no parser reads it. */
interface Format {
  readonly name: string
  readonly parser: string | null
  readonly cure?: string
}

const dump: Format = { name: "LightGBM's dump", parser: 'parseLightgbm' }
const modelText: Format = { name: "LightGBM's model.txt", parser: 'parseLightgbmText' }
const fasttree: Format = { name: "ML.NET's exported model", parser: 'parseFasttree' }
const xgboost: Format = { name: 'a model of XGBoost', parser: 'parseXgboost' }
const oldXgboost: Format = {
  name: 'a model of XGBoost 1.7 or older in its binary form',
  parser: null,
  cure: 'load it with the version that wrote it, and call save_model("model.json")',
}
const xgboostDump: Format = {
  name: "XGBoost's dump (get_dump)",
  parser: null,
  cure: 'it lacks base_score and the objective; save_model("model.json") writes both',
}
const catboost: Format = { name: 'a model of CatBoost', parser: 'parseCatboost' }
const catboostBinary: Format = {
  name: 'a model of CatBoost in its binary form (.cbm)',
  parser: null,
  cure: 'load it in CatBoost and call save_model(..., format="json"); CatBoost writes no JSON with text or embedding columns',
}
const pickle: Format = {
  name: 'a pickle of Python',
  parser: null,
  cure: "save the model itself with its trainer's save_model, or convert a model of scikit-learn to ONNX with skl2onnx",
}

/** Beginnings of files, as bytes or as text decoded from UTF-8 (`\ufffd` for an invalid byte). */
const beginnings: readonly (readonly [readonly string[], Format])[] = [
  [['PK\x03\x04'], { name: 'a zip archive, as ML.NET saves models', parser: 'parseMlnetZip' }],
  [['RIFTTREE'], { name: 'a model of saveEnsemble', parser: 'loadEnsemble' }],
  [
    ['\x1f\x8b', '\x1f\ufffd'],
    { name: 'compressed by gzip', parser: null, cure: 'decompress it first, or call parseModel' },
  ],
  [['CBM1'], catboostBinary],
  [['{L\0'], xgboost],
  [['binf'], oldXgboost],
  [['booster['], xgboostDump],
  [['\x80', '\ufffd\x02', '\ufffd\x03', '\ufffd\x04', '\ufffd\x05'], pickle],
  [['\x08'], { name: 'a model in ONNX', parser: 'parseOnnx' }],
]

/** Format of a source by its beginning or its fields; null if it is unknown. */
export function formatOf(source: unknown): Format | null {
  try {
    if (typeof source === 'string') return formatOfText(source)
    if (ArrayBuffer.isView(source)) return formatOfBytes(source)
    return typeof source === 'object' && source !== null ? formatOfObject(source) : null
  } catch {
    return null // damaged JSON, or a live object that throws
  }
}

function formatOfText(text: string): Format | null {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (/^tree\r?\n/.test(text.slice(start, start + 6))) return modelText
  const beginning = text.slice(start, start + 64)
  if (/^\s*\[\s*\{\s*"nodeid"/.test(beginning)) return xgboostDump
  if (/^\s*\{\s*"learner"/.test(beginning)) return xgboost
  const format = formatOfBeginning(beginning)
  if (format !== null || !/^\s*\{/.test(beginning)) return format
  return formatOfObject(JSON.parse(text.slice(start)))
}

/** Decodes bytes as text only if they begin like JSON or model.txt. */
function formatOfBytes(bytes: ArrayBufferView): Format | null {
  const start = latin1(bytes)
  const format = formatOfBeginning(start)
  if (format !== null) return format
  if (/^(\xef\xbb\xbf)?tree\r?\n/.test(start)) return modelText
  return /^(\xef\xbb\xbf)?\s*[[{]/.test(start) ? formatOfText(new TextDecoder().decode(bytes as Uint8Array)) : null
}

function formatOfBeginning(text: string): Format | null {
  return beginnings.find(([starts]) => starts.some((start) => text.startsWith(start)))?.[1] ?? null
}

function formatOfObject(object: object): Format | null {
  const has = (key: string): boolean => Object.hasOwn(object, key)
  if (has('learner')) return xgboost
  if (has('oblivious_trees') || (has('trees') && has('features_info'))) return catboost
  if (has('tree_info')) return dump
  return 'format' in object && object.format === 'mlnet-fasttree' ? fasttree : null
}

function latin1({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return String.fromCharCode(...new Uint8Array(buffer, byteOffset, Math.min(byteLength, 64)))
}

/** Error that names the format of a source that `parser` cannot read, and the right parser; null if the format is unknown. */
export function otherFormat(source: unknown, parser: string): ArtifactError | null {
  const format = formatOf(source)
  if (format === null || format.parser === parser) return null
  const cure = format.parser ?? format.cure ?? 'not a format that is read here'
  return new ArtifactError('artifact_unsupported', '$', `this is ${format.name}: ${cure}`)
}

/** Error for a source that `parser` refused: the name of its format if the error concerns the whole source, else `error`. */
export function firstMistake(source: unknown, parser: string, error: unknown): unknown {
  const isOfAll = error instanceof ArtifactError && (error.path === '$' || error.path === '$.format')
  return (isOfAll ? otherFormat(source, parser) : null) ?? error
}
