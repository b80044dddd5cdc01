import type { CommandIo } from './io/output.ts'

/** One subcommand. `run` returns the exit code, 0 done, 1 refused or failed; an error that it throws becomes one line on stderr. */
export interface Command {
  readonly usage: string
  run(args: readonly string[], io: CommandIo): Promise<number>
}
