import { malformed } from '@riftline/base'
import type { Calibrator, Link, OnnxLink, Sigmoid } from '../form/links.ts'
import { numbersOfStep, type Step, type Steps, stepKinds } from '../form/steps.ts'
import {
  arrayField,
  asFinite,
  asInteger,
  asObject,
  booleanField,
  choiceField,
  field,
  finiteField,
  integerField,
  type JsonObject,
  maximumFeatures,
  type Where,
} from '../read/json-fields.ts'

const kinds = [
  'identity',
  'exp',
  'softplus',
  'signedSquare',
  'step',
  'largest',
  'sorted',
  'softplusSteps',
  'meanAndVariance',
  'sigmoid',
  'softmax',
  'calibrated',
  'normalisedSigmoids',
  'pairwise',
  'onnx',
] as const

/** Reads the link of a model with `outputs` scores. */
export function readLink(link: JsonObject, outputs: number): Link {
  return checkedFields(link, linkOf(link, outputs), linkAt)
}

const linkAt: Where = () => '$.link'

function linkOf(link: JsonObject, outputs: number): Link {
  const kind = choiceField(link, 'kind', linkAt, kinds)
  const optional = <K extends string>(key: K): { readonly [name in K]?: number } => {
    return Object.hasOwn(link, key) ? ({ [key]: finiteField(link, key, linkAt) } as { [name in K]: number }) : {}
  }
  switch (kind) {
    case 'sigmoid':
      return { kind, ...readSigmoid(link, linkAt), ...optional('mostExponent') }
    case 'softmax':
      return { kind, shiftByMaximum: booleanField(link, 'shiftByMaximum', linkAt), ...optional('least') }
    case 'exp':
      return { kind, ...optional('least') }
    case 'meanAndVariance':
      if (outputs !== 2) throw malformed('$.numberOfOutputs', '2', outputs)
      return { kind }
    case 'calibrated': {
      const calibrator = readCalibrator(field(link, 'calibrator'), () => '$.link.calibrator')
      if ('slope' in calibrator) throw malformed('$.link.calibrator', 'pieces or bins', calibrator)
      return { kind, calibrator }
    }
    case 'normalisedSigmoids':
      return { kind, sigmoids: readCalibrators(link, 'sigmoids', outputs) }
    case 'onnx':
      return { kind, ...readOnnxLink(link, outputs) }
    case 'pairwise':
      return { kind, calibrators: readCalibrators(link, 'calibrators', outputs) }
    default:
      return { kind }
  }
}

function readCalibrators(link: JsonObject, key: string, outputs: number): Calibrator[] {
  return arrayField(link, key, linkAt, outputs).map((value, i) => readCalibrator(value, () => `$.link.${key}[${i}]`))
}

function readCalibrator(value: unknown, where: Where): Calibrator {
  const object = asObject(value, where)
  return checkedFields(object, calibratorOf(object, where), where)
}

function calibratorOf(object: JsonObject, where: Where): Calibrator {
  if (Object.hasOwn(object, 'slope')) return readSigmoid(object, where)
  const numbers = (key: string, length?: number): number[] =>
    arrayField(object, key, where, length).map((number, i) => asFinite(number, () => `${where()}.${key}[${i}]`))
  if (Object.hasOwn(object, 'width')) {
    const probability = numbers('probability')
    if (probability.length === 0) throw malformed(`${where()}.probability`, 'a bin or more', probability)
    return { start: finiteField(object, 'start', where), width: finiteField(object, 'width', where), probability }
  }
  const value = numbers('value')
  return { minimum: numbers('minimum', value.length), maximum: numbers('maximum', value.length), value }
}

function readSigmoid(object: JsonObject, where: Where): Sigmoid {
  return { slope: finiteField(object, 'slope', where), offset: finiteField(object, 'offset', where) }
}

function readOnnxLink(link: JsonObject, outputs: number): OnnxLink {
  const oneScore = choiceField(link, 'oneScore', linkAt, ['alone', 'opposite', 'complement'])
  const cells = oneScore === 'alone' ? outputs : Math.max(2, outputs)
  const steps = readSteps(field(link, 'steps'), cells, () => '$.link.steps')
  const registers = (steps?.list ?? []).reduce((count, { from }) => count + from.length, cells)
  const columns = readRegisters(link, 'outputs', registers, linkAt)
  if (columns.length === 0) throw malformed('$.link.outputs', 'an output or more', 0)
  return {
    transform: choiceField(link, 'transform', linkAt, ['none', 'logistic', 'softmax', 'softmaxZero', 'probit']),
    oneScore,
    inDoubles: booleanField(link, 'inDoubles', linkAt),
    roundsLast: booleanField(link, 'roundsLast', linkAt),
    steps,
    outputs: columns,
  }
}

/** Reads steps on rows of `cells` cells; null if there are none. */
export function readSteps(value: unknown, cells: number, where: Where): Steps | null {
  if (value === null) return null
  const root = asObject(value, where)
  integerField(root, 'cells', where, cells, cells)
  let count = cells
  const list = arrayField(root, 'list', where).map((one, i) => {
    const at: Where = () => `${where()}.list[${i}]`
    const step = readStep(asObject(one, at), count, at)
    count += step.from.length
    if (count > 4 * maximumFeatures) throw malformed(at(), 'fewer registers', count)
    return step
  })
  return { cells, list }
}

function readStep(step: JsonObject, registers: number, where: Where): Step {
  const kind = choiceField(step, 'kind', where, stepKinds)
  const from = readRegisters(step, 'from', registers, where)
  const numbers = arrayField(step, 'numbers', where, numbersOfStep(kind, from.length)).map((number, i) =>
    number === null && kind === 'impute' && i === 0 ? null : asFinite(number, () => `${where()}.numbers[${i}]`),
  )
  return { kind, from, numbers, inDoubles: booleanField(step, 'inDoubles', where) }
}

function readRegisters(object: JsonObject, key: string, registers: number, where: Where): number[] {
  return arrayField(object, key, where).map((one, i) =>
    asInteger(one, () => `${where()}.${key}[${i}]`, 0, registers - 1),
  )
}

/** Checks the names of the fields. @throws ArtifactError if the object has unknown fields or lacks one */
export function checkedFields<T extends object>(object: JsonObject, read: T, where: Where): T {
  const known = Object.keys(read)
  const odd =
    Object.keys(object).find((key) => !known.includes(key)) ?? known.find((key) => !Object.hasOwn(object, key))
  if (odd !== undefined) throw malformed(`${where()}.${odd.slice(0, 80)}`, `the fields ${known.join(', ')}`, odd)
  return read
}
