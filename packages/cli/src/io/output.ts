import { escapeHidden, textTable } from '@riftline/base'
import type { Values } from './arguments.ts'
import type { CliIo } from './cli-io.ts'

export { escapeHidden, textTable }

/** Process of a command with checked output. Awaiting a write adapts to the reader's speed; without awaiting, nothing is lost. */
export interface CommandIo extends CliIo {
  /** @throws LostOutput */
  readonly stdout: (text: string) => Promise<void>
  /** Prints without escaping hidden characters. @throws LostOutput */
  readonly data: (text: string) => Promise<void>
  /** Redraws progress if stderr is a terminal, without escaping `\r`; otherwise prints nothing. */
  readonly progress: (text: string) => void
}

/** Failure to write output. */
export class LostOutput extends Error {
  /** Whether the reader closed the pipe, as `head` does. */
  readonly isReaderGone: boolean

  constructor(cause: unknown) {
    super(`its output could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isReaderGone = (cause as NodeJS.ErrnoException | null)?.code === 'EPIPE'
  }
}

/** Records whether everything printed was written. */
export function watchOutput(io: CliIo) {
  let lost: LostOutput | null = null
  let writing = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    try {
      // Nothing is written after a gap, because a document with a hole is worse than a shorter one.
      if (lost === null) await io.stdout(text)
    } catch (error) {
      lost ??= new LostOutput(error)
    }
    if (lost !== null) throw lost
  }
  const data = (text: string): Promise<void> => {
    const written = write(text)
    writing = Promise.allSettled([writing, written]).then(() => {})
    return written
  }
  const watched: CommandIo = {
    ...io,
    stdout: (text) => data(escapeHidden(text)),
    data,
    stderr: (text) => io.stderr(escapeHidden(text)),
    progress: (text) => (io.isTerminal === true ? io.stderr(text) : undefined),
  }
  return {
    io: watched,
    /** Resolves when everything printed has been written. @throws LostOutput */
    async written() {
      await writing
      if (lost !== null) throw lost
    },
  }
}

/** Prints a result: as one JSON document with `--json`, otherwise as text. */
export function printResult(io: CommandIo, { json }: Values, document: unknown, text: string): Promise<void> {
  return io.stdout(json === true ? `${JSON.stringify(document)}\n` : text)
}

/** One subcommand. `run` returns the exit code: 0 done, 1 refused or failed; an error that it throws becomes one line on stderr. */
export interface Command {
  readonly usage: string
  run(args: readonly string[], io: CommandIo): Promise<number>
}
