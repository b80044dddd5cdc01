import type { Clock } from '@riftline/base/node'
import { createIdleMap } from './idle-map.ts'
import { createSlidingLog, expire, oldest, record, type SlidingLog } from './sliding-log.ts'

export const rateWindowSeconds = 60

/** Rate of one key, as the rate headers, `/v1/usage` and the 429 state it. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until the oldest counted request leaves the window. */
  readonly resetSeconds: number
  /** The same instant, epoch seconds. */
  readonly resetAtSeconds: number
}

/** Counts the requests of each key. */
export interface RateLimiter {
  /** Counts a request of a key, or refuses it; refused requests are not counted. */
  take(keyId: string): Promise<RateState>
  /** False while requests cannot be counted. */
  isSound?(): boolean
}

/** Counts the requests of each key in this process. */
export function createRateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows = createRateWindows(limit, clock)
  return { take: async (keyId) => windows.take(keyId) }
}

/** Sliding windows in memory, by key. */
export interface RateWindows {
  take(key: string): RateState
}

/**
 * An exact sliding window on the monotonic clock: in no 60 seconds do more than `limit` requests of a key pass, and the
 * next one passes at the very millisecond the oldest leaves. Idle keys take no memory.
 *
 * @param mostKeys busy keys that are kept apart; under more of them windows are forgotten early
 */
export function createRateWindows(limit: number, clock: Clock, mostKeys?: number): RateWindows {
  const windowMs = rateWindowSeconds * 1000
  const logs = createIdleMap<SlidingLog>(windowMs, mostKeys)
  return {
    take(key) {
      const now = clock.monotonicMs()
      const log = logs.getOrSet(key, now, createSlidingLog)
      expire(log, now, windowMs)
      const allowed = log.count < limit
      if (allowed) record(log, now)
      const resetMs = log.count === 0 ? 0 : windowMs - (now - oldest(log))
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
