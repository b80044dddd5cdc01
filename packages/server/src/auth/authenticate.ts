import type { IncomingMessage } from 'node:http'
import type { ApiKey, CreditStore, KeyHolder } from '@riftline/ledger'
import type { Exchange } from '../http/exchange.ts'
import { headerLines } from '../http/header-lines.ts'
import { HttpError } from '../http/http-error.ts'
import type { Target } from '../http/target.ts'
import { hashApiKey, isWellFormedApiKey } from './api-key.ts'
import type { FailedKeys } from './failed-keys.ts'
import { bearerToken, sameText } from './same-text.ts'

/** Caller of a request: the key and, through it, the account. */
export interface Caller {
  readonly key: ApiKey
  readonly accountId: string
}

/** @throws HttpError `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `account_banned`; `rate_limited` for too many wrong keys */
export async function authenticate(
  { request, address }: Pick<Exchange, 'request' | 'address'>,
  target: Target,
  credits: Pick<CreditStore, 'findKey' | 'now'>,
  failedKeys: FailedKeys,
): Promise<Caller> {
  const keys = keysInHeaders(request)
  const [text] = keys
  if (text === undefined) throw missingKey(target)
  const sha256 = keys.length === 1 && isWellFormedApiKey(text) ? hashApiKey(text) : null
  const holder = sha256 === null ? null : await findHolder(credits, sha256)
  if (holder === null || isRevoked(holder.key, credits)) {
    failedKeys.note(address)
    throw holder === null
      ? new HttpError('invalid_api_key', keys.length > 1 ? 'more than one key was sent' : 'this key is not valid')
      : new HttpError('revoked_api_key', 'this key was revoked')
  }
  if (holder.banned) throw accountBanned()
  return { key: holder.key, accountId: holder.key.accountId }
}

async function findHolder(credits: Pick<CreditStore, 'findKey'>, sha256: string): Promise<KeyHolder | null> {
  const holder = await credits.findKey(sha256)
  return holder !== null && sameText(holder.key.sha256, sha256) ? holder : null
}

function isRevoked({ revokedAt }: ApiKey, credits: Pick<CreditStore, 'now'>): boolean {
  return revokedAt !== null && revokedAt <= credits.now()
}

export function accountBanned(): HttpError {
  return new HttpError('account_banned', 'this account is banned')
}

/** Equal keys count once, lines of one header each: plain Node drops a second `Authorization` and joins `X-Api-Key`s. */
function keysInHeaders(request: IncomingMessage): readonly string[] {
  const authorization = headerLines(request, 'authorization')
  const apiKey = headerLines(request, 'x-api-key')
  if (authorization.length > 1 || apiKey.length > 1) return [...authorization, ...apiKey]
  const bearer = bearerToken(authorization[0] ?? '')
  const plain = (apiKey[0] ?? '').trim()
  if (bearer === '' || bearer === plain) return plain === '' ? [] : [plain]
  return plain === '' ? [bearer] : [bearer, plain]
}

function missingKey(target: Target): HttpError {
  const inUrl = target.query.some(([name]) => name === 'apiKey' || name === 'api_key' || name === 'key')
  const hint = 'send Authorization: Bearer or X-Api-Key'
  return new HttpError('missing_api_key', inUrl ? `a key in the URL is never read; ${hint}` : hint)
}
