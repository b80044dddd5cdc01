import { type RateState, rateWindowSeconds } from '../limits/rate-limiter.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { statusOf } from './error-codes.ts'
import type { HttpError } from './http-error.ts'

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
export interface Account {
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
  account: Account | null,
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

function addAccountHeaders(headers: Record<string, string>, { creditsRemaining, creditsCharged, rate }: Account): void {
  if (creditsRemaining !== null) headers['X-Credits-Remaining'] = String(creditsRemaining)
  headers['X-Credits-Charged'] = String(creditsCharged)
  headers['RateLimit-Policy'] = `"key";q=${rate.limit};w=${rateWindowSeconds}`
  headers.RateLimit = `"key";r=${rate.remaining};t=${rate.resetSeconds}`
  headers['X-RateLimit-Limit'] = String(rate.limit)
  headers['X-RateLimit-Remaining'] = String(rate.remaining)
  headers['X-RateLimit-Reset'] = String(rate.resetAtSeconds)
}
