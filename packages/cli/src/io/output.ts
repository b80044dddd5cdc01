import type { CliIo } from './cli-io.ts'

/** What a command prints to. Awaiting it slows the command to the reader's speed; without awaiting nothing is lost either. */
export interface CommandIo extends CliIo {
  /** @throws LostOutput */
  readonly stdout: (text: string) => Promise<void>
  /** The same for data that must stay as it is to the byte. */
  readonly data: (text: string) => Promise<void>
}

export interface Output {
  readonly io: CommandIo
  /** Resolves when all that was printed is written. @throws LostOutput */
  written(): Promise<void>
}

/** Output could not be written. */
export class LostOutput extends Error {
  /** The reader closed the pipe, as `head` does. */
  readonly isReaderGone: boolean

  constructor(cause: unknown) {
    super(`its output could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isReaderGone = (cause as NodeJS.ErrnoException | null)?.code === 'EPIPE'
  }
}

/** Notes what becomes of all that is printed. */
export function watchOutput(io: CliIo): Output {
  let lost: LostOutput | null = null
  let writing = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    try {
      // After a hole nothing more: half a document that looks whole is worse than one cut off.
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
  return {
    io: {
      ...io,
      stdout: (text) => data(escapeHidden(text)),
      data,
      stderr: (text) => io.stderr(escapeHidden(text)),
    },
    async written() {
      await writing
      if (lost !== null) throw lost
    },
  }
}

/**
 * Characters that a terminal obeys or that are invisible, except line ends and tabs: controls, bidirectional marks, fillers, and
 * what is no character, which XML refuses.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * Any output may contain text of others: names, files, answers of servers. Hidden characters are shown as JSON writes them,
 * so that a document in JSON says what it said before.
 */
export function escapeHidden(text: string): string {
  return onlyPlain.test(text) ? text : text.replace(hidden, escaped)
}

/** Nearly everything; decided much faster. */
const onlyPlain = /^[\n\t\x20-\x7e]*$/

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
