import type { Outcome } from './outcome.ts'

/** A server that asks for a longer pause than its rate window would hold the caller for no known end: the caller decides. */
const longestWaitMs = 60_000
const firstWaitMs = 500
const longestUnaskedWaitMs = 8000

/**
 * How long to wait before the next attempt, or null when there must be none: the rule is never two charges for one call.
 *
 * @param retries how often it was tried again already
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
