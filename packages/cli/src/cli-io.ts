/** What a command needs of its process; tests give their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Calls the listener at every request to stop (SIGTERM, SIGINT); gives a function that takes it off again. */
  readonly onStop: (listener: () => void) => () => void
}

/** The real process. */
export function systemIo(): CliIo {
  return {
    env: process.env,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    onStop: (listener) => {
      process.on('SIGTERM', listener).on('SIGINT', listener)
      return () => process.off('SIGTERM', listener).off('SIGINT', listener)
    },
  }
}
