import { lastMs } from '@riftline/base'

/** Number of places within a millisecond; a longer run of changes goes on with places of later milliseconds. */
const placesPerMs = 1024
/** Number of digits of a place, which are enough for every safe integer. */
const digits = 14
const latestMs = Math.min(lastMs, Math.floor(Number.MAX_SAFE_INTEGER / placesPerMs) - 1)

/** Place in a log: a number that rises with time, and the id of the log. */
export interface Seq {
  readonly place: number
  /** Six letters and digits that are drawn when a log begins. */
  readonly logId: string
}

/** Parses the `seq` of a change; null for a text of another form. @example parseSeq('067e5fa9d38000-aB3dE6')?.logId // => 'aB3dE6' */
export function parseSeq(text: string): Seq | null {
  if (!/^[0-9a-f]{14}-[0-9A-Za-z]{6}$/.test(text)) return null
  const place = Number.parseInt(text.slice(0, digits), 16)
  return Number.isSafeInteger(place) ? { place, logId: text.slice(digits + 1) } : null
}

/** Tells whether a text has the form of a `seq`, of any log. @example isSeq('yesterday') // => false */
export function isSeq(text: string): boolean {
  return parseSeq(text) !== null
}

/** Writes a place as text. Texts of one log have the order of their places. */
export function seqText(place: number, logId: string): string {
  return `${place.toString(16).padStart(digits, '0')}-${logId}`
}

/** Place after another one: that of a moment, or the next one if the moment is not later, as after a clock was set back. */
export function placeAfter(place: number, ms: number): number {
  return Math.max(firstPlaceOf(ms), place + 1)
}

/** First place of a millisecond. */
export function firstPlaceOf(ms: number): number {
  return Math.min(Math.max(0, Math.floor(ms)), latestMs) * placesPerMs
}

/** Moment of a place, milliseconds since 1970. */
export function msOfPlace(place: number): number {
  return Math.floor(place / placesPerMs)
}
