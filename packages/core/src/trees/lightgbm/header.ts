import { malformed, unsupported } from '@riftline/base'
import { isClassifying, type Link } from '../form/links.ts'
import { type SplitDecision, splitDecision } from '../form/scoring-rules.ts'
import { type Categories, noCategories, type TreeEnsemble, type Trees, usualModel } from '../form/tree-ensemble.ts'
import { booleanField, field, integerField, type JsonObject, mostFeatures, namesField } from '../read/json-fields.ts'
import type { LineReader } from '../read/lines.ts'

const supportedVersions = ['v2', 'v3', 'v4']
const maximumClasses = 2 ** 20

/** Largest accepted number of leaves of a tree. LightGBM's own limit is 131072 since 2.3; before, it had none. */
export const maximumLeaves: number = 2 ** 24

/**
 * Reads and checks the top level, in the keys of a dump. Format versions: absent up to LightGBM 2.0.11, v2 is 2.0.12 to 2.2, v3 is
 * 2.3 to 3.3, v4 is 4.0 and later. Before 2.2.3 a dump names neither objective nor averaging, so its predictions are unknown.
 */
export function readModelHeader(dump: JsonObject) {
  const root = () => '$'
  const version = readVersion(field(dump, 'version'))
  const name = field(dump, 'name')
  if (name !== undefined && name !== 'tree') throw malformed('$.name', '"tree"', name)
  const objective = readObjective(dump)
  const treesPerIteration = integerField(dump, 'num_tree_per_iteration', root, 1, maximumClasses)
  if (field(dump, 'num_class') !== undefined) integerField(dump, 'num_class', root, 1, maximumClasses)
  const numberOfFeatures = integerField(dump, 'max_feature_idx', root, 0, mostFeatures(dump, 'feature_names') - 1) + 1
  return {
    version,
    numberOfFeatures,
    featureNames: namesField(dump, 'feature_names', numberOfFeatures),
    /** K, the number of classes. Trees are stored iteration by iteration: tree i belongs to class i mod K. */
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
    ...usualModel,
    source: header.version === undefined ? { format: 'lightgbm' } : { format: 'lightgbm', version: header.version },
    numberOfFeatures: header.numberOfFeatures,
    featureNames: header.featureNames,
    categories,
    numberOfOutputs: header.treesPerIteration,
    precision: 'float64',
    sums: 'float64',
    averaging: header.averageOutput ? 'beforeLink' : 'none',
    baseScores: new Array<number>(header.treesPerIteration).fill(0),
    trees,
    classifies: isClassifying(header.objective.link, null),
    ...header.objective,
  }
}

