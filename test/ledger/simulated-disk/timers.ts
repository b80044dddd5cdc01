import type { Timers } from '#base/node/clock.ts'

export interface FakeTimers extends Timers {
  /** Fires every timer once. */
  fire(): void
  /** Delays of the one-shot timers. */
  waiting(): readonly number[]
  /** Removes all timers, as the end of the process does. */
  clear(): void
}

export function createFakeTimers(): FakeTimers {
  let once = new Map<() => void, number>()
  let repeated = new Set<() => void>()
  return {
    after(milliseconds, act) {
      const due = (): void => act()
      once.set(due, milliseconds)
      return () => once.delete(due)
    },
    every(_milliseconds, act) {
      const due = (): void => act()
      repeated.add(due)
      return () => repeated.delete(due)
    },
    wait: async () => {},
    waiting: () => [...once.values()],
    fire() {
      const due = [...once.keys(), ...repeated]
      once.clear()
      for (const act of due) act()
    },
    clear() {
      once = new Map()
      repeated = new Set()
    },
  }
}
