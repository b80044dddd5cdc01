import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Steps of `nice`: a thread so far behind gets a tenth of a core that others want too. */
const tenth = 10
const lowest = 19

/**
 * Lets the other threads of the process go first: on a server with one core, a snapshot would take half of it from the
 * charges. Only Linux gives threads priorities of their own; elsewhere, and where it is refused, nothing changes.
 */
export function yieldCore(): void {
  try {
    const thread = ownThread()
    setPriority(thread, Math.min(getPriority(thread) + tenth, lowest))
  } catch {
    // A snapshot at full speed is a snapshot too.
  }
}

/**
 * Makes a thread, by default the one that calls, run only when no other wants the core, as Linux schedules idle tasks. Even at the
 * lowest priority a busy thread makes the others wait for milliseconds. Where there is no `chrt`, it gets that priority.
 */
export function becomeIdleTask(thread?: number): void {
  try {
    const id = thread ?? ownThread()
    setPriority(id, lowest)
    execFileSync('chrt', ['--idle', '--pid', '0', String(id)], { stdio: 'ignore' })
  } catch {
    // It works at the priority that it has.
  }
}

/** `<pid>/task/<tid>` of the very thread that reads it; the process id would lower the thread that serves. */
function ownThread(): number {
  const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  return Number(thread)
}
