import { malformed, unsupported } from '@riftline/base'
import { cellOfHash, mostHashes } from '../form/hashed-cells.ts'
import type { HashedFeature } from '../form/tree-ensemble.ts'
import {
  arrayField,
  asInteger,
  asObject,
  field,
  type JsonObject,
  maximumFeatures,
  type Where,
} from '../read/json-fields.ts'

/** Numerical column of a row. */
export interface FloatColumn {
  readonly feature: number
  /** Whether a missing cell goes right; otherwise it goes left. */
  readonly missingGoesRight: boolean
}

/** Categorical column of a row. `places` numbers the hashes that splits name. */
interface HashedColumn {
  readonly feature: number
  readonly places: Map<number, number>
}

/** Columns of a row by `feature_index`, the number within their kind by which splits name them. */
export interface RowColumns {
  readonly numberOfFeatures: number
  readonly featureNames: readonly string[] | null
  readonly floats: ReadonlyMap<unknown, FloatColumn>
  readonly categorical: ReadonlyMap<unknown, HashedColumn>
}

/** Number of columns that is accepted in any file: a claim in a small file must not cause a large buffer. */
const fewColumns = 2 ** 12

/** Reads `features_info`. Splits name columns of one kind; `flat_feature_index` is the place in the row. */
export function readColumns(document: JsonObject): RowColumns {
  const where: Where = () => '$.features_info'
  const info = asObject(field(document, 'features_info'), where)
  const listOf = (key: string) => ((field(info, key) ?? null) === null ? [] : arrayField(info, key, where))
  for (const kind of ['text', 'embedding']) {
    if (listOf(`${kind}_features`).length > 0) {
      throw unsupported(`${where()}.${kind}_features`, `models with ${kind} columns are not read; train without them`)
    }
  }
  const names = new Map<number, string>()
  const most = Math.max(fewColumns, 64 * (listOf('float_features').length + listOf('categorical_features').length))

  function readKind<T>(key: string, read: (feature: number, column: JsonObject, at: Where) => T): Map<unknown, T> {
    const columns = new Map<unknown, T>()
    for (const [i, value] of listOf(key).entries()) {
      const at: Where = () => `${where()}.${key}[${i}]`
      const column = asObject(value, at)
      const integer = (name: string, limit: number) => asInteger(field(column, name), () => `${at()}.${name}`, 0, limit)
      const index = integer('feature_index', maximumFeatures - 1)
      const feature = integer('flat_feature_index', Math.min(most, maximumFeatures) - 1)
      if (names.has(feature)) throw malformed(`${at()}.flat_feature_index`, 'each column once', feature)
      if (columns.has(index)) throw malformed(`${at()}.feature_index`, 'each feature once', index)
      names.set(feature, nameOf(column, at))
      columns.set(index, read(feature, column, at))
    }
    return columns
  }

  const floats = readKind('float_features', readFloat)
  const categorical = readKind('categorical_features', (feature) => ({ feature, places: new Map<number, number>() }))
  if (names.size === 0) throw malformed(where(), 'a column or more', info)
  const numberOfFeatures = 1 + [...names.keys()].reduce((most, feature) => Math.max(most, feature), 0)
  const isNamed = [...names.values()].some((name) => name !== '')
  // CatBoost calls a column without a name by its number.
  const nameAt = (feature: number) => names.get(feature) || String(feature)
  const featureNames = isNamed ? Array.from({ length: numberOfFeatures }, (_, feature) => nameAt(feature)) : null
  return { numberOfFeatures, featureNames, floats, categorical }
}

function nameOf(column: JsonObject, at: Where): string {
  const name = field(column, 'feature_id') ?? field(column, 'feature_name') ?? ''
  if (typeof name === 'string') return name
  throw malformed(`${at()}.feature_id`, 'the name of a column', name)
}

const treatments: readonly unknown[] = ['AsIs', 'AsFalse', 'AsTrue', undefined]

function readFloat(feature: number, column: JsonObject, at: Where): FloatColumn {
  const hasNans = field(column, 'has_nans') ?? false
  if (typeof hasNans !== 'boolean') throw malformed(`${at()}.has_nans`, 'true or false', hasNans)
  const treatment = field(column, 'nan_value_treatment')
  if (!treatments.includes(treatment)) {
    throw malformed(`${at()}.nan_value_treatment`, 'AsIs, AsFalse or AsTrue', treatment)
  }
  return { feature, missingGoesRight: hasNans && treatment === 'AsTrue' }
}

/** Returns the cell of a category with this hash; a new hash gets the next place of the column. */
export function cellOf({ places }: HashedColumn, hash: number, where: Where): number {
  const place = places.get(hash) ?? places.size
  if (place >= mostHashes) throw malformed(where(), `at most ${mostHashes} categories`, place)
  places.set(hash, place)
  return cellOfHash(place)
}

/** Categorical features with the hashes that their splits name. */
export function hashedFeatures({ categorical }: RowColumns): readonly HashedFeature[] {
  return Array.from(categorical.values(), ({ feature, places }) => ({ feature, hashes: [...places.keys()] }))
}
