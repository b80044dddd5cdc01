import { createHash } from 'node:crypto'

/** Place of a graded series in the order of results: latest start first, then the greater id. */
export interface ResultPlace {
  readonly startMs: number
  readonly seriesId: number
}

const placeBytes = 16
const checkBytes = 8

/**
 * Writes the place after which a page begins as an opaque text of 32 characters of base64url. It names a series, not a number of
 * rows, so that newer series and other artifacts move nothing; and it is bound to the filters of its search.
 * @param filters any text that is equal for equal filters
 * @example writeResultCursor({ startMs: 0, seriesId: 1 }, '').length // => 32
 */
export function writeResultCursor({ startMs, seriesId }: ResultPlace, filters: string): string {
  const place = Buffer.alloc(placeBytes)
  place.writeBigInt64BE(BigInt(startMs), 0)
  place.writeBigInt64BE(BigInt(seriesId), 8)
  return Buffer.concat([place, checkOf(place, filters)]).toString('base64url')
}

/** Reads a cursor; null for any text that `writeResultCursor` did not write for these filters. */
export function readResultCursor(cursor: string, filters: string): ResultPlace | null {
  if (!/^[\w-]{32}$/.test(cursor)) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const place = bytes.subarray(0, placeBytes)
  if (!checkOf(place, filters).equals(bytes.subarray(placeBytes))) return null
  return { startMs: Number(place.readBigInt64BE(0)), seriesId: Number(place.readBigInt64BE(8)) }
}

function checkOf(place: Uint8Array, filters: string): Buffer {
  return createHash('sha256').update(place).update(filters).digest().subarray(0, checkBytes)
}
