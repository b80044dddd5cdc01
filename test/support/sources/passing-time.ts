import type { SourceTime } from '#sources/http/exchange.ts'
import { createManualClock, type ManualClock } from '../clock.ts'
import { createPassingTimers } from '../passing-timers.ts'

export interface PassingTime extends SourceTime {
  /** Length of every wait so far, in milliseconds. */
  readonly waits: readonly number[]
  /** Lets time pass, so that due timers run. */
  pass(milliseconds: number): void
  readonly clock: ManualClock
}

/** Creates time for tests that wait: a wait moves the clock and ends at once. */
export function createPassingTime(start?: string): PassingTime {
  const clock = createManualClock(start)
  const timers = createPassingTimers()
  const waits: number[] = []
  const pass = (milliseconds: number): void => {
    clock.advance(milliseconds)
    timers.pass(milliseconds)
  }
  return {
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after: timers.after,
    async wait(milliseconds) {
      waits.push(milliseconds)
      pass(milliseconds)
    },
    waits,
    pass,
    clock,
  }
}
