import { malformed, unsupported } from '@riftline/base'
import { type SplitDecision, splitDecision } from '../form/scoring-rules.ts'
import { type Categories, noCategories, type TreeEnsemble, type Trees } from '../form/tree-ensemble.ts'
import { booleanField, field, integerField, type JsonObject, mostFeatures, namesField } from '../read/json-fields.ts'
import { parseObjective } from './objective.ts'

const supportedVersions = ['v2', 'v3', 'v4']
const maximumClasses = 2 ** 20

/** Most leaves of a tree. LightGBM's own limit is 131072 since 2.3; before, it had none. */
export const maximumLeaves: number = 2 ** 24

/**
 * Reads and checks the top level, in the keys of a dump. Format versions: absent up to LightGBM 2.0.11, v2 is 2.0.12 to 2.2, v3 is
 * 2.3 to 3.3, v4 is 4.0 and later. Before 2.2.3 a dump names neither objective nor averaging, so its predictions are unknown.
 */
export function readModelHeader(dump: JsonObject) {
  const root = () => '$'
  checkVersion(field(dump, 'version'))
  checkName(field(dump, 'name'))
  const objective = readObjective(dump)
  const treesPerIteration = integerField(dump, 'num_tree_per_iteration', root, 1, maximumClasses)
  if (field(dump, 'num_class') !== undefined) integerField(dump, 'num_class', root, 1, maximumClasses)
  const numberOfFeatures = integerField(dump, 'max_feature_idx', root, 0, mostFeatures(dump, 'feature_names') - 1) + 1
  return {
    numberOfFeatures,
    featureNames: namesField(dump, 'feature_names', numberOfFeatures),
    /** K. Trees are stored iteration by iteration: tree i belongs to class i mod K. */
    treesPerIteration,
    averageOutput: booleanField(dump, 'average_output', root),
    objective: parseObjective(objective, treesPerIteration),
  }
}

/** Top level of a model, as far as scoring needs it. */
type LightgbmHeader = Readonly<ReturnType<typeof readModelHeader>>

/** Checks that every iteration is complete; `path` is the place of the tree count in the model. */
export function checkTreeCount(header: LightgbmHeader, trees: number, path: string): void {
  if (trees % header.treesPerIteration !== 0) {
    throw malformed(path, `a multiple of ${header.treesPerIteration} trees`, trees)
  }
}

export function toEnsemble(header: LightgbmHeader, trees: Trees, categories: Categories): TreeEnsemble {
  return {
    format: 'lightgbm',
    classNames: null,
    decisionThreshold: null,
    numberOfFeatures: header.numberOfFeatures,
    featureNames: header.featureNames,
    categories,
    numberOfOutputs: header.treesPerIteration,
    precision: 'float64',
    averaging: header.averageOutput ? 'beforeLink' : 'none',
    baseScore: 0,
    trees,
    ...header.objective,
  }
}

function checkName(name: unknown): void {
  if (name !== undefined && name !== 'tree') throw malformed('$.name', '"tree"', name)
}

function checkVersion(version: unknown): void {
  if (version === undefined) return
  if (typeof version !== 'string') throw malformed('$.version', 'a string', version)
  if (!supportedVersions.includes(version)) {
    const known = supportedVersions.join(', ')
    throw unsupported('$.version', `format version ${JSON.stringify(version.slice(0, 20))}; supported are ${known}`)
  }
}

function readObjective(dump: JsonObject): string | null {
  const objective = field(dump, 'objective')
  if (objective === undefined) {
    if (field(dump, 'average_output') !== undefined) return null
    const reason = 'the dump names neither objective nor average_output, as LightGBM before 2.2.3 wrote it'
    throw unsupported('$.objective', `${reason}; dump it again with 2.2.3 or later, or read its model.txt`)
  }
  if (typeof objective !== 'string') throw malformed('$.objective', 'a string', objective)
  return objective
}

/** Missing types in the order of the two bits of `decision_type` in model.txt. */
export const missingTypes = ['None', 'Zero', 'NaN'] as const

type MissingType = (typeof missingTypes)[number]

/** Decision of a numerical split. Under None, `default_left: true` means nothing: NaN is compared as 0. */
export function numericalDecision(missing: MissingType, defaultLeft: boolean): SplitDecision {
  switch (missing) {
    case 'None':
      return splitDecision.compare
    case 'Zero':
      return defaultLeft ? splitDecision.zeroGoesLeft : splitDecision.zeroGoesRight
    case 'NaN':
      return defaultLeft ? splitDecision.nanGoesLeft : splitDecision.nanGoesRight
  }
}

/** Values of a categorical feature in training; null for another feature. */
type ValuesOf = (feature: number) => readonly number[] | null

/**
 * Assigns the lists of `pandas_categorical`, which do not name their columns, to the features with category values, in order. If the
 * numbers do not match, all are null: a wrong name is worse than none.
 */
export function readCategories(lists: unknown, valuesOf: ValuesOf, numberOfFeatures: number): Categories {
  const none = noCategories(numberOfFeatures)
  if (!Array.isArray(lists)) return none
  const features = Array.from(none.keys()).filter((feature) => valuesOf(feature) !== null)
  const fits = (list: unknown, i: number): boolean =>
    Array.isArray(list) && list.every(isCategory) && valuesOf(features[i]!)!.every((value) => value < list.length)
  if (lists.length !== features.length || !lists.every(fits)) return none
  const byFeature = new Map(features.map((feature, i) => [feature, [...lists[i]]]))
  return none.map((_, feature) => byFeature.get(feature) ?? null)
}

function isCategory(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Reads `feature_infos` of a dump: `{ gold: { values: [] }, patch: { values: [0, 2, 1] } }`. */
export function valuesOfDump(dump: JsonObject, names: readonly string[] | null): ValuesOf {
  const infos = objectOf(field(dump, 'feature_infos'))
  return (feature) => {
    const values = field(objectOf(field(infos, names?.[feature] ?? '')), 'values')
    return Array.isArray(values) && values.length > 0 ? values.map(Number) : null
  }
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {}
}

/** Reads the line `feature_infos` of model.txt: `[0:9.5] 0:2:1 none`. */
export function valuesOfText(infos: readonly string[]): ValuesOf {
  return (feature) => {
    const info = infos[feature] ?? ''
    return /^-?\d+(:-?\d+)*$/.test(info) ? info.split(':').map(Number) : null
  }
}

/** Reads the lists that Python appends to model.txt; null without any. */
export function listsOfText(rest: readonly string[]): unknown {
  const key = 'pandas_categorical:'
  const line = rest.find((one) => one.startsWith(key))?.slice(key.length)
  try {
    return line === undefined ? null : JSON.parse(line)
  } catch {
    return null // scores do not depend on it
  }
}
