import { toUtc } from '@riftline/base'

/** Reads a record's cells by column name; a column that the file lacks reads as empty. */
export type RowCells<Column extends string> = ReturnType<typeof createCells<Column>>

/** @param raw returns the text of a column in the current record @throws BadRow from its readers */
export function createCells<Column extends string>(raw: (column: Column) => string | undefined) {
  const expected = (column: Column, what: string): BadRow => {
    const text = raw(column)
    return new BadRow(`${column}: expected ${what}, got ${text === undefined ? 'nothing' : shorten(text)}`)
  }
  /** Some spreadsheets export an empty cell as `nan`. */
  const optionalText = (column: Column): string | null => {
    const text = raw(column)?.trim()
    return text === undefined || text === '' || text === 'nan' || text === 'NaN' ? null : text
  }
  /** @param parse returns undefined for text of another form */
  function optional<T>(form: string, parse: (text: string) => T | undefined): (column: Column) => T | null {
    return (column) => {
      const text = optionalText(column)
      const value = text === null ? null : parse(text)
      if (value === undefined) throw expected(column, form)
      return value
    }
  }
  function required<T>(form: string, read: (column: Column) => T | null): (column: Column) => T {
    return (column) => {
      const value = read(column)
      if (value === null) throw expected(column, form)
      return value
    }
  }
  const optionalId = optional(idForm, parseId)
  const optionalFlag = optional(flagForm, (text) => (text === '0' || text === '1' ? text === '1' : undefined))
  const optionalTime = optional(timeForm, parseTimestamp)
  const time = required(timeForm, optionalTime)
  /** A count or an amount within [low, high], null if empty. Some sources have averages with decimals. */
  const number = (column: Column, low: number, high: number): number | null => {
    const text = optionalText(column)
    if (text === null) return null
    const value = decimal.test(text) ? Number(text) : Number.NaN
    if (!(value >= low && value <= high)) throw expected(column, `a number from ${low} to ${high}`)
    return value
  }
  return {
    ...{ raw, expected, optionalText, optionalId, optionalFlag, optionalTime, time, number },
    text: required('a text', optionalText),
    id: required(idForm, optionalId),
    flag: required(flagForm, optionalFlag),
    /** The start of a game that was played. @param nowMs latest possible start; undefined: unknown */
    playedTime(column: Column, nowMs: number | undefined): number {
      const ms = time(column)
      if (nowMs !== undefined && ms > nowMs) throw expected(column, `a date up to ${toUtc(nowMs)}`)
      return ms
    },
    /** Length of a game in seconds; null for 0, which some sources write for unknown. */
    seconds: (column: Column): number | null => number(column, 0, 6 * 3600) || null,
    bestOf(column: Column): number {
      const text = optionalText(column) ?? ''
      if (!/^[1235]$/.test(text)) throw expected(column, '1, 2, 3 or 5')
      return Number(text)
    },
    list(column: Column): readonly string[] {
      const items = (optionalText(column) ?? '').split('|').map((item) => item.trim())
      return items.filter((item) => item !== '')
    },
    patch: (column: Column): string | null => toPatch(optionalText(column)),
  }
}

const idForm = 'a positive integer'
const flagForm = '0 or 1'
const timeForm = 'a date YYYY-MM-DDTHH:mm:ss or YYYY-MM-DD'
const decimal = /^[0-9]{1,12}(?:\.[0-9]{1,15})?$/

function parseId(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) && Number(text) !== 0 ? Number(text) : undefined
}

/** A patch as `16.01`. A number drops its last zero (`16.1` was `16.10`), but no year has thirty patches, so `16.3` is `16.03`. */
function toPatch(text: string | null): string | null {
  const [, major, digit = ''] = /^([0-9]{1,2})\.([1-9])$/.exec(text ?? '') ?? []
  if (major === undefined) return text
  return digit <= '2' ? `${major}.${digit}0` : `${major}.0${digit}`
}

const timestamp =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|([+-])([0-9]{2}):?([0-9]{2})?)?)?$/

/** UTC milliseconds; undefined for another form, which `Date.parse` might read as local time or roll over to another date. */
export function parseTimestamp(text: string): number | undefined {
  const parts = timestamp.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', sign, aheadHours = '0', aheadMinutes = '0'] = parts
  const aheadMs = (Number(aheadHours) * 60 + Number(aheadMinutes)) * 60_000
  if (aheadMs > 14 * 3600_000 || Number(aheadMinutes) > 59) return undefined
  if (Number(year) < 2000 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(midnight)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  const ms = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  return sign === '-' ? ms + aheadMs : ms - aheadMs
}

/** Quotes a cell or a library's message for an error message, cut to one line. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** Fault of a row, thrown by cell readers and caught by the row's reader, which skips the row and reports `message`. */
export class BadRow extends Error {
  override readonly name = 'BadRow'
}
