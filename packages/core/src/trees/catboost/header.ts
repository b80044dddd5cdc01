import { malformed } from '@riftline/base'
import { log } from '../../math/log.ts'
import type { Link } from '../form/links.ts'
import { type ClassName, isClassName } from '../form/tree-ensemble.ts'
import { arrayField, asFinite, asInteger, asObject, field, type JsonObject, type Where } from '../read/json-fields.ts'

/** Link and kind of classes of a loss. */
interface Loss {
  readonly link: Link
  /** Absent for losses without classes. `labels`: a row may have several classes at once, so it has no single label. */
  readonly classes?: 'two' | 'several' | 'labels'
}

/** Least exponential of CatBoost: the smallest normal double. */
const least = 2.2250738585072014e-308

const raw: Loss = { link: { kind: 'identity' } }
const sigmoid: Link = { kind: 'sigmoid', slope: 1, offset: 0 }
const exponential: Loss = { link: { kind: 'exp', least } }
/** Losses by name; any other loss predicts raw scores. */
const losses: ReadonlyMap<unknown, Loss> = new Map<unknown, Loss>([
  ['Logloss', { link: sigmoid, classes: 'two' }],
  ['CrossEntropy', { link: sigmoid, classes: 'two' }],
  ['Focal', { link: sigmoid, classes: 'two' }],
  ['MultiClass', { link: { kind: 'softmax', shiftByMaximum: true, least }, classes: 'several' }],
  ['MultiClassOneVsAll', { link: sigmoid, classes: 'several' }],
  ['MultiLogloss', { link: sigmoid, classes: 'labels' }],
  ['MultiCrossEntropy', { link: sigmoid, classes: 'labels' }],
  ['Poisson', exponential],
  ['Tweedie', exponential],
  ['RMSEWithUncertainty', { link: { kind: 'meanAndVariance' } }],
])

/** Reads the loss and the classes of a model. */
export function readLoss(document: JsonObject, outputs: number) {
  const info = asObject(field(document, 'model_info') ?? {}, infoAt)
  const type = lossType(info)
  const { link, classes } = losses.get(type) ?? raw
  const isBinary = classes === 'two'
  if ((isBinary && outputs !== 1) || (link.kind === 'meanAndVariance' && outputs !== 2)) {
    throw malformed('$', `trees with ${isBinary ? 1 : 2} outputs for ${type}`, outputs)
  }
  const named = classes === undefined ? noClasses : readClasses(info, isBinary ? 2 : outputs)
  return {
    objective: type,
    link,
    classNames: named.classNames,
    outputClasses: isBinary ? null : named.outputClasses,
    decisionThreshold: isBinary ? readThreshold(info) : null,
    classifies: isBinary || classes === 'several',
    version: readVersion(info),
  }
}

const infoAt: Where = () => '$.model_info'

/** Name of the loss; summed models have it in another place, as JSON inside a string. */
function lossType(info: JsonObject): string | null {
  const params = parsed(field(info, 'params'))
  const loss = parsed(field(params, 'loss_function') ?? field(info, 'loss_function'))
  const type = field(loss, 'type')
  return typeof type === 'string' ? type : null
}

/** Returns an object, also one inside a JSON string; an empty object for anything else. */
function parsed(value: unknown): JsonObject {
  let object = value
  if (typeof value === 'string') {
    try {
      object = JSON.parse(value)
    } catch {
      object = null
    }
  }
  return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as JsonObject) : {}
}

function readVersion(info: JsonObject): string | undefined {
  return /\btags\/v(\d[\d.]*)/.exec(String(field(info, 'catboost_version_info')))?.[1]
}

interface Classes {
  readonly classNames: readonly ClassName[] | null
  readonly outputClasses: readonly number[] | null
}

const noClasses: Classes = { classNames: null, outputClasses: null }

/** Most classes of a model that does not name them. */
const mostUnnamed = 2 ** 16

/**
 * Reads the names of classes. If the training lacked some, there are more names than outputs, and `outputClasses` has the class of each
 * output.
 */
function readClasses(info: JsonObject, outputs: number): Classes {
  const value = field(info, 'class_params') ?? field(info, 'multiclass_params')
  const where: Where = () => '$.model_info.class_params'
  const params = parsed(value)
  const list = (key: string) => (field(params, key) === undefined ? [] : arrayField(params, key, where))
  const names = list('class_names')
  const labels = list('class_to_label')
  const count = asInteger(field(params, 'classes_count') ?? 0, () => `${where()}.classes_count`, 0, mostUnnamed)
  const wrong = names.findIndex((name) => !isClassName(name))
  if (wrong !== -1) throw malformed(`${where()}.class_names[${wrong}]`, 'the name of a class', names[wrong])
  const numbers = Array.from({ length: count > 0 ? count : outputs }, (_, i) => i)
  const unnamed = count === 0 && labels.length === outputs && labels.every(isClassName) ? labels : numbers
  const classNames = names.length > 0 ? (names as readonly ClassName[]) : unnamed
  if (classNames.length === outputs) return { classNames, outputClasses: null }
  if (classNames.length < outputs) throw malformed(where(), `${outputs} classes or more`, classNames.length)
  if (labels.length !== outputs) throw malformed(`${where()}.class_to_label`, `${outputs} classes`, labels.length)
  const outputClasses = Array.from(labels, (label, i) =>
    asInteger(label, () => `${where()}.class_to_label[${i}]`, 0, classNames.length - 1),
  )
  if (new Set(outputClasses).size < outputs) throw malformed(`${where()}.class_to_label`, 'each class once', labels)
  return { classNames, outputClasses }
}

/** Reads the decision threshold of a binary model, a probability, and returns its raw score; 0 if there is none. */
function readThreshold(info: JsonObject): number {
  const key = 'binclass_probability_threshold'
  const value = field(info, key)
  if (value === undefined) return 0
  const threshold = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof threshold !== 'number' || !(threshold > 0 && threshold < 1)) {
    throw malformed(`$.model_info.${key}`, 'a probability between 0 and 1', value)
  }
  return 0 - log(1 / threshold - 1)
}

/** Reads the scale of the sums and the bias of each output: `[scale, [bias, …]]`, before 0.24 `[scale, bias]`, absent in older files. */
export function readScaleAndBias(document: JsonObject, outputs: number) {
  const where: Where = () => '$.scale_and_bias'
  if (field(document, 'scale_and_bias') === undefined) return { scale: 1, baseScores: repeated(0, outputs) }
  const [scale, bias] = arrayField(document, 'scale_and_bias', () => '$', 2)
  const list = Array.isArray(bias) ? (bias as readonly unknown[]) : [bias]
  if (list.length !== 1 && list.length !== outputs) {
    throw malformed(`${where()}[1]`, `a number, or one for each of ${outputs} outputs`, bias)
  }
  const biases = Array.from(list, (value, i) => asFinite(value, () => `${where()}[1][${i}]`))
  return {
    scale: asFinite(scale, () => `${where()}[0]`),
    baseScores: biases.length === outputs ? biases : repeated(biases[0]!, outputs),
  }
}

function repeated(value: number, times: number): number[] {
  return new Array<number>(times).fill(value)
}
