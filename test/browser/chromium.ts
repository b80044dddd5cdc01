import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A headless browser with its own profile. `close` ends it with all of its processes. */
export interface Browser {
  /** Never fulfilled; rejected with the browser's output if it ends before it is closed. */
  readonly failure: Promise<never>
  close(): Promise<void>
}

export function openChromium(binary: string, url: string): Browser {
  const profile = mkdtempSync(join(tmpdir(), 'riftline-chromium-'))
  const quiet = [
    '--no-first-run',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
  ]
  const child = spawn(
    binary,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      ...quiet,
      `--user-data-dir=${profile}`,
      url,
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr?.on('data', (chunk: Uint8Array) => {
    output += new TextDecoder().decode(chunk)
  })
  const failure = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${output}`)))
  })
  failure.catch(() => {}) // the caller handles the rejection
  const end = () => endGroup(child)
  process.once('exit', end)
  return {
    failure,
    async close() {
      process.off('exit', end)
      const gone = child.exitCode !== null || child.signalCode !== null || child.pid === undefined
      const exit = gone ? null : new Promise((resolve) => child.once('exit', resolve))
      end()
      await exit
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Kills the process group that the browser leads. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The browser has already ended.
  }
}
