import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { SyncSummary } from '../sync/summary.ts'

/** A summary lists what was skipped; one that is longer than this is none. */
const mostChars = 16 * 1024 * 1024

/**
 * Runs `riftline sync --json` as a process of its own, so that no request waits for it. Credentials come to it by the environment, where
 * the list of processes does not show them.
 *
 * @throws Error where it prints no summary; its own words are the message
 */
export async function runSyncProcess(args: readonly string[], signal: AbortSignal): Promise<SyncSummary> {
  const [, script = ''] = process.argv
  const child = spawn(process.execPath, [...process.execArgv, script, 'sync', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  })
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
    throw new Error(`riftline sync ended with ${code}: ${stderr.trim()}`)
  }
}
