import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { idlePrefix } from './idle-command.ts'

/** A summary lists what was skipped; one that is longer than this is none. */
const mostChars = 16 * 1024 * 1024

/**
 * Runs a command line with `--json` as a process of its own, so that no request waits for it. Credentials come to it by the environment,
 * where the list of processes does not show them.
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
  const words = [
    ...(await idlePrefix()),
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
  yieldTo(child.pid)
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

/** Also where idle tasks are unknown, a process lets others run first; where that is not allowed it runs as any other. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {}
}
