import type { Clock } from '@riftline/server'

export interface ManualClock extends Clock {
  /** Moves both clocks. */
  advance(milliseconds: number): void
  /** Moves the wall clock only, as an operator or a time server would. */
  setNow(milliseconds: number): void
}

/** Time stands still until a test moves it. */
export function createManualClock(start: string = '2026-11-21T12:00:00Z'): ManualClock {
  let now = Date.parse(start)
  let monotonic = 5_000_000
  return {
    now: () => now,
    monotonicMs: () => monotonic,
    advance(milliseconds) {
      now += milliseconds
      monotonic += milliseconds
    },
    setNow(milliseconds) {
      now = milliseconds
    },
  }
}
