import type { Clock } from '@riftline/base/node'

/** At most so many in any time of this length. */
export interface LimitWindow {
  readonly most: number
  readonly ms: number
}

/** Counts what happened under a key within sliding windows. Everything is in memory: a restart begins anew. */
export interface Windows {
  /** Milliseconds until one more is allowed; 0: now. */
  waitMs(key: string): number
  /** Counts one; the function that is returned takes it back. */
  count(key: string): () => void
  forget(key: string): void
  readonly size: number
}

/**
 * @param mostKeys of more, one whose windows are past is forgotten, else the emptiest, and of equal ones that which was counted
 *   longest ago: whoever counts under thousands of keys makes no full window forgotten before empty ones
 */
export function createWindows(windows: readonly LimitWindow[], clock: Clock, mostKeys: number): Windows {
  const longestMs = Math.max(...windows.map(({ ms }) => ms))
  /** Times by key; those counted longest ago first. */
  const times = new Map<string, readonly number[]>()

  function recent(key: string, now: number): readonly number[] {
    return (times.get(key) ?? []).filter((time) => now - time < longestMs)
  }

  function keep(key: string, counted: readonly number[]): void {
    times.delete(key)
    if (counted.length > 0) times.set(key, counted)
  }

  /** @param but the key that was just counted: were it forgotten, nothing would be counted any more */
  function forgetOne(but: string, now: number): void {
    let emptiest = but
    let fewest = Number.POSITIVE_INFINITY
    for (const [key, counted] of times) {
      if (key === but) continue
      if (now - (counted.at(-1) ?? 0) >= longestMs) return void times.delete(key)
      if (counted.length < fewest) [emptiest, fewest] = [key, counted.length]
    }
    times.delete(emptiest)
  }

  return {
    waitMs(key) {
      const now = clock.monotonicMs()
      const counted = recent(key, now)
      const waits = windows.map(({ most: allowed, ms }) => {
        // Where this one is outside of the window, fewer than `most` are in it.
        const blocking = counted.at(-allowed)
        return blocking === undefined ? 0 : blocking + ms - now
      })
      return Math.max(0, ...waits)
    },
    count(key) {
      const now = clock.monotonicMs()
      keep(key, [...recent(key, now), now])
      if (times.size > mostKeys) forgetOne(key, now)
      return () => {
        const left = [...(times.get(key) ?? [])]
        const at = left.lastIndexOf(now)
        if (at < 0) return
        left.splice(at, 1)
        keep(key, left)
      }
    },
    forget: (key) => void times.delete(key),
    get size() {
      return times.size
    },
  }
}
