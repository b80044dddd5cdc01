import { hash, timingSafeEqual } from 'node:crypto'
import { crc32, type RandomBytes, randomBase62, toBase62 } from '@riftline/base/node'

/**
 * `rl_live_` + public id (8) + `_` + secret (32) + checksum (6), all base62. The checksum is the CRC-32 of everything
 * before it: a mistyped key is refused without a search, and secret scanners find few false alarms.
 */
const keyForm = /^rl_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{38}$/
const prefix = 'rl_live_'
const checksumLength = 6

/** A key that was just made, with its public id and what the store keeps of it. */
export interface NewApiKey {
  /** Shown to its owner once and kept nowhere. */
  readonly key: string
  readonly id: string
  readonly sha256: string
}

/** @param id 8 base62 characters that no other key has; any by default */
export function createApiKey(randomBytes: RandomBytes, id: string = randomBase62(8, randomBytes)): NewApiKey {
  const body = `${prefix}${id}_${randomBase62(32, randomBytes)}`
  const key = body + checksum(body)
  return { key, id, sha256: hashApiKey(key) }
}

/**
 * Whether a text has the form and the checksum of a key; whether it is one, the store knows.
 *
 * @example isWellFormedApiKey('rl_live_mistyped') // => false
 */
export function isWellFormedApiKey(text: string): boolean {
  return keyForm.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

/** SHA-256 in hex: a key is 190 random bits, so no slow hash is needed. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** The part of a key that may be shown and logged. @example apiKeyPrefix('AbCd1234') // => 'rl_live_AbCd1234' */
export function apiKeyPrefix(id: string): string {
  return `${prefix}${id}`
}

/**
 * The public id in a text that has the form of a key; null in any other.
 *
 * @example
 * const { key } = createApiKey((size) => new Uint8Array(size), 'AbCd1234')
 * apiKeyId(key) // => 'AbCd1234'
 * apiKeyId('Bearer') // => null
 */
export function apiKeyId(text: string): string | null {
  return isWellFormedApiKey(text) ? text.slice(prefix.length, prefix.length + 8) : null
}

function checksum(text: string): string {
  return toBase62(crc32(text), checksumLength)
}

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
