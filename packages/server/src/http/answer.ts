import { errorFields } from '@riftline/base/node'
import { StorageError } from '@riftline/ledger'
import { type RateState, rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Tools } from '../observe/metrics.ts'
import { HttpError, RequestAborted, statusOf } from './http-error.ts'

/** Answer of a handler. The headers of every response are added when it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text, or bytes that were prepared; null for answers that have no body by definition. */
  readonly body: string | Buffer | null
  /** Whether the connection closes behind this answer. */
  readonly close?: boolean
}

export const jsonType = 'application/json; charset=utf-8'

export function jsonAnswer(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer {
  return { status, headers: { 'Content-Type': jsonType, ...headers }, body: JSON.stringify(value) }
}

export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null }
}

/** The answer to `OPTIONS *`: what the server takes as a whole. */
export const answerWhole: Answer = emptyAnswer(204, { Allow: 'GET, HEAD, POST, OPTIONS' })

export interface HeaderConfig {
  readonly publicHttps: boolean
  /** Base of the `Link: rel="help"` header of errors; empty: none. */
  readonly docsUrl: string
}

/** Data date and artifacts of answers. */
export interface Served {
  readonly dataThroughUtc: string
  readonly artifacts: string
}

/** Credits and rate in an authenticated response. */
export interface AnswerAccount {
  /** Null where it is not known. */
  readonly creditsRemaining: number | null
  readonly creditsCharged: number
  readonly rate: RateState
  /** The artifacts that answer; null where no route was reached. */
  readonly served: Served | null
}

/** All headers of a response, in one place; hand-written answers to broken HTTP have no account. */
export function responseHeaders(
  answer: Answer,
  requestId: string,
  account: AnswerAccount | null,
  { publicHttps }: Pick<HeaderConfig, 'publicHttps'> = { publicHttps: false },
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (answer.body !== null) headers['Content-Length'] = String(Buffer.byteLength(answer.body))
  headers['Cache-Control'] = 'no-store'
  headers['X-Content-Type-Options'] = 'nosniff'
  if (publicHttps) headers['Strict-Transport-Security'] = 'max-age=31536000'
  headers['X-Request-Id'] = requestId
  if (account !== null) {
    addAccountHeaders(headers, account)
    const isData = answer.status === 200 || answer.status === 304
    if (isData && account.served !== null) {
      headers['X-Data-Through'] = account.served.dataThroughUtc
      headers['X-Artifacts'] = account.served.artifacts
    }
  }
  return Object.assign(headers, answer.headers)
}

/** An error's answer, with the link to its explanation where there is one. */
export function errorAnswer(
  { docsUrl }: HeaderConfig,
  { code, message, candidates, headers, close }: HttpError,
): Answer {
  const body = { error: code, message, ...(candidates.length === 0 ? {} : { candidates }) }
  const answer = { ...jsonAnswer(statusOf(code), body, headers), close }
  if (docsUrl === '') return answer
  const Link = `<${new URL(docsUrl).href.replace(/\/+$/, '')}/errors#${code}>; rel="help"`
  return { ...answer, headers: { ...answer.headers, Link } }
}

function addAccountHeaders(
  headers: Record<string, string>,
  { creditsRemaining, creditsCharged, rate }: AnswerAccount,
): void {
  if (creditsRemaining !== null) headers['X-Credits-Remaining'] = String(creditsRemaining)
  headers['X-Credits-Charged'] = String(creditsCharged)
  headers['RateLimit-Policy'] = `"key";q=${rate.limit};w=${rateWindowSeconds}`
  headers.RateLimit = `"key";r=${rate.remaining};t=${rate.resetSeconds}`
  headers['X-RateLimit-Limit'] = String(rate.limit)
  headers['X-RateLimit-Remaining'] = String(rate.remaining)
  headers['X-RateLimit-Reset'] = String(rate.resetAtSeconds)
}

interface AnswerErrorDeps extends Pick<Tools, 'log' | 'metrics'> {
  readonly config: HeaderConfig
}

/** For unexpected errors the client gets the code, the log the details. Null when nobody is left to answer. */
export function answerError(
  { log, metrics, config }: AnswerErrorDeps,
  { requestId }: { readonly requestId: string },
  thrown: unknown,
): Answer | null {
  if (thrown instanceof RequestAborted) return null
  const error = toHttpError(thrown)
  const { cause } = error
  if (cause !== undefined) log({ level: 'error', event: error.code, requestId, ...errorFields(cause) })
  if (error.code === 'rate_limited') metrics.count('rate_limited_total')
  if (statusOf(error.code) === 401) metrics.count('auth_failed_total', { code: error.code })
  return errorAnswer(config, error)
}

/** Whatever a check asks the store for, keys and the rate among it, can find it gone. */
function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof StorageError) return storageUnavailable(thrown)
  return new HttpError('internal_error', 'internal error; nothing was charged', { cause: thrown })
}

export function storageUnavailable(cause?: unknown): HttpError {
  return new HttpError('storage_unavailable', 'credits cannot be recorded now', { cause })
}
