import { readFileSync } from 'node:fs'
import { systemClock } from '@riftline/base/node'

/** From a quarter of its time on a thread works so much that a busy neighbour would make its callers wait. */
const busyFrom = 0.25

/** Shorter stretches say little; between them the last answer holds. */
const shortestMs = 500

/** A task that waited ten times as long as it ran, and this long at least, gets nearly nothing of the cores. */
const starvedTimes = 10
const starvedMs = 20_000

/** What the kernel counts of a task. */
export interface CoreTime {
  readonly ranMs: number
  /** How long it could have run while others had the cores. */
  readonly waitedMs: number
}

/**
 * Core time of a process's main thread, by default of the thread that asks. Null where the system does not count it, which is
 * everywhere but on Linux.
 */
export function readCoreTime(pid?: number): CoreTime | null {
  try {
    const text = readFileSync(`/proc/${pid ?? 'thread-self'}/schedstat`, 'latin1')
    const [ranMs = 0, waitedMs = 0] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6)
    return { ranMs, waitedMs }
  } catch {
    return null
  }
}

/**
 * Tells whether the thread that asks was busy since it asked last. What counts is the time it ran: an event loop that waits for a core on
 * a machine of many others would pass for busy by its own measure.
 */
export function createIsBusy(
  read: () => CoreTime | null = readCoreTime,
  now: () => number = () => systemClock.monotonicMs(),
): () => boolean {
  const ranMs = (): number => read()?.ranMs ?? 0
  let last = { at: now(), ranMs: ranMs() }
  let isBusy = false
  return () => {
    const at = now()
    const passedMs = at - last.at
    if (passedMs < shortestMs) return isBusy
    const current = { at, ranMs: ranMs() }
    isBusy = current.ranMs - last.ranMs >= busyFrom * passedMs
    last = current
    return isBusy
  }
}

/** Whether a task waits nearly all of its time for a core: as an idle task on a machine that others keep busy it might do so for hours. */
export function isStarved({ ranMs, waitedMs }: CoreTime): boolean {
  return waitedMs >= starvedMs && waitedMs >= starvedTimes * ranMs
}
