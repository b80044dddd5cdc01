import { toUtc } from '@riftline/base'

/** A record by the names of its columns; the cell of a column that the file lacks is undefined and reads as empty. */
export type RowCells<Column extends string> = (column: Column) => string | undefined

type CellReader<T> = <Column extends string>(cells: RowCells<Column>, column: Column) => T

function required<T>(read: CellReader<T | null>, what: string): CellReader<T> {
  return (cells, column) => {
    const value = read(cells, column)
    if (value === null) throw expected(cells, column, what)
    return value
  }
}

/** Tables that went through a spreadsheet of numbers have `nan` where nothing was. */
export const optionalTextCell: CellReader<string | null> = (cells, column) => {
  const text = cells(column)?.trim()
  return text === undefined || text === '' || text === 'nan' || text === 'NaN' ? null : text
}
export const textCell: CellReader<string> = required(optionalTextCell, 'a text')

const idForm = 'a positive integer'
export const optionalIdCell: CellReader<number | null> = (cells, column) => {
  const text = optionalTextCell(cells, column)
  if (text === null) return null
  if (!/^[0-9]{1,15}$/.test(text) || Number(text) === 0) throw expected(cells, column, idForm)
  return Number(text)
}
export const idCell: CellReader<number> = required(optionalIdCell, idForm)

const flagForm = '0 or 1'
export const optionalFlagCell: CellReader<boolean | null> = (cells, column) => {
  const text = optionalTextCell(cells, column)
  if (text === null) return null
  if (text !== '0' && text !== '1') throw expected(cells, column, flagForm)
  return text === '1'
}
export const flagCell: CellReader<boolean> = required(optionalFlagCell, flagForm)

const timeForm = 'a date YYYY-MM-DDTHH:mm:ss or YYYY-MM-DD'
export const optionalTimeCell: CellReader<number | null> = (cells, column) => {
  const text = optionalTextCell(cells, column)
  if (text === null) return null
  const ms = parseTimestamp(text)
  if (Number.isNaN(ms)) throw expected(cells, column, timeForm)
  return ms
}
export const timeCell: CellReader<number> = required(optionalTimeCell, timeForm)

/** The start of a game that was played. @param nowMs no game begins later; undefined: nobody knows */
export function playedTimeCell<Column extends string>(
  cells: RowCells<Column>,
  column: Column,
  nowMs: number | undefined,
) {
  const ms = timeCell(cells, column)
  if (nowMs !== undefined && ms > nowMs) throw expected(cells, column, `a date up to ${toUtc(nowMs)}`)
  return ms
}

const decimal = /^[0-9]{1,12}(?:\.[0-9]{1,15})?$/

/** A count or an amount within [low, high], null when empty. Averages of some sources have decimals. */
export function numberCell<Column extends string>(cells: RowCells<Column>, column: Column, low: number, high: number) {
  const text = optionalTextCell(cells, column)
  if (text === null) return null
  const value = decimal.test(text) ? Number(text) : Number.NaN
  if (!(value >= low && value <= high)) throw expected(cells, column, `a number from ${low} to ${high}`)
  return value
}

/** Seconds of a game; null for 0, which some sources write for what they do not know. */
export const secondsCell: CellReader<number | null> = (cells, column) => numberCell(cells, column, 0, 6 * 3600) || null

export const bestOfCell: CellReader<number> = (cells, column) => {
  const text = optionalTextCell(cells, column) ?? ''
  if (!/^[1235]$/.test(text)) throw expected(cells, column, '1, 2, 3 or 5')
  return Number(text)
}

export const listCell: CellReader<readonly string[]> = (cells, column) => {
  const items = (optionalTextCell(cells, column) ?? '').split('|').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

/** Reads a patch as `16.01`. As a number `16.1` is `16.10` that lost its zero; no year has thirty patches, so `16.3` is `16.03`. */
export const patchCell: CellReader<string | null> = (cells, column) => {
  const text = optionalTextCell(cells, column)
  const [, major, digit = ''] = /^([0-9]{1,2})\.([1-9])$/.exec(text ?? '') ?? []
  if (major === undefined) return text
  return digit <= '2' ? `${major}.${digit}0` : `${major}.0${digit}`
}

export function expected<Column extends string>(cells: RowCells<Column>, column: Column, what: string): BadRow {
  const cell = cells(column)
  return new BadRow(`${column}: expected ${what}, got ${cell === undefined ? 'nothing' : shorten(cell)}`)
}

const timestamp =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|([+-])([0-9]{2}):?([0-9]{2})?)?)?$/

/** UTC milliseconds, NaN for another shape: `Date.parse` would read some as local time and roll dates over. */
export function parseTimestamp(text: string): number {
  const parts = timestamp.exec(text)
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
  override readonly name = 'BadRow'
}
