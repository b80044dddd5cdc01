import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'

/** Limit of a summary, which lists skipped rows but never reaches this size. */
const mostBytes = 16 * 1024 * 1024

/** Steps of `nice`, with which the program gets about a third of a core that the server needs too. */
const niceness = 5

/**
 * Runs a command with `--json` in a separate process, so that no request waits for it. Credentials are passed by the environment.
 * @throws Error with the end of its stderr if the command prints no document
 */
export async function runCommandProcess<Summary>(
  command: readonly string[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<Summary> {
  const words = [...process.execArgv, process.argv[1] ?? '', ...command, '--json', ...options]
  const { stdout, stderr, code } = await runProgram(process.execPath, words, signal)
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`riftline ${command.join(' ')} ended with ${code}: ${stderr.trim()}`)
  }
}

export interface Printed {
  readonly stdout: string
  /** The last 2,000 characters of stderr. */
  readonly stderr: string
  /** Exit code; null if a signal ended the program. */
  readonly code: number | null
}

/** Runs a program at lower priority. @throws Error if it cannot be started, or `signal` ends it */
export async function runProgram(program: string, words: readonly string[], signal: AbortSignal): Promise<Printed> {
  const running = promisify(execFile)(program, words, { signal, maxBuffer: mostBytes })
  lowerPriority(running.child.pid)
  const { stdout, stderr, code } = await running.then(
    (printed) => ({ ...printed, code: 0 }),
    (error: Printed | NodeJS.ErrnoException) => {
      // A text such as ENOENT is an error from Node, not from the program.
      if (signal.aborted || typeof error.code === 'string') throw error
      return error as Printed
    },
  )
  return { stdout, stderr: stderr.slice(-2000), code }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The system refuses the priority, or the program has already ended.
  }
}
