import { spawn } from 'node:child_process'

export interface RunOptions {
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program and returns its standard output. @throws Error with the end of stderr if it fails or is missing */
export function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const running = spawn(program, args, {
      cwd: options.folder,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let complaints = ''
    running.stdout.on('data', (text) => {
      output += text
    })
    running.stderr.on('data', (text) => {
      complaints = (complaints + text).slice(-2000)
    })
    running.once('error', reject)
    running.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${program} ended with ${code}: ${complaints.trim()}`))
    })
  })
}

/** Output of a program, or null if it is missing or fails. */
export async function tryProgram(program: string, args: readonly string[]): Promise<string | null> {
  return runProgram(program, args).catch(() => null)
}
