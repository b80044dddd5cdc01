import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** From a quarter of its time on a server answers so much that a busy neighbour would make its callers wait. */
const busyFrom = 0.25

/** Shorter stretches say little; between them the last answer holds. */
const shortestMs = 500

/**
 * Tells whether the event loop was busy since the last time that it was asked.
 *
 * @param read what `performance.eventLoopUtilization()` gives
 */
export function createIsBusy(read: () => EventLoopUtilization = performance.eventLoopUtilization): () => boolean {
  let last = read()
  let isBusy = false
  return () => {
    const now = read()
    const active = now.active - last.active
    const passed = active + now.idle - last.idle
    if (passed < shortestMs) return isBusy
    last = now
    isBusy = active / passed >= busyFrom
    return isBusy
  }
}
