import { invalidArgument } from './errors.ts'

// Time is UTC everywhere: as a number, milliseconds since 1970; as text, `YYYY-MM-DDTHH:mm:ss` in the years 0000 to 9999.

/** Milliseconds of an hour. */
export const hourMs: number = 3_600_000
/** Milliseconds of a day. */
export const dayMs: number = 24 * hourMs

/**
 * Formats a time as text, without fractions of a second.
 * @throws RiftlineError `invalid_argument` for a number outside the years 0000 to 9999
 * @example toUtc(1_767_225_600_000) // => '2026-01-01T00:00:00'
 */
export function toUtc(ms: number): string {
  if (ms >= firstMs && ms <= lastMs) return new Date(ms).toISOString().slice(0, 19)
  throw invalidArgument('ms', 'milliseconds since 1970 in the years 0000 to 9999', ms)
}

const firstMs = -62_167_219_200_000
/** Latest time that `toUtc` can format. */
export const lastMs = 253_402_300_799_999

/**
 * Parses a time; null for a text of another form and for a time that does not exist, such as 30 February or 24:00:00, which
 * `Date.parse` alone would read as local time or roll over. @example parseUtc('2026-01-01T00:00:00') // => 1767225600000
 */
export function parseUtc(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return null
  const ms = Date.parse(`${text}Z`)
  const isSameDay = new Date(ms).getUTCDate() === Number(text.slice(8, 10))
  return ms <= lastMs && isSameDay ? ms : null
}

/** Number of whole days since 1970. @example dayOf(dayMs) // => 1 */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Number of whole months since 1970. @example monthOf(31 * dayMs) // => 1 */
export function monthOf(ms: number): number {
  return (yearOf(ms) - 1970) * 12 + new Date(ms).getUTCMonth()
}

/** Calendar year, UTC. @example yearOf(0) // => 1970 */
export function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear()
}
