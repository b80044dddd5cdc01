import type { Timers } from '#base/node/clock.ts'

export interface FakeTimers extends Timers {
  /** Time passes: everything that waits comes due once. */
  fire(): void
  /** Delays of the timers that fire once. */
  waiting(): readonly number[]
  /** The process is gone, and its timers with it. */
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
