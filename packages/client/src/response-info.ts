import type { FetchResponse } from './runtime.ts'

/** Headers of one response; null for a missing header. */
export interface ResponseInfo {
  readonly method: 'GET' | 'POST'
  /** Path and query, without the prefix of `baseUrl`. */
  readonly path: string
  readonly status: number
  readonly requestId: string | null
  /** Balance of the account after this call. */
  readonly creditsRemaining: number | null
  /** Credits charged: 0 for a free, failed or replayed call. */
  readonly creditsCharged: number | null
  readonly rateLimit: RateLimit | null
  /** Whether the body is the stored answer of an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean
}

/** Rate limit of this key in a sliding window. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** Time at which the oldest counted request leaves the window. */
  readonly resetEpochSeconds: number
}

export function readResponseInfo(
  { method, path }: Pick<ResponseInfo, 'method' | 'path'>,
  { status, headers }: FetchResponse,
): ResponseInfo {
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
