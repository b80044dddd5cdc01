import { malformed, unsupported } from '@riftline/base'
import { expm1Float32, logFloat32 } from '../../math/float32.ts'
import type { Link } from '../form/links.ts'
import {
  asInteger,
  asObject,
  field,
  type JsonObject,
  maximumFeatures,
  namesField,
  type Where,
} from '../read/json-fields.ts'

/** Reads the version of XGBoost that wrote the file, as major · 100 + minor + patch / 1000. A file without a version gets the newest rules. */
export function readVersion(document: JsonObject): { readonly rules: number; readonly text?: string } {
  const version = field(document, 'version')
  if (version === undefined) return { rules: Infinity }
  const numbers = arrayLike(version, () => '$.version')
  if (numbers.length !== 3) throw malformed('$.version', 'three numbers', version)
  const parts = Array.from(numbers, (part, i) => asInteger(part, () => `$.version[${i}]`, -1, 999))
  if (parts[0]! < 0) return { rules: Infinity }
  return { rules: parts[0]! * 100 + parts[1]! + parts[2]! / 1000, text: parts.join('.') }
}

/** Checks for an array, or a typed array as UBJSON gives it, of this length. */
export function arrayLike(value: unknown, where: Where, length?: number): ArrayLike<unknown> {
  const isArray = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
  if (isArray && (length === undefined || (value as unknown as ArrayLike<unknown>).length === length)) {
    return value as unknown as ArrayLike<unknown>
  }
  throw malformed(where(), length === undefined ? 'an array' : `an array of ${length}`, value)
}

/** Reads a number that a `*_param` holds as a string; `absent` is its value in files of older versions, which lack it. */
export function paramField(params: JsonObject, key: string, where: Where, most: number, absent?: number): number {
  const value = field(params, key) ?? absent
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return asInteger(number, () => `${where()}.${key}`, 0, most)
}

/** Objective: the link from margins to predictions, and the kind of number that `base_score` is. */
interface Objective {
  readonly name?: string
  readonly link: Link
  readonly base: 'margin' | 'probability' | 'mean' | 'expectile'
  readonly classifies?: true
}

const identity: Objective = { link: { kind: 'identity' }, base: 'margin' }
const sigmoid: Objective = { link: { kind: 'sigmoid', slope: 1, offset: 0, mostExponent: 88.7 }, base: 'probability' }
const exponential: Objective = { link: { kind: 'exp' }, base: 'mean' }

const objectives: ReadonlyMap<unknown, Objective> = new Map<unknown, Objective>([
  ['reg:logistic', sigmoid],
  ['binary:logistic', { ...sigmoid, classifies: true }],
  ['binary:logitraw', { ...identity, classifies: true }],
  ['binary:hinge', { ...identity, link: { kind: 'step' }, classifies: true }],
  ['multi:softprob', { ...identity, link: { kind: 'softmax', shiftByMaximum: true }, classifies: true }],
  ['multi:softmax', { ...identity, link: { kind: 'largest' }, classifies: true }],
  ['reg:quantileerror', { ...identity, link: { kind: 'sorted' } }],
  ['reg:expectileerror', { link: { kind: 'softplusSteps' }, base: 'expectile' }],
  ...['count:poisson', 'reg:gamma', 'reg:tweedie', 'survival:cox', 'survival:aft'].map((name): [string, Objective] => [
    name,
    exponential,
  ]),
  ...['squarederror', 'linear', 'squaredlogerror', 'pseudohubererror', 'absoluteerror'].map(
    (name): [string, Objective] => [`reg:${name}`, identity],
  ),
  ...['pairwise', 'ndcg', 'map'].map((name): [string, Objective] => [`rank:${name}`, identity]),
])

/** Reads the learner without its trees. */
export function readLearner(learner: JsonObject, rules: number) {
  const where: Where = () => '$.learner'
  const params = asObject(field(learner, 'learner_model_param'), () => `${where()}.learner_model_param`)
  const paramsAt: Where = () => `${where()}.learner_model_param`
  const objective = readObjective(learner, rules)
  const numberOfFeatures = readFeatureCount(learner, params, paramsAt)
  const outputs = ['num_class', 'num_target'].map((key) => paramField(params, key, paramsAt, maximumOutputs, 0))
  return {
    objective,
    numberOfFeatures,
    featureNames: readNames(learner, numberOfFeatures),
    numberOfOutputs: Math.max(1, ...outputs),
    bestIteration: readBestIteration(learner),
    /** Margins of `base_score`, one for each output, for a model of `trees` trees. */
    baseScores(trees: number): readonly number[] {
      const scores = readBase(field(params, 'base_score'), Math.max(1, ...outputs))
      const isMargin = rules >= 301 && trees === 0 && field(params, 'boost_from_average') === '1'
      return isMargin ? scores : toMargins(scores, objective.base, rules)
    },
  }
}

