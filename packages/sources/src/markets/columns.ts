import { type JsonRecord, shapeFault } from '../shape.ts'

/**
 * The value of a key that every row has, if only null: a source that renames what it says fails as a whole, a single row without it
 * is left out (`eachInShape`).
 *
 * @throws SourceError `shape`
 */
export function columnOf(row: JsonRecord, key: string, place: string): unknown {
  const value = row[key]
  if (value === undefined) throw shapeFault(`${place}.${key}`, 'the key to be there', value)
  return value
}

/** A number that may stand in a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
