import { createHash } from 'node:crypto'
import { type RandomBytes, randomBase62 } from '@riftline/base/node'

const tokenBytes = 32

/** Makes the secret of a cookie or a mailed link: 32 random bytes in base64url. Only its hash is stored. */
export function newToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(tokenBytes)).toString('base64url')
}

/** SHA-256 of a token in hex. The text itself is hashed: a different spelling of the same bytes is a different token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Public id of a session in forms: 16 hex digits. */
export function newSessionId(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(8)).toString('hex')
}

/** One-time value of a form: 16 random bytes in base64url, 22 characters. */
export function newForm(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(16)).toString('base64url')
}

export function isForm(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}

/** Id of a person: `per_` and 12 base62 digits. */
export function newPersonId(randomBytes: RandomBytes): string {
  return `per_${randomBase62(12, randomBytes)}`
}
