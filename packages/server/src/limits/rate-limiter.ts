import type { Clock } from '@riftline/base/node'

export const rateWindowSeconds = 60

/** Rate of one key, as the rate headers, `/v1/usage` and the 429 state it. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until the oldest counted request leaves the window. */
  readonly resetSeconds: number
  /** Epoch seconds, rounded up, at which that request leaves the window. */
  readonly resetAtSeconds: number
}

/** Counts the requests of each key. */
export interface RateLimiter {
  /** Counts a request of a key, or refuses it. Refused requests are not counted. */
  take(keyId: string): Promise<RateState>
  /** Whether requests can be counted; false while the store is unreachable. */
  isSound?(): boolean
}

/** Counts the requests of each key in this process. */
export function createRateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows = createRateWindows(limit, clock)
  return { take: async (keyId) => windows.take(keyId) }
}

/**
 * Creates exact sliding windows on the monotonic clock: in no 60 seconds do more than `limit` requests of a key pass, and the
 * next one passes in the very millisecond in which the oldest leaves. Idle keys take no memory.
 * @param mostKeys limit of busy keys counted separately; beyond it windows are forgotten early
 */
export function createRateWindows(limit: number, clock: Clock, mostKeys?: number) {
  const windowMs = rateWindowSeconds * 1000
  /** Times of each key's requests; times before index `first` have left the window. */
  const logs = createIdleMap<{ readonly times: number[]; first: number }>(windowMs, mostKeys)
  return {
    take(key: string): RateState {
      const now = clock.monotonicMs()
      const log = logs.getOrSet(key, now, () => ({ times: [], first: 0 }))
      const { times } = log
      while (now - (times[log.first] ?? now) >= windowMs) log.first++
      // Old times are removed in bulk: each removal from the front of a long list moves all others.
      if (log.first > times.length / 2) log.first -= times.splice(0, log.first).length
      const allowed = times.length - log.first < limit
      if (allowed) times.push(now)
      const oldest = times[log.first]
      const resetMs = oldest === undefined ? 0 : windowMs - (now - oldest)
      return {
        allowed,
        limit,
        remaining: limit - (times.length - log.first),
        resetSeconds: Math.ceil(resetMs / 1000),
        resetAtSeconds: Math.ceil((clock.now() + resetMs) / 1000),
      }
    },
  }
}

/**
 * Map that forgets a value not asked for during one to two periods. Two inner maps take turns, so that it needs no timer.
 * @param most values in one turn; a further one begins the next turn early, so that memory stays bounded under attack
 */
export function createIdleMap<V>(periodMs: number, most: number = Number.POSITIVE_INFINITY) {
  let current = new Map<string, V>()
  let previous = new Map<string, V>()
  let turnedMs = Number.NEGATIVE_INFINITY
  const turn = (now: number): void => {
    previous = now - turnedMs >= 2 * periodMs ? new Map() : current
    current = new Map()
    turnedMs = now
  }
  function get(key: string, now: number): V | undefined {
    if (now - turnedMs >= periodMs) turn(now)
    const idle = previous.get(key)
    if (idle !== undefined && !current.has(key)) current.set(key, idle)
    previous.delete(key)
    return current.get(key)
  }
  function set(key: string, value: V, now: number): V {
    const isFull = current.size >= most && !current.has(key)
    if (isFull || now - turnedMs >= periodMs) turn(now)
    current.set(key, value)
    return value
  }
  return {
    get,
    set,
    /** Value of a key, which is created if absent. */
    getOrSet: (key: string, now: number, create: () => V): V => get(key, now) ?? set(key, create(), now),
    delete(key: string): void {
      current.delete(key)
      previous.delete(key)
    },
    get size(): number {
      return current.size + previous.size
    },
  }
}
