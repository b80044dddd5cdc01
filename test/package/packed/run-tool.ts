import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from '../workspace.ts'

export interface Ran {
  readonly code: number
  /** Text of both streams. */
  readonly output: string
  readonly stdout: string
}

/** Runs a program to its end; never rejects. */
export function run(program: string, args: readonly string[], folder: string = fileURLToPath(root)): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } }
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({
        code,
        stdout,
        output: `${stdout}${stderr}${code !== 0 && stdout + stderr === '' ? error?.message : ''}`,
      })
    })
  })
}

/** Runs a tool of the workspace's own `node_modules`. */
export function runTool(name: string, args: readonly string[], folder?: string): Promise<Ran> {
  return run(fileURLToPath(new URL(`node_modules/.bin/${name}`, root)), args, folder)
}

/** Findings of a check; an empty list is a pass. */
export type Findings = readonly string[]

/** The output of a tool if it failed, else no findings. */
export function findingsOf(ran: Ran): Findings {
  return ran.code === 0 ? [] : [ran.output.trim()]
}
