import { malformed, unsupported } from '@riftline/base'
import type { Bins, Calibrator, Link, Pieces } from '../form/links.ts'
import { type ClassName, isClassName, type TreeEnsemble } from '../form/tree-ensemble.ts'
import {
  arrayField,
  asObject,
  choiceField,
  field,
  integerField,
  type JsonObject,
  maximumFeatures,
  namesField,
  type Where,
} from '../read/json-fields.ts'

/**
 * Reads one of ML.NET's calibrators.
 *
 * | type | probability |
 * |---|---|
 * | `PlattCalibrator` | 1 / (1 + exp(Slope · Score + Offset)): both numbers change sign, so that the sigmoid has the usual slope. A trained FastTree has Slope = -2 · learning rate |
 * | `PavCalibrator` | isotonic pieces `Mins`, `Maxes`, `Values` |
 * | `NaiveCalibrator` | `BinProbs` of bins of `BinSize` from `Min` on |
 * @returns null if the model has none
 */
export function readCalibrator(value: unknown, path: string): Calibrator | null {
  if (value === undefined || value === null) return null
  const where = () => path
  const calibrator = asObject(value, where)
  const type = field(calibrator, 'type')
  if (typeof type !== 'string') throw malformed(`${path}.type`, 'a string', type)
  switch (type) {
    case 'PlattCalibrator': {
      const slope = finiteMlnetField(calibrator, 'Slope', where)
      const offset = finiteMlnetField(calibrator, 'Offset', where)
      return { slope: 0 - slope, offset: 0 - offset } // 0 - 0 is +0, where -(0) would be -0
    }
    case 'PavCalibrator':
      return readPieces(calibrator, where)
    case 'NaiveCalibrator':
      return readBins(calibrator, where)
    default: {
      const known = 'PlattCalibrator, PavCalibrator, NaiveCalibrator'
      throw unsupported(`${path}.type`, `calibrator ${JSON.stringify(type.slice(0, 60))}; supported are ${known}`)
    }
  }
}

/** Link of a model of one output with this calibrator. */
export function linkOfCalibrator(calibrator: Calibrator): Link {
  return 'slope' in calibrator ? { kind: 'sigmoid', ...calibrator } : { kind: 'calibrated', calibrator }
}

/** Reads pieces of probabilities, which must neither overlap nor fall. */
function readPieces(calibrator: JsonObject, where: Where): Pieces {
  const minimum = asFiniteNumbers(arrayField(calibrator, 'Mins', where), () => `${where()}.Mins`)
  const maximum = asFiniteNumbers(arrayField(calibrator, 'Maxes', where, minimum.length), () => `${where()}.Maxes`)
  const value = asFiniteNumbers(arrayField(calibrator, 'Values', where, minimum.length), () => `${where()}.Values`)
  for (let i = 0; i < value.length; i++) {
    const rises = i === 0 || (minimum[i]! > maximum[i - 1]! && value[i]! > value[i - 1]!)
    if (!(rises && minimum[i]! <= maximum[i]! && value[i]! >= 0 && value[i]! <= 1)) {
      throw malformed(`${where()}.Values[${i}]`, 'pieces that rise, of probabilities', value[i])
    }
  }
  return { minimum, maximum, value }
}

function readBins(calibrator: JsonObject, where: Where): Bins {
  const start = Math.fround(finiteMlnetField(calibrator, 'Min', where))
  const width = Math.fround(finiteMlnetField(calibrator, 'BinSize', where))
  if (!(width > 0)) throw malformed(`${where()}.BinSize`, 'a number above 0', width)
  const probability = asFiniteNumbers(arrayField(calibrator, 'BinProbs', where), () => `${where()}.BinProbs`)
  if (probability.length === 0) throw malformed(`${where()}.BinProbs`, 'a bin or more', probability)
  const wrong = probability.findIndex((chance) => chance < 0 || chance > 1)
  if (wrong !== -1) throw malformed(`${where()}.BinProbs[${wrong}]`, 'a probability', probability[wrong])
  return { start, width, probability }
}

/**
 * Reads a number as System.Text.Json writes it: a JSON number, or one of the strings `"NaN"`, `"Infinity"`, `"-Infinity"`. Refuses
 * any other string, even `"0.5"`.
 */
export function asMlnetNumber(value: unknown, where: Where): number {
  if (typeof value === 'number') return value
  switch (value) {
    case 'NaN':
      return Number.NaN
    case 'Infinity':
      return Infinity
    case '-Infinity':
      return -Infinity
    default:
      throw malformed(where(), 'a number', value)
  }
}

