import type { RiftlineApiError, RiftlineConnectionError } from './errors.ts'

/** Length of the server's rate window. Longer waits are left to the caller. */
const longestWaitMs = 60_000
const firstWaitMs = 500
const longestUnaskedWaitMs = 8000

/**
 * Returns the time until the next attempt; null when there must be none, because no call may be charged twice.
 * @param retries number of retries so far
 * @param repeatable whether the server answers a second request without a second charge
 */
export function waitBeforeRetry(outcome: Outcome, retries: number, repeatable: boolean): number | null {
  const unaskedMs = Math.min(firstWaitMs * 2 ** retries, longestUnaskedWaitMs)
  if (outcome.kind === 'unsent') return unaskedMs
  if (outcome.kind === 'lost') return repeatable ? unaskedMs : null
  if (outcome.kind !== 'refused') return null
  const { status, code, retryAfterSeconds } = outcome.error
  if (status !== 429 && status !== 503 && code !== 'idempotency_in_progress') return null
  const askedMs = retryAfterSeconds === undefined ? unaskedMs : retryAfterSeconds * 1000
  return askedMs <= longestWaitMs ? askedMs : null
}

/** Result of one attempt. The kinds differ in what is known about the charge. */
export type Outcome =
  | { readonly kind: 'answer'; readonly body: object }
  /** Refused by the server: nothing was charged. */
  | { readonly kind: 'refused'; readonly error: RiftlineApiError }
  /** Never reached the server. */
  | { readonly kind: 'unsent'; readonly error: RiftlineConnectionError }
  /** Lost answer: the request may have been served and charged. */
  | { readonly kind: 'lost'; readonly error: RiftlineApiError | RiftlineConnectionError }
  | { readonly kind: 'aborted'; readonly error: RiftlineConnectionError }
