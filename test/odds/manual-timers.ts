import type { Timers } from '#base/node/clock.ts'

export interface ManualTimers extends Timers {
  /** Delays of the pending timers, shortest first. */
  waiting(): readonly number[]
  /** Fires the timer with this delay. */
  fire(milliseconds: number): void
}

/** Timers that fire only on demand. */
export function createManualTimers(): ManualTimers {
  const pending = new Map<() => void, number>()
  return {
    after(milliseconds, act) {
      const due = (): void => act()
      pending.set(due, milliseconds)
      return () => pending.delete(due)
    },
    every() {
      throw new Error('nothing here repeats')
    },
    wait() {
      throw new Error('nothing here waits')
    },
    waiting: () => [...pending.values()].sort((a, b) => a - b),
    fire(milliseconds) {
      for (const [due, delay] of pending) {
        if (delay !== milliseconds) continue
        pending.delete(due)
        return due()
      }
      throw new Error(`nothing waits for ${milliseconds} ms`)
    },
  }
}