export const maximumOutputs: number = 2 ** 20

function readFeatureCount(learner: JsonObject, params: JsonObject, where: Where): number {
  const names = field(learner, 'feature_names')
  const most = Array.isArray(names) && names.length > 0 ? 2 ** 31 - 1 : maximumFeatures
  const count = paramField(params, 'num_feature', where, most)
  if (count === 0) throw malformed(`${where()}.num_feature`, 'a feature or more', count)
  return count
}

function readNames(learner: JsonObject, features: number): readonly string[] | null {
  const names = field(learner, 'feature_names')
  if (Array.isArray(names) && names.length === 0) return null
  return namesField(learner, 'feature_names', features, '$.learner')
}

function readObjective(learner: JsonObject, rules: number): Objective {
  const where = '$.learner.objective'
  const name = field(
    asObject(field(learner, 'objective'), () => where),
    'name',
  )
  if (typeof name !== 'string') throw malformed(`${where}.name`, 'the name of an objective', name)
  const objective = objectives.get(name)
  if (objective === undefined) {
    throw unsupported(
      `${where}.name`,
      `${JSON.stringify(name.slice(0, 60))} is no objective of XGBoost that is read here`,
    )
  }
  return { ...asOfVersion(objective, name, rules), name }
}

/** Objective as older versions had it. */
function asOfVersion(objective: Objective, name: string, rules: number): Objective {
  const { link } = objective
  if (link.kind === 'sorted' && rules < 304) return identity
  if (name === 'binary:logitraw' && rules < 103.001) return { ...objective, base: 'probability' }
  // The exponential of more than 88.7 was infinite, as is that of 128.
  if (link.kind === 'sigmoid' && rules < 106) return { ...objective, link: { ...link, mostExponent: 128 } }
  return objective
}

function readBestIteration(learner: JsonObject): number | null {
  const attributes = field(learner, 'attributes')
  if (attributes === undefined) return null
  const text = field(
    asObject(attributes, () => '$.learner.attributes'),
    'best_iteration',
  )
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Reads `base_score`: a number such as `5E-1`; since 3.1 a list in brackets, with one number for all outputs or one for each. */
function readBase(text: unknown, outputs: number): number[] {
  const where = '$.learner.learner_model_param.base_score'
  const list = typeof text === 'string' ? text.replace(/^\s*[[(](.*)[\])]\s*$/, '$1').split(',') : []
  const numbers = list.map((word) =>
    /^\s*[-+]?[\d.]+(e[-+]?\d+)?\s*$/i.test(word) ? Math.fround(Number(word)) : Number.NaN,
  )
  const fits = numbers.length === 1 || numbers.length === outputs
  if (!fits || !numbers.every(Number.isFinite)) throw malformed(where, `a number, or ${outputs} in brackets`, text)
  return numbers.length === outputs ? numbers : new Array<number>(outputs).fill(numbers[0]!)
}

/** Lower limit of probabilities, and of steps between expectiles. */
const least = Math.fround(1e-6)

/** Turns `base_score` into margins, each step in float32. */
function toMargins(scores: readonly number[], base: Objective['base'], rules: number): readonly number[] {
  const margins = scores.map((score, j) => {
    if (base === 'mean') return logFloat32(score)
    if (base === 'probability') {
      const clipped = rules >= 302 ? Math.min(Math.max(score, least), Math.fround(1 - least)) : score
      return -logFloat32(Math.fround(Math.fround(1 / clipped) - 1))
    }
    if (base === 'margin' || j === 0) return score
    const step = Math.max(Math.fround(Math.fround(score - scores[j - 1]!) - least), least)
    return Math.fround(step + logFloat32(-expm1Float32(-step)))
  })
  const wrong = margins.findIndex((margin) => !Number.isFinite(margin))
  if (wrong === -1) return margins
  const expected = base === 'mean' ? 'numbers above 0' : 'numbers between 0 and 1'
  throw malformed('$.learner.learner_model_param.base_score', expected, scores[wrong])
}
