import type { Timers } from '#base/node/clock.ts'

export interface PassingTimers extends Timers {
  /** Lets time pass, so that due timers run in their order. */
  pass(milliseconds: number): void
}

/** Creates timers whose time passes only when a test says so. */
export function createPassingTimers(): PassingTimers {
  interface Waiting {
    dueMs: number
    readonly everyMs: number | null
    act(): void
  }
  const waiting = new Set<Waiting>()
  let nowMs = 0
  const add = (milliseconds: number, everyMs: number | null, act: () => void) => {
    const one = { dueMs: nowMs + milliseconds, everyMs, act: () => act() }
    waiting.add(one)
    return () => void waiting.delete(one)
  }
  return {
    after: (milliseconds, act) => add(milliseconds, null, act),
    every: (milliseconds, act) => add(milliseconds, milliseconds, act),
    wait: (milliseconds) => new Promise((resolve) => void add(milliseconds, null, resolve)),
    pass(milliseconds) {
      const untilMs = nowMs + milliseconds
      for (;;) {
        const [next] = [...waiting].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)
        if (next === undefined) break
        nowMs = next.dueMs
        if (next.everyMs === null) waiting.delete(next)
        else next.dueMs += next.everyMs
        next.act()
      }
      nowMs = untilMs
    },
  }
}
