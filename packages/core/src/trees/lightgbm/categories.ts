import { type Categories, noCategories } from '../form/tree-ensemble.ts'
import { field, type JsonObject } from '../read/json-fields.ts'

/** Values of a categorical feature in training; null for another feature. */
type ValuesOf = (feature: number) => readonly number[] | null

/**
 * Assigns the lists of `pandas_categorical` to features. The model has one list for each column of pandas' type "category", in
 * order, but does not name the columns. They are the features with category values, unless a column was ordered or constant in
 * training. If the numbers do not match, all are null: a wrong name is worse than none.
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
export function listsOfText(rest: string): unknown {
  const line = /^pandas_categorical:(.*)$/m.exec(rest)?.[1]
  try {
    return line === undefined ? null : JSON.parse(line)
  } catch {
    return null // scores do not depend on it
  }
}
