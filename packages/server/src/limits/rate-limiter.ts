import type { Clock } from '../clock.ts'
import { createSlidingLog, expire, oldest, record, type SlidingLog } from './sliding-log.ts'

export const rateWindowSeconds = 60

/** What the rate headers, `/v1/usage` and the 429 say about one key. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until the oldest counted request leaves the window. */
  readonly resetSeconds: number
  /** The same instant, epoch seconds. */
  readonly resetAtSeconds: number
}

export interface RateLimiter {
  /** Counts a request of a key, or refuses it; refused requests are not counted. */
  take(keyId: string): RateState
}

/**
 * An exact sliding window on the monotonic clock: in no 60 seconds do more than `limit` requests of a key pass, and the
 * next one passes at the very millisecond the oldest leaves.
 */
export function createRateLimiter(limit: number, clock: Clock): RateLimiter {
  const windowMs = rateWindowSeconds * 1000
  const logs = new Map<string, SlidingLog>()
  return {
    take(keyId) {
      const now = clock.monotonicMs()
      const log = logs.get(keyId) ?? createSlidingLog()
      logs.set(keyId, log)
      expire(log, now, windowMs)
      const allowed = log.count < limit
      if (allowed) record(log, now)
      const resetMs = log.count === 0 ? 0 : oldest(log) + windowMs - now
      return {
        allowed,
        limit,
        remaining: limit - log.count,
        resetSeconds: Math.ceil(resetMs / 1000),
        resetAtSeconds: Math.ceil((clock.now() + resetMs) / 1000),
      }
    },
  }
}