/** Reads a number other than NaN, infinities included: a threshold, a bin's upper bound. */
export function asOrderedNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (Number.isNaN(number)) throw malformed(where(), 'a number other than NaN', number)
  return number
}

/** Reads a finite number: a leaf value, a bias, a slope. */
export function asFiniteMlnetNumber(value: unknown, where: Where): number {
  const number = asMlnetNumber(value, where)
  if (!Number.isFinite(number)) throw malformed(where(), 'a finite number', number)
  return number
}

export function finiteMlnetField(object: JsonObject, key: string, where: Where): number {
  return asFiniteMlnetNumber(field(object, key), () => `${where()}.${key}`)
}

function asFiniteNumbers(values: readonly unknown[], where: Where): number[] {
  return Array.from(values, (value, i) => Math.fround(asFiniteMlnetNumber(value, () => `${where()}[${i}]`)))
}

/** Keys that hold the model: trees, an additive model, or one model per class. */
const shapes = ['ensemble', 'gam', 'subModels'] as const

/** Part of an ensemble that the model itself determines; the rest comes from the header. */
export type FasttreeBody = Pick<TreeEnsemble, 'numberOfOutputs' | 'averaging' | 'trees' | 'link' | 'warnings'> & {
  readonly baseScore: number
}

const root = () => '$'

/** Checks the top level of the schema. `producer` and `verification` are for people and tests and are not read. */
export function readSchemaHeader(model: JsonObject) {
  choiceField(model, 'format', root, ['mlnet-fasttree'])
  const version = integerField(model, 'formatVersion', root, 0, 2 ** 31)
  if (version !== 1) throw unsupported('$.formatVersion', `schema version ${version}; supported is 1`)
  const task = choiceField(model, 'task', root, ['binary', 'regression', 'ranking', 'multiclass'])
  const numberOfFeatures = integerField(model, 'numberOfFeatures', root, 1, maximumFeatures)
  const header = {
    shape: readShape(model),
    modelType: readModelType(model, '$'),
    numberOfFeatures,
    featureNames: namesField(model, 'featureNames', numberOfFeatures),
    aggregation: choiceField(model, 'aggregation', root, ['sum', 'average']),
    outputTransform: choiceField(model, 'outputTransform', root, ['identity', 'exp']),
    classNames: readClassNames(model),
    decisionThreshold: task === 'binary' ? readThreshold(model) : null,
  }
  if ((task === 'multiclass') !== (header.shape === 'subModels')) {
    throw malformed('$.task', header.shape === 'subModels' ? '"multiclass" with subModels' : 'subModels', task)
  }
  return header
}

export type FasttreeHeader = Readonly<ReturnType<typeof readSchemaHeader>>

/** Refuses an average or an exponential, which only plain ensembles have (FastForest regression, Tweedie). */
export function requirePlainSum(header: FasttreeHeader): void {
  if (header.aggregation !== 'sum') throw malformed('$.aggregation', `"sum" with ${header.shape}`, header.aggregation)
  if (header.outputTransform !== 'identity') {
    throw malformed('$.outputTransform', `"identity" with ${header.shape}`, header.outputTransform)
  }
}

/** Reads the C# class name, which tells LightGBM's trees from FastTree's. */
export function readModelType(object: JsonObject, path: string): string {
  const modelType = field(object, 'modelType')
  if (typeof modelType !== 'string') throw malformed(`${path}.modelType`, 'a string', modelType)
  return modelType
}

function readClassNames(model: JsonObject): readonly ClassName[] | null {
  if ((field(model, 'outputNames') ?? null) === null) return null
  return arrayField(model, 'outputNames', root).map((name, i) => {
    if (isClassName(name)) return name
    throw malformed(`$.outputNames[${i}]`, 'a name of a class', name)
  })
}

/** Reads the decision threshold, by default 0; null if it applies to another column than the score. */
function readThreshold(model: JsonObject): number | null {
  const value = field(model, 'decisionThreshold')
  if (value === undefined) return 0
  const threshold = value === null ? Number.NaN : asMlnetNumber(value, () => '$.decisionThreshold')
  return Number.isFinite(threshold) ? threshold : null
}

function readShape(model: JsonObject): (typeof shapes)[number] {
  const present = shapes.filter((key) => (field(model, key) ?? null) !== null)
  const shape = present[0]
  if (shape === undefined) throw malformed('$.ensemble', 'an ensemble, gam or subModels', field(model, 'ensemble'))
  if (present.length > 1) throw malformed('$', `one model, not ${present.join(' and ')}`, model)
  return shape
}
