import { toUtc } from '@riftline/base'

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

/**
 * Reads a patch as `16.01`. A patch has two digits after the point; `16.1` is `16.10` that lost its zero as a number, and `16.3` was never
 * written so, since no year has thirty patches: it is `16.03`.
 */
export function toPatch(cell: string | undefined): string | null {
  const text = toOptionalText(cell)
  const [, major, digit] = text === null ? [] : (/^([0-9]{1,2})\.([1-9])$/.exec(text) ?? [])
  if (major === undefined || digit === undefined) return text
  return digit <= '2' ? `${major}.${digit}0` : `${major}.0${digit}`
}

const shape =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|([+-])([0-9]{2}):?([0-9]{2})?)?)?$/

/**
 * UTC milliseconds of `YYYY-MM-DDTHH:mm:ss` (a space for the T, parts of a second, a final Z and an offset such as `+00:00` are
 * accepted), in whole seconds, or of a plain day; NaN for anything else, including days that do not exist. `Date.parse` would read other
 * shapes as local time and roll dates over.
 */
export function parseTimestamp(text: string): number {
  const parts = shape.exec(text)
  if (parts === null) return Number.NaN
  const [, year, month, day, hour = '0', minute = '0', second = '0', sign, aheadHours = '0', aheadMinutes = '0'] = parts
  const aheadMs = (Number(aheadHours) * 60 + Number(aheadMinutes)) * 60_000
  if (aheadMs > 14 * 3600_000 || Number(aheadMinutes) > 59) return Number.NaN
  if (Number(year) < 2000 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(midnight)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return Number.NaN
  const ms = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return sign === '-' ? ms + aheadMs : ms - aheadMs
}

/** Quotes a cell or a library's message for an error message, cut to a line. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** Cell readers throw it, the reader of the row catches it: the row is skipped and `message` is the reported reason. */
export class BadRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadRow'
  }
}
