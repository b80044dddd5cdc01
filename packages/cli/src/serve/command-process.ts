import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { idlePrefix } from './idle-command.ts'

/** A summary lists what was skipped; one that is longer than this is none. */
const mostChars = 16 * 1024 * 1024

/** From a quarter of its time on a server answers so much that a busy neighbour would make its callers wait. */
const busyFrom = 0.25

/**
 * Runs a command line with `--json` as a process of its own, so that no request waits for it. Credentials come to it by the environment,
 * where the list of processes does not show them. Beside a busy server it is an idle task, beside others it only lets them run first: on
 * a machine that something else keeps busy an idle task may wait for hours.
 *
 * @param command the words before the options: `['odds', 'capture']`
 * @throws Error where it prints no document; its own words are the message
 */
export async function runCommandProcess<Summary>(
  command: readonly string[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<Summary> {
  const [, script = ''] = process.argv
  const isIdleTask = await isBusy(signal)
  const words = [
    ...(isIdleTask ? await idlePrefix() : []),
    process.execPath,
    ...process.execArgv,
    script,
    ...command,
    '--json',
    ...options,
  ]
  const child = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  })
  yieldTo(child.pid, isIdleTask)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (stdout.length < mostChars) stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-2000)
  })
  const [code] = await once(child, 'close')
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`riftline ${command.join(' ')} ended with ${code}: ${stderr.trim()}`)
  }
}

/** Whether the server answers much in the next second. */
async function isBusy(signal: AbortSignal): Promise<boolean> {
  const before = performance.eventLoopUtilization()
  await wait(1000, undefined, { signal })
  return performance.eventLoopUtilization(before).utilization >= busyFrom
}

/** Also where idle tasks are unknown, a process lets others run first; where that is not allowed it runs as any other. */
function yieldTo(pid: number | undefined, isIdleTask: boolean): void {
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority
  try {
    if (pid !== undefined) setPriority(pid, isIdleTask ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL)
  } catch {}
}
