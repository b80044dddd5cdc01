import type { Clock } from '@riftline/base/node'

export interface ManualClock extends Clock {
  /** Moves both clocks. */
  advance(milliseconds: number): void
  /** Moves both clocks to a later time of the wall clock. */
  advanceTo(milliseconds: number): void
  /** Moves the wall clock only, as an operator or a time server would. */
  setNow(milliseconds: number): void
}

/** Creates a clock that stands still until a test moves it. */
export function createManualClock(start: string = '2026-11-21T12:00:00Z'): ManualClock {
  let now = Date.parse(start)
  let monotonic = 5_000_000
  const advance = (milliseconds: number): void => {
    now += milliseconds
    monotonic += milliseconds
  }
  return {
    now: () => now,
    monotonicMs: () => monotonic,
    advance,
    advanceTo: (milliseconds) => advance(milliseconds - now),
    setNow(milliseconds) {
      now = milliseconds
    },
  }
}
