import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ApiKey, CreditStore } from '../credits/credit-store.ts'
import { HttpError } from '../http/http-error.ts'
import type { Target } from '../http/target.ts'
import { hashApiKey, isWellFormedApiKey } from './api-key.ts'

/** Who asks: the key and, through it, the account. */
export interface Caller {
  readonly key: ApiKey
  readonly accountId: string
}

/** @throws HttpError `missing_api_key`, `invalid_api_key`, `revoked_api_key` */
export async function authenticate(request: IncomingMessage, target: Target, credits: CreditStore): Promise<Caller> {
  const text = keyInHeaders(request)
  if (text === null) throw missingKey(target)
  if (!isWellFormedApiKey(text)) throw invalidKey()
  const sha256 = hashApiKey(text)
  const key = await credits.findKey(sha256)
  if (key === null || !timingSafeEqual(Buffer.from(key.sha256), Buffer.from(sha256))) throw invalidKey()
  if (key.revokedAt !== null) throw new HttpError('revoked_api_key', 'this key was revoked')
  return { key, accountId: key.accountId }
}

/**
 * The one key of the two headers, or null. Read line by line: plain Node keeps the first of two `Authorization` lines and
 * joins two `X-Api-Key` lines with a comma.
 */
function keyInHeaders(request: IncomingMessage): string | null {
  const authorization = request.headersDistinct.authorization ?? []
  const apiKey = request.headersDistinct['x-api-key'] ?? []
  if (authorization.length > 1 || apiKey.length > 1) throw invalidKey()
  const keys = [bearerToken(authorization[0] ?? ''), (apiKey[0] ?? '').trim()].filter((key) => key !== '')
  if (keys.length === 2 && keys[0] !== keys[1]) throw invalidKey()
  return keys[0] ?? null
}

/** Empty for another scheme, which counts as no key. */
function bearerToken(header: string): string {
  return /^bearer\s+(.+)$/i.exec(header.trim())?.[1] ?? ''
}

function missingKey(target: Target): HttpError {
  const inUrl = target.query.some(([name]) => name === 'apiKey' || name === 'api_key' || name === 'key')
  const hint = 'send Authorization: Bearer or X-Api-Key'
  return new HttpError('missing_api_key', inUrl ? `a key in the URL is never read; ${hint}` : hint)
}

function invalidKey(): HttpError {
  return new HttpError('invalid_api_key', 'this key is not valid')
}
