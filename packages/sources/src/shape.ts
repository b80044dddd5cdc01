import { invalidArgument } from '@riftline/base'
import { SourceError } from './source-error.ts'

// Checks of foreign answers. Each fault names its place; after the checks, readers trust their input.

export type JsonRecord = Readonly<Record<string, unknown>>

/** Fault of an answer with another structure than the source's. */
export function shapeFault(place: string, expected: string, got: unknown): SourceError {
  return new SourceError('shape', invalidArgument(place, expected, got).message)
}

/** Whether the fault of an answer, or of one row, is its structure. */
export function isShapeFault(error: unknown): error is SourceError {
  return error instanceof SourceError && error.fault === 'shape'
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function toRecord(value: unknown, place: string): JsonRecord {
  if (isRecord(value)) return value
  throw shapeFault(place, 'an object', value)
}

export function toList(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw shapeFault(place, 'an array', value)
}

export function toText(value: unknown, place: string): string {
  const text = toOptionalText(value, place)
  if (text === null) throw shapeFault(place, 'a text', value)
  return text
}

/** A trimmed text; null for blank, null and absent values. Numbers become text. @throws SourceError `shape` */
export function toOptionalText(value: unknown, place: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' && typeof value !== 'number') throw shapeFault(place, 'a text', value)
  const text = String(value).trim()
  return text === '' ? null : text
}

/** The value of a key that every row has, possibly null. A row without the key is a fault; if the source renames it, all rows fail. */
export function columnOf(row: JsonRecord, key: string, place: string): unknown {
  const value = row[key]
  if (value === undefined) throw shapeFault(`${place}.${key}`, 'the key to be there', value)
  return value
}

/** A number, possibly written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Reads rows one by one, skipping malformed ones; if all are malformed, the service has changed, and the first fault is thrown. */
export function eachInShape<Row, Read>(
  rows: readonly Row[],
  read: (row: Row, at: number) => Read,
  onMisshapen: (row: Row) => void = () => {},
): readonly Read[] {
  const results: Read[] = []
  let fault: SourceError | undefined
  for (const [at, row] of rows.entries()) {
    try {
      results.push(read(row, at))
    } catch (error) {
      if (!isShapeFault(error)) throw error
      fault ??= error
      onMisshapen(row)
    }
  }
  if (fault !== undefined && results.length === 0) throw fault
  return results
}

/**
 * A patch in the older numbering with two digits after the dot, or null. From 2025 on the first number is the year.
 * @example toPatch('25.S1.3') // => '15.03'
 */
export function toPatch(text: string): string | null {
  const [, season, number] = /^\s*([0-9]{1,2})\.(?:[A-Za-z][0-9]{1,2}\.)?([0-9]{1,2})[a-z]?\s*$/.exec(text) ?? []
  if (season === undefined || number === undefined) return null
  const major = Number(season) >= 25 ? Number(season) - 10 : Number(season)
  return `${major}.${number.padStart(2, '0')}`
}

/** Whether a name stands for an undecided team or a bye: `TBD`, `Bye`. */
export function isPlaceholder(team: string): boolean {
  return /^(tbd|bye)$/i.test(team)
}
