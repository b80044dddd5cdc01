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
const xgboost: Format = { name: 'a model of XGBoost', parser: null }
const catboost: Format = { name: 'a model of CatBoost', parser: null }
const pickle: Format = {
  name: 'a pickle of Python',
  parser: null,
  cure: "save the model itself, with LightGBM's save_model",
}

/** Beginnings of files, as bytes or as text decoded from UTF-8 (`\ufffd` for an invalid byte). */
const beginnings: readonly (readonly [readonly string[], Format])[] = [
  [['PK\x03\x04'], { name: 'a zip archive, as ML.NET saves models', parser: 'parseMlnetZip' }],
  [['RIFTTREE'], { name: 'a model of saveEnsemble', parser: 'loadEnsemble' }],
  [['\x1f\x8b', '\x1f\ufffd'], { name: 'compressed by gzip', parser: null, cure: 'decompress it first' }],
  [['CBM1'], { ...catboost, cure: 'save_model(..., format="json") writes a form for others' }],
  [['binf', 'booster[', '{L\0'], xgboost],
  [['\x80', '\ufffd\x02', '\ufffd\x03', '\ufffd\x04', '\ufffd\x05'], pickle],
  [['\x08'], { name: 'a model in ONNX', parser: null }],
]

function formatOf(source: unknown): Format | null {
  try {
    if (typeof source === 'string') return formatOfText(source)
    if (ArrayBuffer.isView(source)) return formatOfBeginning(latin1(source))
    return typeof source === 'object' && source !== null ? formatOfObject(source) : null
  } catch {
    return null // damaged JSON, or a live object that throws
  }
}

function formatOfText(text: string): Format | null {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  if (/^tree\r?\n/.test(text.slice(start, start + 6))) return modelText
  const format = formatOfBeginning(text.slice(start, start + 64))
  if (format !== null || !/^\s*\{/.test(text.slice(start, start + 64))) return format
  return formatOfObject(JSON.parse(text.slice(start)))
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

/** Error for a source that `parser` refused: another format, if the whole source is at fault, else `error`. */
export function firstMistake(source: unknown, parser: string, error: unknown): unknown {
  const isOfAll = error instanceof ArtifactError && (error.path === '$' || error.path === '$.format')
  return (isOfAll ? otherFormat(source, parser) : null) ?? error
}
