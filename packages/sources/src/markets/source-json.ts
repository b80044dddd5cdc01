import { SourceError } from '../source-error.ts'

export type JsonObject = Readonly<Record<string, unknown>>

// A source that renames what it says fails as a whole: of single rows nothing could be told any more.

/** @throws SourceError `shape` */
export function objectAt(value: unknown, where: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw shape(where, 'an object', value)
}

/** @throws SourceError `shape` */
export function listAt(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw shape(where, 'a list', value)
}

/** @throws SourceError `shape` */
export function textAt(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  throw shape(where, 'a text', value)
}

/** The value of a key that every row has, if only null. @throws SourceError `shape` */
export function columnOf(row: JsonObject, key: string, where: string): unknown {
  const value = row[key]
  if (value === undefined) throw shape(`${where}.${key}`, 'the key to be there', value)
  return value
}

/** A number that may stand in a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export function shape(where: string, expected: string, got: unknown): SourceError {
  const kind = got === null ? 'null' : Array.isArray(got) ? 'a list' : got === undefined ? 'nothing' : typeof got
  return new SourceError('shape', `${where}: expected ${expected}, got ${kind}`)
}
