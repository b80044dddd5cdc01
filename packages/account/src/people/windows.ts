import type { Clock } from '@riftline/ledger'

/** At most so many in any time of this length. */
export interface Window {
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

/** @param mostKeys of more, the one that was counted longest ago is forgotten */
export function createWindows(windows: readonly Window[], clock: Clock, mostKeys: number): Windows {
  const longestMs = Math.max(...windows.map(({ ms }) => ms))
  const times = new Map<string, readonly number[]>()

  function recent(key: string, now: number): readonly number[] {
    return (times.get(key) ?? []).filter((time) => now - time < longestMs)
  }

  return {
    waitMs(key) {
      const now = clock.monotonicMs()
      const counted = recent(key, now)
      const waits = windows.map(({ most, ms }) => {
        // Where this one is outside of the window, fewer than `most` are in it.
        const blocking = counted.at(-most)
        return blocking === undefined ? 0 : blocking + ms - now
      })
      return Math.max(0, ...waits)
    },
    count(key) {
      const now = clock.monotonicMs()
      const counted = [...recent(key, now), now]
      times.delete(key)
      times.set(key, counted)
      if (times.size > mostKeys) times.delete(times.keys().next().value ?? key)
      return () => {
        const left = [...(times.get(key) ?? [])]
        const at = left.lastIndexOf(now)
        if (at < 0) return
        left.splice(at, 1)
        if (left.length === 0) times.delete(key)
        else times.set(key, left)
      }
    },
    forget: (key) => void times.delete(key),
    get size() {
      return times.size
    },
  }
}
