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
