import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toUtc } from '@riftline/base'
import { type Clock, crc32, type RandomBytes, randomBase62, toBase62 } from '@riftline/base/node'
import type { ApiKey, CreditStore, KeyScope } from '@riftline/ledger'
import type { ClientAddress } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import { HttpError, refuseOverRate } from '../http/http-error.ts'
import { headerLines, type Target } from '../http/target.ts'
import { createRateWindows } from '../limits/rate-limiter.ts'

/**
 * `rl_live_` + public id (8) + `_` + secret (32) + checksum (6), all base62. The checksum is the CRC-32 of everything
 * before it: a mistyped key is refused without a search, and secret scanners find few false alarms.
 */
const keyForm = /^rl_live_([0-9A-Za-z]{8})_[0-9A-Za-z]{38}$/
const prefix = 'rl_live_'
const checksumLength = 6

/** A new key with its public id and the hash that the store keeps. */
export interface NewApiKey {
  /** Shown to its owner once and never stored. */
  readonly key: string
  readonly id: string
  readonly sha256: string
}

/** Makes a key. @param id 8 base62 characters that no other key has; random by default */
export function createApiKey(randomBytes: RandomBytes, id: string = randomBase62(8, randomBytes)): NewApiKey {
  const body = `${prefix}${id}_${randomBase62(32, randomBytes)}`
  const key = body + checksum(body)
  return { key, id, sha256: hashApiKey(key) }
}

/** Whether a text has the form and the checksum of a key. @example isWellFormedApiKey('rl_live_mistyped') // => false */
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
 * Returns the public id of a text that has the form of a key; null for any other text.
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

/** Whether two texts are equal, in constant time for texts of one length. @example sameText('a', 'a') // => true */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The token of an `Authorization` header (RFC 6750); empty for another scheme, which counts as no key. */
export function bearerToken(header: string): string {
  return /^bearer\s+(.+)$/i.exec(header.trim())?.[1] ?? ''
}

/** Caller of a request: the key and, through it, the account. */
export interface Caller {
  readonly key: ApiKey
  readonly accountId: string
}

/** @throws HttpError `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `key_expired`, `account_banned`; `rate_limited` for too many wrong keys */
export async function authenticate(
  { request, address }: Pick<Exchange, 'request' | 'address'>,
  target: Target,
  credits: Pick<CreditStore, 'findKey' | 'now'>,
  failedKeys: FailedKeys,
): Promise<Caller> {
  const keys = keysInHeaders(request)
  const [text] = keys
  if (text === undefined) {
    const isInUrl = target.query.some(([name]) => name === 'apiKey' || name === 'api_key' || name === 'key')
    const hint = 'send Authorization: Bearer or X-Api-Key'
    throw new HttpError('missing_api_key', isInUrl ? `a key in the URL is never read; ${hint}` : hint)
  }
  const sha256 = keys.length === 1 && isWellFormedApiKey(text) ? hashApiKey(text) : null
  const holder = sha256 === null ? null : await credits.findKey(sha256)
  if (sha256 === null || holder === null || !sameText(holder.key.sha256, sha256)) {
    failedKeys.note(address)
    throw new HttpError('invalid_api_key', keys.length > 1 ? 'more than one key was sent' : 'this key is not valid')
  }
  const { key, banned } = holder
  const isOver = (at: number | null): at is number => at !== null && at <= credits.now()
  if (isOver(key.revokedAt) || isOver(key.expiresAt)) {
    failedKeys.note(address)
    if (isOver(key.revokedAt)) throw new HttpError('revoked_api_key', 'this key was revoked')
    throw new HttpError('key_expired', `this key expired at ${toUtc(key.expiresAt!)} UTC`)
  }
  if (banned) throw accountBanned()
  return { key, accountId: key.accountId }
}

/** Refuses a key that may not use an operation. @throws HttpError `scope_missing` */
export function refuseScope({ key: { scopes } }: Caller, { scope }: { readonly scope?: KeyScope }): void {
  if (scope === undefined || scopes === null || scopes.includes(scope)) return
  throw new HttpError('scope_missing', `this needs the scope ${scope}; the key has ${scopes.join(', ')}`)
}

export function accountBanned(): HttpError {
  return new HttpError('account_banned', 'this account is banned')
}

/** Reads every header line, as Node drops a second `Authorization` and joins `X-Api-Key` lines. Equal keys count once. */
function keysInHeaders(request: IncomingMessage): readonly string[] {
  const authorization = headerLines(request, 'authorization')
  const apiKey = headerLines(request, 'x-api-key')
  if (authorization.length > 1 || apiKey.length > 1) return [...authorization, ...apiKey]
  const bearer = bearerToken(authorization[0] ?? '')
  const plain = (apiKey[0] ?? '').trim()
  if (bearer === '' || bearer === plain) return plain === '' ? [] : [plain]
  return plain === '' ? [bearer] : [bearer, plain]
}

/** Counts wrong keys by address; a valid key from the same address is never affected. */
export type FailedKeys = ReturnType<typeof createFailedKeys>

/** Limit of addresses counted separately in one minute. An attacker who has more is not stopped by counting. */
const mostAddresses = 20_000

/** Makes a counter of wrong keys. @param perMinute wrong keys allowed in a minute; 0 for no limit */
export function createFailedKeys(perMinute: number, clock: Clock) {
  // A /56 may fail twice as often as a /64, a /48 four times: an attacker who owns one has thousands of /64s.
  const limiters = [1, 2, 4].map((times) => createRateWindows(times * perMinute, clock, mostAddresses))
  return {
    /** Counts a wrong key. @throws HttpError `rate_limited` when the address has no wrong keys left in this minute */
    note(address: ClientAddress | null): void {
      if (perMinute === 0 || address === null || address.exempt) return
      const networks = [address.network, ...(address.wider ?? [])]
      // A key refused for its /64 is not counted in the wider networks, which hold the neighbours.
      for (const [index, network] of networks.entries()) {
        const state = limiters[index]?.take(network)
        if (state !== undefined) refuseOverRate(state)
      }
    },
  }
}
