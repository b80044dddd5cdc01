import { toUtc } from '@riftline/base'
import { BadRow } from './bad-row.ts'
import { parseTimestamp } from './parse-timestamp.ts'
import { shorten } from './shorten.ts'

// Readers of one cell. They return the value, or null for an empty cell where that is allowed, and throw a BadRow that names the
// column. The cell of a column that the file lacks is undefined and reads as empty.
type Cell = string | undefined

const integer = /^[0-9]{1,15}$/
const decimal = /^[0-9]{1,12}(?:\.[0-9]{1,15})?$/

export function toText(cell: Cell, column: string): string {
  const text = toOptionalText(cell)
  if (text === null) throw expected(column, 'a text', cell)
  return text
}

/** Tables that went through a spreadsheet of numbers have `nan` where nothing was. */
export function toOptionalText(cell: Cell): string | null {
  const text = cell?.trim()
  return text === undefined || text === '' || text === 'nan' || text === 'NaN' ? null : text
}

/** Ids are positive integers. */
export function toId(cell: Cell, column: string): number {
  const id = toOptionalId(cell, column)
  if (id === null) throw expected(column, 'a positive integer', cell)
  return id
}

export function toOptionalId(cell: Cell, column: string): number | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  if (!integer.test(text) || Number(text) === 0) throw expected(column, 'a positive integer', cell)
  return Number(text)
}

/** A count or an amount within [low, high], null when empty. Averages of some sources have decimals. */
export function toOptionalNumber(cell: Cell, column: string, low: number, high: number): number | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  const value = decimal.test(text) ? Number(text) : Number.NaN
  if (!(value >= low && value <= high)) throw expected(column, `a number from ${low} to ${high}`, cell)
  return value
}

export function toOptionalFlag(cell: Cell, column: string): boolean | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  if (text !== '0' && text !== '1') throw expected(column, '0 or 1', cell)
  return text === '1'
}

export function toFlag(cell: Cell, column: string): boolean {
  const flag = toOptionalFlag(cell, column)
  if (flag === null) throw expected(column, '0 or 1', cell)
  return flag
}

export function toUtcMs(cell: Cell, column: string): number {
  const ms = toOptionalUtcMs(cell, column)
  if (ms === null) throw expected(column, 'a date YYYY-MM-DDTHH:mm:ss or YYYY-MM-DD', cell)
  return ms
}

/** The start of a game that was played. @param nowMs no game begins later; undefined: nobody knows */
export function toPlayedMs(cell: Cell, column: string, nowMs: number | undefined): number {
  const ms = toUtcMs(cell, column)
  if (nowMs !== undefined && ms > nowMs) throw expected(column, `a date up to ${toUtc(nowMs)}`, cell)
  return ms
}

/** Seconds of a game; null for 0, which some sources write for what they do not know. */
export function toGameSeconds(cell: Cell, column: string): number | null {
  return toOptionalNumber(cell, column, 0, 6 * 3600) || null
}

export function toOptionalUtcMs(cell: Cell, column: string): number | null {
  const text = toOptionalText(cell)
  if (text === null) return null
  const ms = parseTimestamp(text)
  if (Number.isNaN(ms)) throw expected(column, 'a date YYYY-MM-DDTHH:mm:ss or YYYY-MM-DD', cell)
  return ms
}

export function toBestOf(cell: Cell, column: string): number {
  const text = toOptionalText(cell)
  if (text !== '1' && text !== '2' && text !== '3' && text !== '5') throw expected(column, '1, 2, 3 or 5', cell)
  return Number(text)
}

/** A list inside one cell, separated by `|`. */
export function toList(cell: Cell): readonly string[] {
  const text = toOptionalText(cell)
  return text === null
    ? []
    : text
        .split('|')
        .map((item) => item.trim())
        .filter((item) => item !== '')
}

export function expected(column: string, what: string, cell: Cell): BadRow {
  return new BadRow(`${column}: expected ${what}, got ${cell === undefined ? 'nothing' : shorten(cell)}`)
}
