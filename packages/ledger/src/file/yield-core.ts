import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const lowest = 19

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
