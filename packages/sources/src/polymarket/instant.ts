import { parseUtc } from '@riftline/base'

const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/

/**
 * The moment of a time with its offset from UTC, as Gamma and its database write them; null for anything else.
 *
 * @example instantOf('2026-10-04 16:30:00+00') // => Date.parse('2026-10-04T16:30:00Z')
 */
export function instantOf(value: unknown): number | null {
  const match = typeof value === 'string' ? form.exec(value) : null
  if (match === null) return null
  const [, day, time, sign, hours = '0', minutes = '0'] = match
  const local = parseUtc(`${day}T${time}`)
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
  return local && local + (sign === '-' ? offsetMs : -offsetMs)
}
