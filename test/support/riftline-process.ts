import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { bundledRiftline } from './riftline-bundle.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A command line that runs as its own process. */
export interface RiftlineProcess {
  readonly output: { stdout: string; stderr: string }
  /** Exit code; null if a signal ended the process. */
  readonly code: Promise<number | null>
  readonly signal: (name: NodeJS.Signals) => void
  /** Resolves when the printed text matches. @throws Error when the process ends before */
  printed(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>
}

export interface ShellResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a shell script in which `"$@"` stands for the command line, such as `"$@" > file`. */
export async function inShell(script: string, args: readonly string[], cwd: string = root): Promise<ShellResult> {
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, bundledRiftline(), ...args], {
    cwd,
    env: cleanEnv(),
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk
    })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

export interface ProcessOptions {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** State of stdout; `closed` if nothing reads it. */
  readonly stdout?: 'closed'
}

/** Starts a command line, which ends at the latest with the test. */
export function startRiftline({ args, env = {}, cwd = root, stdout }: ProcessOptions): RiftlineProcess {
  const child = spawn(process.execPath, [bundledRiftline(), ...args], { cwd, env: { ...cleanEnv(), ...env } })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk
    })
  if (stdout === 'closed') child.stdout.destroy()
  const code = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await code
  })
  return {
    output,
    code,
    signal: (name) => child.kill(name),
    printed: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output[stream])
          if (found === null) return
          child[stream].off('data', look)
          resolve(found)
        }
        child[stream].on('data', look)
        void code.then((ended) => reject(new Error(`ended with ${ended}: ${output.stderr}`)))
        look()
      }),
  }
}

function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RIFTLINE_')))
}
