import { type Candidate, RiftlineError } from '@riftline/base'
import { didYouMean } from '@riftline/predictor'
import type { RateState } from '../limits/rate-limiter.ts'

/** A refusal that the caller may read. Any other thrown value becomes `internal_error`, and its details stay in the log. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** Whether the connection closes after this answer. */
  readonly close: boolean
  /** Entities that the caller may have meant by a name. */
  readonly candidates: readonly Candidate[]
  /** Further fields of the body. */
  readonly fields: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    const { headers, close = false, candidates = [], fields = {}, cause } = options
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'HttpError'
    this.code = code
    this.headers = { ...requiredHeaders(statusOf(code)), ...headers }
    this.close = close
    this.candidates = candidates
    this.fields = fields
  }
}

type HttpErrorOptions = Partial<Pick<HttpError, 'headers' | 'close' | 'candidates' | 'fields'>> & {
  readonly cause?: unknown
}

export function badRequest(message: string): HttpError {
  return new HttpError('bad_request', message, { close: true })
}

/** Refusal of a field or parameter that breaks its rule. */
export function invalidRequest(message: string, candidates: readonly Candidate[] = []): HttpError {
  return new HttpError('validation_error', message + didYouMean(candidates), { candidates })
}

export function overloaded(options?: HttpErrorOptions): HttpError {
  return new HttpError('overloaded', 'try again', options)
}

/** Refuses a request over the rate. @throws HttpError `rate_limited` */
export function refuseOverRate(rate: RateState): void {
  if (rate.allowed) return
  const seconds = Math.max(1, rate.resetSeconds)
  throw new HttpError('rate_limited', `${rate.limit} requests per minute; retry in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

const refusalCodes = [
  'validation_error',
  'odds_implausible',
  'team_not_found',
  'league_not_found',
  'ambiguous_team',
] as const

/** Runs work and gives the predictor's refusals of a request the codes of the contract. */
export function asHttpError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    const { message, candidates = [] } = error
    const code = refusalCodes.find((known) => known === error.code)
    throw code === undefined ? error : new HttpError(code, message, { candidates })
  }
}

/** The client went away while its body was read, so that nobody waits for an answer. */
export class RequestAborted extends Error {}

/** Headers that every error of a status carries; a 405 also has `Allow`. */
export function requiredHeaders(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer realm="riftline"' }
  if (status === 503 || status === 429 || status === 409) return { 'Retry-After': '1' }
  return {}
}

const inProgress = 'the first call with this Idempotency-Key is still running, or its answer is on the way'

/** All error codes: status, operations that can answer it, and meaning. A new code is announced as an addition to the contract. */
const codes = {
  bad_request: [400, 'every', 'the request is not HTTP, JSON or UTF-8, or has a bad target or a body on GET'],
  validation_error: [400, 'every', 'a field or parameter breaks its rule; the message names the first one that does'],
  ambiguous_team: [400, 'some', 'a name fits several teams; the message lists their ids'],
  odds_implausible: [400, 'some', 'the inverses of both prices sum to less than 0.9; the message names the sum'],
  missing_api_key: [401, 'keyed', 'no header has an API key'],
  invalid_api_key: [401, 'keyed', 'the key is malformed or unknown, or the request has two keys'],
  revoked_api_key: [401, 'keyed', 'the key was revoked'],
  key_expired: [401, 'keyed', 'the key has expired'],
  account_banned: [401, 'keyed', 'the account is banned'],
  insufficient_credits: [402, 'some', 'the balance is too low for a call that would have succeeded'],
  key_limit_reached: [
    402,
    'some',
    'the call would pass the monthly limit of its key; the body has limit, used and resetsUtc',
  ],
  scope_missing: [403, 'keyed', 'the key lacks a scope; the message names it'],
  origin_not_allowed: [403, 'some', 'a page of another origin calls `/mcp`; the operator lists those that may'],
  not_found: [404, 'some', 'the path does not exist'],
  team_not_found: [404, 'some', 'no team has this id or name'],
  player_not_found: [404, 'some', 'no player has this id'],
  league_not_found: [404, 'some', 'no league has this name or code'],
  tournament_not_found: [404, 'some', 'no tournament has this id'],
  odds_not_available: [404, 'some', 'no odds are published for the next series, or no series has a price'],
  record_not_available: [404, 'some', 'the artifacts in use have no record of forecasts: they are of an older version'],
  method_not_allowed: [405, 'every', 'the path does not support the method; Allow lists the methods that it supports'],
  request_timeout: [408, 'every', 'the request was not complete in time'],
  idempotency_in_progress: [409, 'some', inProgress],
  changes_gone: [410, 'some', 'changes after `since` are not kept any more, or `since` is of another server'],
  payload_too_large: [
    413,
    'some',
    'the body is over 65536 bytes, or 262144 of `/v1/predict/batch`, `/v1/tournament` and `/mcp`',
  ],
  unsupported_media_type: [415, 'some', 'the body is not plain application/json'],
  expectation_failed: [417, 'every', 'Expect asks for something other than 100-continue'],
  idempotency_key_reused: [422, 'some', 'this Idempotency-Key was used with another body'],
  rate_limited: [429, 'keyed', 'the key is over its rate limit; Retry-After says how long to wait'],
  headers_too_large: [431, 'every', 'the header block is over 8 KiB or 100 lines'],
  prediction_error: [500, 'some', 'the model failed; nothing was charged'],
  internal_error: [500, 'every', 'an unforeseen error occurred; nothing was charged'],
  overloaded: [503, 'keyed', 'the server has too much to do; try again'],
  shutting_down: [503, 'keyed', 'the server is restarting'],
  storage_unavailable: [503, 'keyed', 'credits cannot be recorded now'],
} as const

/** One of the codes that `/v1` answers errors with. */
export type ErrorCode = keyof typeof codes

/** Every code that `/v1` answers errors with. */
export const errorCodes: readonly ErrorCode[] = Object.keys(codes) as ErrorCode[]

/** Operations that can answer a code: every one, every one behind a key, or only those that name it. */
export const reachOf = (code: ErrorCode) => codes[code][1]
export const statusOf = (code: ErrorCode): number => codes[code][0]
export const whenGiven = (code: ErrorCode): string => codes[code][2]
