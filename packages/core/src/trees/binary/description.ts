import { malformed } from '@riftline/base'
import {
  type Bins,
  type Calibrator,
  type Categories,
  type ClassName,
  isClassName,
  type Link,
  noCategories,
  type Pieces,
  type Sigmoid,
  type TreeEnsemble,
  type Trees,
} from '../form/tree-ensemble.ts'
import {
  arrayField,
  asFinite,
  asObject,
  booleanField,
  choiceField,
  field,
  finiteField,
  integerField,
  type JsonObject,
  mostFeatures,
  namesField,
  parseRoot,
  type Where,
} from '../read/json-fields.ts'

/** Ensemble without its arrays, whose lengths are in `sizes`. */
export type Description = Omit<TreeEnsemble, 'trees' | 'baseScore'> & { readonly sizes: Sizes }

/** Builds the description to write. Absent names and an absent threshold are left out, as in files of older versions. */
export function describeEnsemble(ensemble: TreeEnsemble): object {
  const { trees, baseScore: _, categories, classNames, decisionThreshold, ...rest } = ensemble
  const named = categories?.some((names) => names !== null)
  return {
    ...rest,
    ...(named ? { categories } : {}),
    ...(classNames == null ? {} : { classNames }),
    ...(decisionThreshold == null ? {} : { decisionThreshold }),
    sizes: sizesOf(trees),
  }
}

/** Defaults of fields that older files and some models lack. */
const absent = { categories: null, classNames: null, decisionThreshold: null }

function readCategories(root: JsonObject, numberOfFeatures: number): Categories {
  if (field(root, 'categories') === undefined) return noCategories(numberOfFeatures)
  return arrayField(root, 'categories', () => '$', numberOfFeatures).map((names, i) => {
    if (names === null || areNames(names)) return names
    throw malformed(`$.categories[${i}]`, 'null or names of categories', names)
  })
}

function readClassNames(root: JsonObject): readonly ClassName[] | null {
  const names = field(root, 'classNames') ?? null
  if (names === null || areNames(names)) return names
  throw malformed('$.classNames', 'null or names of classes', names)
}

function areNames(names: unknown): names is readonly ClassName[] {
  return Array.isArray(names) && names.every(isClassName)
}

/** Reads a description. @throws ArtifactError `artifact_invalid` for text that `describeEnsemble` cannot have written */
export function readDescription(text: string): Description {
  const root = parseRoot(text)
  const where: Where = () => '$'
  const numberOfFeatures = integerField(root, 'numberOfFeatures', where, 1, mostFeatures(root, 'featureNames'))
  const numberOfOutputs = integerField(root, 'numberOfOutputs', where, 1, 2 ** 20)
  const description: Description = {
    format: choiceField(root, 'format', where, ['lightgbm', 'mlnet-fasttree']),
    numberOfFeatures,
    featureNames: namesField(root, 'featureNames', numberOfFeatures),
    categories: readCategories(root, numberOfFeatures),
    classNames: readClassNames(root),
    decisionThreshold:
      (field(root, 'decisionThreshold') ?? null) === null ? null : finiteField(root, 'decisionThreshold', where),
    numberOfOutputs,
    precision: choiceField(root, 'precision', where, ['float64', 'float32']),
    averaging: choiceField(root, 'averaging', where, ['none', 'beforeLink', 'inScore']),
    mayStopEarly: booleanField(root, 'mayStopEarly', where),
    link: readLink(
      asObject(field(root, 'link'), () => '$.link'),
      numberOfOutputs,
    ),
    warnings: arrayField(root, 'warnings', where).map((warning, i) => {
      if (typeof warning === 'string') return warning
      throw malformed(`$.warnings[${i}]`, 'a string', warning)
    }),
    sizes: readSizes(asObject(field(root, 'sizes'), () => '$.sizes')),
  }
  checkedFields({ ...absent, ...root }, description, where)
  return description
}

function readLink(link: JsonObject, outputs: number): Link {
  const where: Where = () => '$.link'
  const kind = choiceField(link, 'kind', where, kinds)
  switch (kind) {
    case 'sigmoid':
      return checkedFields(link, { kind, ...readSigmoid(link, where) }, where)
    case 'softmax':
      return checkedFields(link, { kind, shiftByMaximum: booleanField(link, 'shiftByMaximum', where) }, where)
    case 'calibrated': {
      const calibrator = readCalibrator(field(link, 'calibrator'), () => '$.link.calibrator')
      if ('slope' in calibrator) throw malformed('$.link.calibrator', 'pieces or bins', calibrator)
      return checkedFields(link, { kind, calibrator }, where)
    }
    case 'normalisedSigmoids':
      return checkedFields(link, { kind, sigmoids: readCalibrators(link, 'sigmoids', outputs) }, where)
    case 'pairwise':
      return checkedFields(link, { kind, calibrators: readCalibrators(link, 'calibrators', outputs) }, where)
    default:
      return checkedFields(link, { kind }, where)
  }
}

