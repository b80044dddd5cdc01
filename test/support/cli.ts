import { type CliIo, run } from 'riftline'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process and returns its exit code and output. */
export function runCli(...args: readonly string[]): Promise<CliResult> {
  return runCliIn({}, ...args)
}

/** Runs a command line in this process with environment variables. */
export async function runCliIn(env: CliIo['env'], ...args: readonly string[]): Promise<CliResult> {
  let stdout = ''
  let stderr = ''
  const io: CliIo = {
    env,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    onStop: () => () => {},
  }
  return { code: await run(args, io), stdout, stderr }
}
