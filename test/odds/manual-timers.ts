import type { Timers } from '#base/node/clock.ts'

export interface ManualTimers extends Timers {
  /** Delays that wait, shortest first. */
  waiting(): readonly number[]
  /** Ends the wait with this delay. */
  fire(milliseconds: number): void
}

/** Time that passes only where a test says so. */
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
