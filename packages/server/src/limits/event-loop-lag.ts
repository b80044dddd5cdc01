import type { Clock } from '../clock.ts'

/** Calls back again and again; gives a function that ends it. Injected, so that tests tick by hand. */
export type Every = (milliseconds: number, callback: () => void) => () => void

/** Does not keep the process alive by itself. */
export const every: Every = (milliseconds, callback) => {
  const timer = setInterval(callback, milliseconds).unref()
  return () => clearInterval(timer)
}

export interface EventLoopLag {
  /** How late the event loop was with its latest tick, or already is with the next one. */
  ms(): number
  stop(): void
}

const tickMs = 100

export function watchEventLoop(clock: Clock, repeat: Every = every): EventLoopLag {
  let tickedMs = clock.monotonicMs()
  let latestMs = 0
  const lateness = (): number => Math.max(0, clock.monotonicMs() - tickedMs - tickMs)
  const stop = repeat(tickMs, () => {
    latestMs = lateness()
    tickedMs = clock.monotonicMs()
  })
  return { ms: () => Math.max(latestMs, lateness()), stop }
}
