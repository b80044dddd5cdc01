import { type Clock, systemTimers, type Timers } from '@riftline/base/node'

const tickMs = 100
const windowMs = 1000
const leastTicks = 3
const mostLateMs = 250

export function watchEventLoop(clock: Clock, timers: Pick<Timers, 'every'> = systemTimers) {
  let tickedMs = clock.monotonicMs()
  let ticks: readonly { readonly atMs: number; readonly lateMs: number }[] = []
  const lateness = (): number => Math.max(0, clock.monotonicMs() - tickedMs - tickMs)
  const stop = timers.every(tickMs, () => {
    const lateMs = lateness()
    tickedMs = clock.monotonicMs()
    ticks = [...ticks, { atMs: tickedMs, lateMs }]
    ticks = ticks.filter(({ atMs }, index) => atMs > tickedMs - windowMs || index >= ticks.length - leastTicks)
  })
  return {
    /** Delay of the event loop's latest tick, or of the next one so far. */
    ms: (): number => Math.max(ticks.at(-1)?.lateMs ?? 0, lateness()),
    /**
     * Whether it stays late: its best tick of the last second, and of no fewer than three, was over 250 ms late, or over
     * what else is asked for. One stall, however long, is over when it is noticed, and what waited for it can be done; a
     * queue that stays only grows. CoDel makes the same distinction: https://queue.acm.org/detail.cfm?id=2209336
     */
    staysLate: (mostMs = mostLateMs): boolean =>
      ticks.length >= leastTicks && ticks.every(({ lateMs }) => lateMs > mostMs),
    stop,
  }
}