function readVersion(version: unknown): string | undefined {
  if (version === undefined) return undefined
  if (typeof version !== 'string') throw malformed('$.version', 'a string', version)
  if (!supportedVersions.includes(version)) {
    const known = supportedVersions.join(', ')
    throw unsupported('$.version', `format version ${JSON.stringify(version.slice(0, 20))}; supported are ${known}`)
  }
  return version
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

/** Returns the values of a categorical feature in training; null for another feature. */
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
export function listsOfText(rest: LineReader): unknown {
  const key = 'pandas_categorical:'
  let line = rest()
  while (line !== undefined && !line.startsWith(key)) line = rest()
  try {
    return line === undefined ? null : JSON.parse(line.slice(key.length))
  } catch {
    return null // damaged lists cost names only, never scores
  }
}

interface ParsedObjective {
  /** Name with options, an alias replaced. */
  readonly objective: string
  readonly link: Link
  readonly mayStopEarly: boolean
  readonly warnings: readonly string[]
}

/** Objectives whose `NeedAccuratePrediction` is false, as only the sign or the order of scores counts. */
const decidable: ReadonlySet<unknown> = new Set(['binary', 'multiclass', 'multiclassova', 'lambdarank', 'rank_xendcg'])

const identity: Link = { kind: 'identity' }

/**
 * Parses LightGBM's objective string into a link. The string is a name, then `key:value` options or flags, separated by blanks.
 *
 * | objective | prediction |
 * |---|---|
 * | `binary sigmoid:S` | 1 / (1 + e^(-S·raw)) |
 * | `cross_entropy` | the same with S = 1 |
 * | `multiclass num_class:K` | softmax |
 * | `multiclassova num_class:K sigmoid:S` | K sigmoids, not normalised |
 * | `cross_entropy_lambda` | ln(1 + e^raw): an intensity, not a probability |
 * | `poisson`, `gamma`, `tweedie` | e^raw |
 * | `regression`, `regression_l1`, `fair`, `quantile`, `mape`, each with or without the flag `sqrt` | raw, or sign(raw)·raw² |
 * | `huber`, `lambdarank`, `rank_xendcg` | raw |
 * | absent, `custom`, `none`, `null`, `na` | raw, with a warning |
 *
 * LightGBM's other names for these, such as `xentropy` and `mse`, are accepted without options. Any other name is refused, as
 * LightGBM does: its predictions are unknown.
 *
 * Source: `ToString` and `ConvertOutput` in https://github.com/microsoft/LightGBM/tree/v4.6.0/src/objective,
 * `ParseObjectiveAlias` in https://github.com/microsoft/LightGBM/blob/v4.6.0/include/LightGBM/config.h.
 * @param outputs trees per iteration
 */
export function parseObjective(objective: string | null, outputs: number): ParsedObjective {
  const known = objective === null ? 'custom' : (aliases.get(objective) ?? objective)
  if (known === 'custom') {
    const warnings = ['the model was trained with a custom objective: predictions are raw scores']
    return { objective: known, link: identity, mayStopEarly: false, warnings }
  }
  const [name = '', ...options] = known.split(' ').filter((token) => token !== '')
  const link = linkOf(name, options)
  if (link === null) {
    const shown = JSON.stringify(known.slice(0, 60))
    throw unsupported('$.objective', `${shown} is no objective of LightGBM; expected one such as "binary sigmoid:1"`)
  }
  const perClass = name === 'multiclass' || name === 'multiclassova'
  const width = perClass ? classCount(options) : 1
  if (width !== outputs) {
    throw malformed('$.num_tree_per_iteration', `${width}, as the objective has it`, outputs)
  }
  return { objective: known, link, mayStopEarly: decidable.has(name), warnings: [] }
}

/** Aliases of objectives. LightGBM replaces them before it reads options, so an alias has none. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    regression: 'regression_l2 mean_squared_error mse l2 l2_root root_mean_squared_error rmse',
    regression_l1: 'mean_absolute_error l1 mae',
    mape: 'mean_absolute_percentage_error',
    cross_entropy: 'xentropy',
    cross_entropy_lambda: 'xentlambda',
    rank_xendcg: 'xendcg xe_ndcg xe_ndcg_mart xendcg_mart',
    custom: 'none null na',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)),
)

const links: ReadonlyMap<string | undefined, Link> = new Map<string, Link>([
  ['cross_entropy', { kind: 'sigmoid', slope: 1, offset: 0 }],
  ['multiclass', { kind: 'softmax', shiftByMaximum: true }],
  ['cross_entropy_lambda', { kind: 'softplus' }],
  ...['poisson', 'gamma', 'tweedie'].map((name): [string, Link] => [name, { kind: 'exp' }]),
  ...['huber', 'lambdarank', 'rank_xendcg'].map((name): [string, Link] => [name, identity]),
])

/** Objectives that may have the flag `sqrt`. */
const squared = ['regression', 'regression_l1', 'fair', 'quantile', 'mape']

function linkOf(name: string, options: readonly string[]): Link | null {
  if (name === 'binary' || name === 'multiclassova')
    return { kind: 'sigmoid', slope: sigmoidOption(options), offset: 0 }
  if (squared.includes(name)) return options.includes('sqrt') ? { kind: 'signedSquare' } : identity
  return links.get(name) ?? null
}

/** Value of the option `key:value`; the last one counts, as in LightGBM. */
function option(options: readonly string[], key: string): string | undefined {
  return options.findLast((token) => token.startsWith(`${key}:`))?.slice(key.length + 1)
}

function sigmoidOption(options: readonly string[]): number {
  const text = option(options, 'sigmoid')
  if (text === undefined) return 1
  const value = /^[0-9.e+-]+$/i.test(text) ? Number(text) : Number.NaN
  if (!(value > 0 && value < Infinity)) throw malformed('$.objective', 'a sigmoid above 0', text)
  return value
}

function classCount(options: readonly string[]): number {
  const text = option(options, 'num_class') ?? ''
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw malformed('$.objective', 'num_class:K', text)
  return Number(text)
}
