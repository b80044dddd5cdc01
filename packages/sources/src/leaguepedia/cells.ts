import { parseUtc } from '@riftline/base'
import { isShapeFault, shapeFault, toOptionalText } from '../shape.ts'
import type { SkippedPart } from '../source-run.ts'
import type { CargoRow } from './cargo.ts'

// Readers of one value of a row. They return null for a blank one where that is allowed, else throw a fault that names the key.

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#039': "'", lt: '<', gt: '>' }

/** Reads one row; a bad one is skipped and reported with its fault. */
export function readRow(row: CargoRow, kind: string, key: string, skipped: SkippedPart[], read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!isShapeFault(error)) throw error
    skipped.push({ what: `${kind} ${rowName(row, key)}: ${error.message}`, why: 'bad_row' })
  }
}

/** The name of a row that may be wrong in any way: a value with a `toString` of its own has no text. */
function rowName(row: CargoRow, key: string): string {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'without a name'
}

export function optionalText(row: CargoRow, key: string): string | null {
  const text = toOptionalText(row[key], key)
  return text === null ? null : text.replace(/&(amp|quot|#039|lt|gt);/g, (_, name: string) => entities[name] ?? '')
}

export function text(row: CargoRow, key: string): string {
  const value = optionalText(row, key)
  if (value === null) throw shapeFault(key, 'a text', row[key])
  return value
}

/** A number in [0, most]; averages have decimals, large ones commas. */
export function optionalNumber(row: CargoRow, key: string, most: number): number | null {
  const value = optionalText(row, key)
  if (value === null) return null
  const number = /^[0-9]{1,3}(,[0-9]{3})+$|^[0-9]{1,12}(\.[0-9]{1,15})?$/.test(value)
    ? Number(value.replaceAll(',', ''))
    : -1
  if (number < 0 || number > most) throw shapeFault(key, `a number from 0 to ${most}`, value)
  return number
}

export function utcMs(row: CargoRow, key: string): number {
  const value = text(row, key)
  const ms = parseUtc(value.replace(' ', 'T'))
  if (ms === null) throw shapeFault(key, 'a time YYYY-MM-DD hh:mm:ss', value)
  return ms
}

/** `1` and `Yes`, `0` and `No`. */
export function optionalFlag(row: CargoRow, key: string): boolean | null {
  const value = optionalText(row, key)?.toLowerCase()
  if (value === undefined) return null
  if (value === '1' || value === 'yes') return true
  if (value === '0' || value === 'no') return false
  throw shapeFault(key, '0, 1, Yes or No', row[key])
}

/** A list in one value, separated by commas, without blanks and `None`. */
export function list(row: CargoRow, key: string): readonly string[] {
  const items = (optionalText(row, key) ?? '').split(',').map((item) => item.trim())
  return items.filter((item) => item !== '' && item !== 'None')
}

/** Index of the side that won; null where none is named. */
export function winnerIndex(row: CargoRow): 0 | 1 | null {
  const winner = optionalText(row, 'Winner')
  return winner === '1' ? 0 : winner === '2' ? 1 : null
}
