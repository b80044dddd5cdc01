import type { AppConfig } from '../config.ts'
import type { RateState } from '../limits/rate-limiter.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Answer } from './answer.ts'
import { errorAnswer, type HttpError } from './http-error.ts'

export type HeaderConfig = Pick<AppConfig, 'publicHttps' | 'docsUrl'>

/** What an authenticated response says about credits and rate. */
export interface Account {
  /** Null where it is not known. */
  readonly creditsRemaining: number | null
  readonly creditsCharged: number
  readonly rate: RateState
}

/**
 * All headers of a response, in one place: a header that is missing on one route is the fault callers report most. The
 * hand-written answers to broken HTTP use it too, without an account.
 */
export function responseHeaders(
  answer: Answer,
  requestId: string,
  account: Account | null,
  { publicHttps }: Pick<HeaderConfig, 'publicHttps'> = { publicHttps: false },
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (answer.body !== null) headers['Content-Length'] = String(Buffer.byteLength(answer.body))
  headers['Cache-Control'] = 'no-store'
  headers['X-Content-Type-Options'] = 'nosniff'
  if (publicHttps) headers['Strict-Transport-Security'] = 'max-age=31536000'
  headers['X-Request-Id'] = requestId
  if (account !== null) addAccountHeaders(headers, account)
  return Object.assign(headers, answer.headers)
}

/** An error's answer, with the link to its explanation where there is one. */
export function errorAnswerWithHelp({ docsUrl }: HeaderConfig, error: HttpError): Answer {
  const answer = errorAnswer(error)
  if (docsUrl === '') return answer
  const link = `<${new URL(docsUrl).href.replace(/\/+$/, '')}/errors#${error.code}>; rel="help"`
  return { ...answer, headers: { ...answer.headers, Link: link } }
}

function addAccountHeaders(headers: Record<string, string>, { creditsRemaining, creditsCharged, rate }: Account): void {
  if (creditsRemaining !== null) headers['X-Credits-Remaining'] = String(creditsRemaining)
  headers['X-Credits-Charged'] = String(creditsCharged)
  headers['RateLimit-Policy'] = `"key";q=${rate.limit};w=${rateWindowSeconds}`
  headers.RateLimit = `"key";r=${rate.remaining};t=${rate.resetSeconds}`
  headers['X-RateLimit-Limit'] = String(rate.limit)
  headers['X-RateLimit-Remaining'] = String(rate.remaining)
  headers['X-RateLimit-Reset'] = String(rate.resetAtSeconds)
}
