import { cityHash32 } from '../../math/city-hash.ts'
import type { HashedFeature, TreeEnsemble } from './tree-ensemble.ts'

// Cells of CatBoost's categorical features. An integer up to 2^53 means its decimal text, as in CatBoost. The cell of any other text is larger,
// so that both fit in one column: 2^53 + 2^30 · (1 + place), which float32 holds exactly. Place 0 is for texts that no split names.

const largestInteger = 2 ** 53
const step = 2 ** 30
const unknown = largestInteger + step

/** Most categories that splits of one feature may name. */
export const mostHashes: number = 2 ** 23 - 2

/** Cell of category i. */
export function cellOfHash(i: number): number {
  return unknown + (i + 1) * step
}

/** Whether a value is an integer that may be a category. */
export function isIntegerCategory(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= largestInteger
}

/** Whether a cell is an integer or the cell of a text. */
export function isHashedCell({ hashes }: HashedFeature, cell: number): boolean {
  const place = (cell - unknown) / step
  return isIntegerCategory(cell) || (place >= 0 && place <= hashes.length && Number.isInteger(place))
}

/** Cell that splits of the feature compare, for a text or an integer; the cell of a text is returned unchanged. */
export function hashedCell({ hashes }: HashedFeature, value: string | number): number {
  if (typeof value === 'number' && value >= unknown) return value
  return cellOfHash(placesIn(hashes).get(hashOf(String(value))) ?? -1)
}

/**
 * Replaces integers by the cells of their texts in rows of `width` cells. `columnOf` has the column of each feature, -1 for unused ones; null if
 * columns are features.
 */
export function hashIntegers(
  cells: Float64Array,
  width: number,
  { hashedFeatures }: TreeEnsemble,
  columnOf: Int32Array | null,
): void {
  for (const hashed of hashedFeatures) {
    const column = columnOf === null ? hashed.feature : columnOf[hashed.feature]!
    if (column < 0) continue
    for (let i = column; i < cells.length; i += width) cells[i] = hashedCell(hashed, cells[i]!)
  }
}

const featuresOf = new WeakMap<readonly HashedFeature[], ReadonlyMap<number, HashedFeature>>()

/** Hashes of a categorical feature of CatBoost; undefined for any other feature. */
export function hashedFeature({ hashedFeatures }: TreeEnsemble, feature: number): HashedFeature | undefined {
  if (hashedFeatures.length === 0) return undefined
  let features = featuresOf.get(hashedFeatures)
  if (features === undefined) {
    features = new Map(hashedFeatures.map((one) => [one.feature, one]))
    featuresOf.set(hashedFeatures, features)
  }
  return features.get(feature)
}

/** Most texts in the cache of hashes, and the longest text that it keeps. */
const mostKept = 2 ** 16
const longestKept = 40

const kept = new Map<string, number>()

function hashOf(text: string): number {
  const known = kept.get(text)
  if (known !== undefined) return known
  const hash = cityHash32(text)
  if (kept.size === mostKept) kept.clear()
  if (text.length <= longestKept) kept.set(text, hash)
  return hash
}

const placesOf = new WeakMap<readonly unknown[], ReadonlyMap<unknown, number>>()

/** Place of each name, made once for a list of names. */
export function placesIn(names: readonly unknown[]): ReadonlyMap<unknown, number> {
  let places = placesOf.get(names)
  if (places === undefined) {
    places = new Map(names.map((name, i) => [name, i]))
    placesOf.set(names, places)
  }
  return places
}
