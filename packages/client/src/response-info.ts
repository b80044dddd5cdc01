import type { ApiRequest } from './request.ts'
import type { FetchResponse } from './runtime.ts'

/** The headers of one answer; null where a header is missing. */
export interface ResponseInfo {
  readonly method: 'GET' | 'POST'
  /** Path and query, without the prefix of `baseUrl`. */
  readonly path: string
  readonly status: number
  readonly requestId: string | null
  /** The account's balance after this call. */
  readonly creditsRemaining: number | null
  /** 0 for a free, failed or replayed call. */
  readonly creditsCharged: number | null
  readonly rateLimit: RateLimit | null
  /** Whether this is the stored answer of an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean
}

/** Requests that this key may send in a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** When the oldest counted request leaves the window. */
  readonly resetEpochSeconds: number
}

export function readResponseInfo({ method, path }: ApiRequest, { status, headers }: FetchResponse): ResponseInfo {
  const number = (name: string): number | null => wholeNumber(headers.get(name))
  const limit = number('x-ratelimit-limit')
  const remaining = number('x-ratelimit-remaining')
  const resetEpochSeconds = number('x-ratelimit-reset')
  return {
    method,
    path,
    status,
    requestId: headers.get('x-request-id'),
    creditsRemaining: number('x-credits-remaining'),
    creditsCharged: number('x-credits-charged'),
    rateLimit:
      limit === null || remaining === null || resetEpochSeconds === null
        ? null
        : { limit, remaining, resetEpochSeconds },
    replayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** Parses a header of 1-15 digits; null for anything else. */
export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
