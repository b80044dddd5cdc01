import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Steps of `nice`: a thread so far behind gets a tenth of a core that others want too. */
const tenth = 10
const lowest = 19

/**
 * Lets the other threads of the process go first: on a server with one core, a snapshot would take half of it from the
 * charges. Only Linux gives threads priorities of their own; elsewhere, and where it is refused, nothing changes.
 *
 * @param steps of `nice`, up to the lowest priority
 */
export function yieldCore(steps: number = tenth): void {
  try {
    // `<pid>/task/<tid>` of the very thread that reads it; the process id would lower the thread that serves.
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread !== undefined) setPriority(Number(thread), Math.min(getPriority(Number(thread)) + steps, lowest))
  } catch {
    // A snapshot at full speed is a snapshot too.
  }
}
