import type { RateState } from '../limits/rate-limiter.ts'
import { rateWindowSeconds } from '../limits/rate-limiter.ts'
import type { Answer } from './answer.ts'

/** What an authenticated response says about credits and rate. */
export interface Account {
  readonly creditsRemaining: number
  readonly creditsCharged: number
  readonly rate: RateState
}

/**
 * All headers of a response, in one place: a header that is missing on one route is the fault callers report most. The
 * hand-written answers to broken HTTP use it too, without an account.
 */
export function responseHeaders(answer: Answer, requestId: string, account: Account | null): Record<string, string> {
  return {
    ...(answer.body === null ? {} : { 'Content-Length': String(answer.body.length) }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...(account === null ? {} : accountHeaders(account)),
    ...answer.headers,
  }
}

function accountHeaders({ creditsRemaining, creditsCharged, rate }: Account): Record<string, string> {
  return {
    'X-Credits-Remaining': String(creditsRemaining),
    'X-Credits-Charged': String(creditsCharged),
    'RateLimit-Policy': `"key";q=${rate.limit};w=${rateWindowSeconds}`,
    RateLimit: `"key";r=${rate.remaining};t=${rate.resetSeconds}`,
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAtSeconds),
  }
}
