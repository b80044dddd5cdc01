import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { systemTimers, type Timers } from '@riftline/base/node'
import { type CoreTime, isStarved, readCoreTime } from '@riftline/ledger/file'
import { idlePrefix } from './idle-command.ts'

/** A summary lists what was skipped; one that is longer than this is none. */
const mostChars = 16 * 1024 * 1024

/** How often a look at an idle task tells whether it gets anything of the cores. */
const lookMs = 5000

/** A third of a core that another process wants too: at 10 it would be a tenth, and on a full machine too little to come to an end. */
const niceness = 5

export interface Printed {
  readonly stdout: string
  /** The last of it. */
  readonly stderr: string
  /** Null when a signal ended it. */
  readonly code: number | null
}

export interface YieldingOptions {
  readonly signal: AbortSignal
  /** Whether it begins as an idle task, where the system has them. */
  readonly isIdleTask: boolean
  readonly timers?: Pick<Timers, 'every'>
  readonly readTime?: (pid?: number) => CoreTime | null
}

/**
 * Runs a program that lets others run first. An idle task that gets nothing of the cores, since something else than this server keeps the
 * machine busy, is killed and runs again as no idle task: it might wait for hours.
 */
export async function runYielding(words: readonly string[], options: YieldingOptions): Promise<Printed> {
  const { signal, isIdleTask, timers = systemTimers, readTime = readCoreTime } = options
  const prefix = isIdleTask ? await idlePrefix() : []
  const [program = '', ...rest] = [...prefix, ...words]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGTERM' })
  yieldTo(child.pid)
  let [stdout, stderr, wasStarved] = ['', '', false]
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (stdout.length < mostChars) stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2000)
  })
  const stopLooks = timers.every(lookMs, () => {
    const time = prefix.length > 0 ? readTime(child.pid) : null
    if (time !== null && isStarved(time)) wasStarved = child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close').finally(stopLooks)) as [number | null]
  return wasStarved ? runYielding(words, { ...options, isIdleTask: false }) : { stdout, stderr, code }
}

/** Where that is not allowed it runs as any other. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {}
}
