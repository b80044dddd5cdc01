import { invalidArgument } from '@riftline/base'
import { SourceError } from './source-error.ts'

// What stands where in a foreign answer. Each check names the place; behind them the readers trust their input.

export type JsonRecord = Readonly<Record<string, unknown>>

/** The answer is not built as this source's are. */
export function shapeFault(place: string, expected: string, got: unknown): SourceError {
  return new SourceError('shape', invalidArgument(place, expected, got).message)
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws SourceError `shape` */
export function toRecord(value: unknown, place: string): JsonRecord {
  if (isRecord(value)) return value
  throw shapeFault(place, 'an object', value)
}

/** @throws SourceError `shape` */
export function toList(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw shapeFault(place, 'an array', value)
}

/** A text that is not blank. @throws SourceError `shape` */
export function toText(value: unknown, place: string): string {
  const text = toOptionalText(value, place)
  if (text === null) throw shapeFault(place, 'a text', value)
  return text
}

/** A text, trimmed; null for a blank one, null and nothing. Numbers are taken as their text. @throws SourceError `shape` */
export function toOptionalText(value: unknown, place: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' && typeof value !== 'number') throw shapeFault(place, 'a text', value)
  const text = String(value).trim()
  return text === '' ? null : text
}
