import { type RateState, rateWindowSeconds } from '../limits/rate-limiter.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { statusOf } from './error-codes.ts'
import type { HttpError } from './http-error.ts'

export interface HeaderConfig {
  readonly publicHttps: boolean
  /** Base of the `Link: rel="help"` header of errors; empty: none. */
  readonly docsUrl: string
}

/** What an authenticated response says about credits and rate. */
export interface Account {
  /** Null where it is not known. */
  readonly creditsRemaining: number | null
  readonly creditsCharged: number
  readonly rate: RateState
  /** Start of the last game that the answer knows; null where no route was reached. */
  readonly dataThroughUtc: string | null
}

/** All headers of a response, in one place; hand-written answers to broken HTTP have no account. */
export function responseHeaders(
  answer: Answer,
  requestId: string,
  account: Account | null,
  { publicHttps }: Pick<HeaderConfig, 'publicHttps'> = { publicHttps: false },
): Record<string, string> {
  const headers = account === null ? plainHeaders(requestId) : accountHeaders(requestId, account)
  if (answer.body !== null) headers['Content-Length'] = String(Buffer.byteLength(answer.body))
  if (publicHttps) headers['Strict-Transport-Security'] = 'max-age=31536000'
  if (account !== null) {
    if (account.creditsRemaining !== null) headers['X-Credits-Remaining'] = String(account.creditsRemaining)
    const isData = answer.status === 200 || answer.status === 304
    if (isData && account.dataThroughUtc !== null) headers['X-Data-Through'] = account.dataThroughUtc
  }
  return Object.assign(headers, answer.headers)
}

/** An error's answer, with the link to its explanation where there is one. */
export function errorAnswer({ docsUrl }: HeaderConfig, { code, message, headers, close }: HttpError): Answer {
  const answer = { ...jsonAnswer(statusOf(code), { error: code, message }, headers), close }
  if (docsUrl === '') return answer
  const Link = `<${new URL(docsUrl).href.replace(/\/+$/, '')}/errors#${code}>; rel="help"`
  return { ...answer, headers: { ...answer.headers, Link } }
}

function plainHeaders(requestId: string): Record<string, string> {
  return { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': requestId }
}

/** As one literal: an object that gets so many names one by one is copied again and again. */
function accountHeaders(requestId: string, { creditsCharged, rate }: Account): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'X-Credits-Charged': String(creditsCharged),
    'RateLimit-Policy': `"key";q=${rate.limit};w=${rateWindowSeconds}`,
    RateLimit: `"key";r=${rate.remaining};t=${rate.resetSeconds}`,
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAtSeconds),
  }
}
