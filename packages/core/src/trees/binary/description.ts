import { malformed } from '@riftline/base'
import { mostHashes } from '../form/hashed-cells.ts'
import { isClassifying } from '../form/links.ts'
import {
  type Categories,
  type ClassName,
  type HashedFeature,
  isClassName,
  noCategories,
  type Source,
  type TreeEnsemble,
  usualModel,
} from '../form/tree-ensemble.ts'
import {
  arrayField,
  asInteger,
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
import { type Sizes, sizesOf } from './file-layout.ts'
import { checkedFields, readLink, readSteps } from './link-description.ts'

/** Ensemble without its arrays, whose lengths are in `sizes`. */
export type Description = Omit<TreeEnsemble, 'trees' | 'baseScores'> & { readonly sizes: Sizes }

/** Builds the description to write. Fields that older versions did not know are left out if they have their defaults. */
export function describeEnsemble(ensemble: TreeEnsemble): object {
  const { numberOfFeatures, featureNames, numberOfOutputs, precision, averaging, mayStopEarly, link, warnings } =
    ensemble
  const { source, categories, trees } = ensemble
  const format = source.format === 'mlnet' ? 'mlnet-fasttree' : source.format
  const known = {
    format,
    numberOfFeatures,
    featureNames,
    numberOfOutputs,
    precision,
    averaging,
    mayStopEarly,
    link,
    warnings,
  }
  const named = categories.some((names) => names !== null)
  const defaults = defaultsOf(ensemble)
  const others = optionalKeys.filter((key) => ensemble[key] !== defaults[key]).map((key) => [key, ensemble[key]])
  return {
    ...known,
    ...(source.version === undefined ? {} : { version: source.version }),
    ...(named ? { categories } : {}),
    ...Object.fromEntries(others),
    sizes: sizesOf(trees, ensemble.baseScores),
  }
}

/** Fields that older files and most models lack. */
const optionalKeys = [
  'objective',
  'hashedFeatures',
  'classNames',
  'outputClasses',
  'decisionThreshold',
  'classifies',
  'bestIteration',
  'sums',
  'infinity',
  'absentCell',
  'baseIs',
  'scale',
  'treesPerIteration',
  'preparation',
  'combining',
] as const

type Optional = Pick<TreeEnsemble, (typeof optionalKeys)[number]>

function defaultsOf({
  precision,
  link,
  decisionThreshold,
}: Pick<TreeEnsemble, 'precision' | 'link' | 'decisionThreshold'>): Optional {
  const sums = precision === 'float32' ? 'rounded' : 'float64'
  return { ...usualModel, sums, classifies: isClassifying(link, decisionThreshold) }
}

function readOptional(
  root: JsonObject,
  defaults: Optional,
  [numberOfFeatures, numberOfOutputs]: readonly [number, number],
): Optional {
  const where: Where = () => '$'
  const has = (key: string) => Object.hasOwn(root, key)
  const choice = <K extends 'sums' | 'infinity' | 'absentCell' | 'baseIs' | 'combining'>(
    key: K,
    allowed: readonly Optional[K][],
  ) => (has(key) ? choiceField<Optional[K]>(root, key, where, allowed) : defaults[key])
  const count = (key: string, least: number) => integerField(root, key, where, least, 2 ** 31 - 1)
  const objective = field(root, 'objective') ?? null
  if (objective !== null && typeof objective !== 'string') throw malformed('$.objective', 'a string', objective)
  return {
    objective,
    hashedFeatures: has('hashedFeatures') ? readHashedFeatures(root, numberOfFeatures) : defaults.hashedFeatures,
    classNames: readClassNames(root),
    outputClasses: has('outputClasses') ? readOutputClasses(root, numberOfOutputs) : null,
    decisionThreshold: defaults.decisionThreshold,
    classifies: has('classifies') ? booleanField(root, 'classifies', where) : defaults.classifies,
    bestIteration: has('bestIteration') ? count('bestIteration', 0) : null,
    sums: choice('sums', ['float64', 'rounded', 'float32']),
    infinity: choice('infinity', ['number', 'refused']),
    absentCell: choice('absentCell', ['zero', 'missing']),
    baseIs: choice('baseIs', ['start', 'addedLast', 'addedToFirst', 'addedToNamed', 'ofTwoLabels']),
    scale: has('scale') ? finiteField(root, 'scale', where) : 1,
    treesPerIteration: has('treesPerIteration') ? count('treesPerIteration', 1) : 1,
    preparation: has('preparation')
      ? readSteps(field(root, 'preparation'), numberOfFeatures, () => '$.preparation')
      : null,
    combining: choice('combining', ['sum', 'minimum', 'maximum']),
  }
}

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

function readHashedFeatures(root: JsonObject, numberOfFeatures: number): readonly HashedFeature[] {
  const integers = (object: JsonObject, key: string, where: Where, least: number, most: number) =>
    arrayField(object, key, where).map((value, i) => asInteger(value, () => `${where()}.${key}[${i}]`, least, most))
  const list = arrayField(root, 'hashedFeatures', () => '$')
  const read = list.map((value, i) => {
    const where: Where = () => `$.hashedFeatures[${i}]`
    const object = asObject(value, where)
    const feature = integerField(object, 'feature', where, 0, numberOfFeatures - 1)
    const hashes = integers(object, 'hashes', where, -(2 ** 31), 2 ** 31 - 1)
    if (hashes.length > mostHashes) throw malformed(`${where()}.hashes`, `at most ${mostHashes}`, hashes.length)
    return checkedFields(object, { feature, hashes }, where)
  })
  if (new Set(read.map(({ feature }) => feature)).size === read.length) return read
  throw malformed('$.hashedFeatures', 'each feature once', read.length)
}

function readOutputClasses(root: JsonObject, numberOfOutputs: number): readonly number[] {
  const classes = readClassNames(root)?.length ?? 0
  const read = arrayField(root, 'outputClasses', () => '$', numberOfOutputs).map((value, i) =>
    asInteger(value, () => `$.outputClasses[${i}]`, 0, classes - 1),
  )
  if (new Set(read).size === read.length) return read
  throw malformed('$.outputClasses', 'each class once', read.length)
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
  const precision = choiceField(root, 'precision', where, ['float64', 'float32', 'double'])
  const link = readLink(
    asObject(field(root, 'link'), () => '$.link'),
    numberOfOutputs,
  )
  const decisionThreshold =
    (field(root, 'decisionThreshold') ?? null) === null ? null : finiteField(root, 'decisionThreshold', where)
  const usual = defaultsOf({ precision, link, decisionThreshold })
  const description: Description = {
    ...readOptional(root, { ...usual, decisionThreshold }, [numberOfFeatures, numberOfOutputs]),
    source: readSource(root),
    numberOfFeatures,
    featureNames: namesField(root, 'featureNames', numberOfFeatures),
    categories: readCategories(root, numberOfFeatures),
    numberOfOutputs,
    precision,
    averaging: choiceField(root, 'averaging', where, ['none', 'beforeLink', 'inScore']),
    mayStopEarly: booleanField(root, 'mayStopEarly', where),
    link,
    warnings: arrayField(root, 'warnings', where).map((warning, i) => {
      if (typeof warning === 'string') return warning
      throw malformed(`$.warnings[${i}]`, 'a string', warning)
    }),
    sizes: readSizes(asObject(field(root, 'sizes'), () => '$.sizes')),
  }
  if (description.baseIs === 'ofTwoLabels' && numberOfOutputs !== 2) {
    throw malformed('$.baseIs', 'two outputs', numberOfOutputs)
  }
  const { source: _, ...fields } = description
  checkedFields(
    { ...usual, categories: null, version: null, ...root },
    { ...fields, format: null, version: null },
    where,
  )
  return description
}

function readSource(root: JsonObject): Source {
  const names = ['lightgbm', 'mlnet-fasttree', 'xgboost', 'catboost', 'onnx'] as const
  const name = choiceField(root, 'format', () => '$', names)
  const format = name === 'mlnet-fasttree' ? 'mlnet' : name
  const version = field(root, 'version')
  if (version === undefined) return { format }
  if (typeof version !== 'string') throw malformed('$.version', 'a string', version)
  return { format, version }
}

function readSizes(sizes: JsonObject): Sizes {
  const where: Where = () => '$.sizes'
  const size = (key: string) => integerField(sizes, key, where, 0, 2 ** 31)
  const optional = (key: string) => (Object.hasOwn(sizes, key) ? { [key]: size(key) } : {})
  const read: Sizes = {
    ...optional('bases'),
    ...optional('leafNumbers'),
    ...optional('vectorItems'),
    ...optional('entries'),
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