const kinds = [
  'identity',
  'exp',
  'softplus',
  'signedSquare',
  'sigmoid',
  'softmax',
  'calibrated',
  'normalisedSigmoids',
  'pairwise',
] as const

function readCalibrators(link: JsonObject, key: string, outputs: number): Calibrator[] {
  return arrayField(link, key, () => '$.link', outputs).map((value, i) =>
    readCalibrator(value, () => `$.link.${key}[${i}]`),
  )
}

function readCalibrator(value: unknown, where: Where): Calibrator {
  const object = asObject(value, where)
  if (Object.hasOwn(object, 'slope')) return checkedFields(object, readSigmoid(object, where), where)
  const numbers = (key: string, length?: number): number[] =>
    arrayField(object, key, where, length).map((number, i) => asFinite(number, () => `${where()}.${key}[${i}]`))
  if (Object.hasOwn(object, 'width')) {
    const probability = numbers('probability')
    if (probability.length === 0) throw malformed(`${where()}.probability`, 'a bin or more', probability)
    const bins: Bins = {
      start: finiteField(object, 'start', where),
      width: finiteField(object, 'width', where),
      probability,
    }
    return checkedFields(object, bins, where)
  }
  const steps = numbers('value')
  const pieces: Pieces = {
    minimum: numbers('minimum', steps.length),
    maximum: numbers('maximum', steps.length),
    value: steps,
  }
  return checkedFields(object, pieces, where)
}

function readSigmoid(object: JsonObject, where: Where): Sigmoid {
  return { slope: finiteField(object, 'slope', where), offset: finiteField(object, 'offset', where) }
}

function readSizes(sizes: JsonObject): Sizes {
  const where: Where = () => '$.sizes'
  const size = (key: string) => integerField(sizes, key, where, 0, 2 ** 31)
  const read: Sizes = {
    trees: size('trees'),
    nodes: size('nodes'),
    leaves: size('leaves'),
    sets: size('sets'),
    setItems: size('setItems'),
    linearTerms: field(sizes, 'linearTerms') === null ? null : size('linearTerms'),
    counted: booleanField(sizes, 'counted', where),
  }
  return checkedFields(sizes, read, where)
}

/** Checks the names of the fields. @throws ArtifactError if the object has unknown fields or lacks one */
function checkedFields<T extends object>(object: JsonObject, read: T, where: Where): T {
  const known = Object.keys(read)
  const odd =
    Object.keys(object).find((key) => !known.includes(key)) ?? known.find((key) => !Object.hasOwn(object, key))
  if (odd !== undefined) throw malformed(`${where()}.${odd.slice(0, 80)}`, `the fields ${known.join(', ')}`, odd)
  return read
}

/**
 * Layout of the binary model file: the arrays of `Trees` as they are in memory, so loading is one copy and a check. Numbers
 * are little-endian; every array begins at a multiple of 8.
 *
 *      0  8 bytes   RIFTTREE
 *      8  u32       format version, 1
 *     12  u32       CRC-32 of everything from byte 16 on
 *     16  u32       size of the file in bytes
 *     20  u32       size of the description in bytes
 *     24  UTF-8     description: JSON of `description.ts`, which also has the lengths of the arrays
 *         f64 …     base score, threshold, leafValue, linear constant and coefficient, node and leaf counts
 *         i32 …     root, output, firstNode, firstLeaf, feature, left, right, setStart, setItems,
 *                   linear termStart and feature
 *         u8 …      decision
 */
export const magic = 'RIFTTREE'
export const formatVersion = 1
export const fileHeaderBytes = 24
export const checkedFrom = 16

type FileColumn = Float64Array | Int32Array | Uint8Array

/** Counts of all parts; those of linear terms are null if no leaf is linear. */
export type Sizes = Readonly<ReturnType<typeof sizesOf>>

function sizesOf(trees: Trees) {
  return {
    trees: trees.root.length,
    nodes: trees.feature.length,
    leaves: trees.leafValue.length,
    sets: trees.setStart.length - 1,
    setItems: trees.setItems.length,
    linearTerms: trees.linear === null ? null : trees.linear.feature.length,
    counted: trees.counts !== null,
  }
}

/** Arrays in the order of the file. */
export function columnsOf(trees: Trees, baseScore: number): readonly FileColumn[] {
  const { linear, counts } = trees
  return [
    Float64Array.of(baseScore),
    trees.threshold,
    trees.leafValue,
    ...(linear === null ? [] : [linear.constant, linear.coefficient]),
    ...(counts === null ? [] : [counts.node, counts.leaf]),
    trees.root,
    trees.output,
    trees.firstNode,
    trees.firstLeaf,
    trees.feature,
    trees.left,
    trees.right,
    trees.setStart,
    trees.setItems,
    ...(linear === null ? [] : [linear.termStart, linear.feature]),
    trees.decision,
  ]
}

/** Rounds up to a multiple of 8. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

/** Whether the machine is little-endian, as the file is. Every machine that runs today's JavaScript engines is little-endian. */
export function isLittleEndian(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
}
