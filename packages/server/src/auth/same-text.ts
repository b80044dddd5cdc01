import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are equal, in constant time for texts of one length, which secrets of one kind have.
 *
 * @example sameText('a secret', 'a secret') // => true
 */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The token of an `Authorization` header (RFC 6750); empty for another scheme, which counts as none. */
export function bearerToken(header: string): string {
  return /^bearer\s+(.+)$/i.exec(header.trim())?.[1] ?? ''
}
