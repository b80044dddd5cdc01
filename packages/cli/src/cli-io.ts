/** What a command needs of its process; tests give their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Calls the listener at every request to stop (SIGTERM, SIGINT); gives a function that takes it off again. */
  readonly onStop: Subscribe
  /** The same for requests to take the artifacts anew (SIGHUP). */
  readonly onReload?: Subscribe
  /** The same for errors that nobody caught: what they left behind is not to be trusted. */
  readonly onFatal?: Subscribe<[error: unknown]>
}

export type Subscribe<Args extends unknown[] = []> = (listener: (...args: Args) => void) => () => void

/** The real process. */
export function systemIo(): CliIo {
  // Whoever read the output may be gone; unheard, that error would be logged to the same output without end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  return {
    env: process.env,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    onStop: (listener) => {
      process.on('SIGTERM', listener).on('SIGINT', listener)
      return () => process.off('SIGTERM', listener).off('SIGINT', listener)
    },
    onReload: (listener) => {
      process.on('SIGHUP', listener)
      return () => process.off('SIGHUP', listener)
    },
    onFatal: (listener) => {
      process.on('uncaughtException', listener).on('unhandledRejection', listener)
      return () => process.off('uncaughtException', listener).off('unhandledRejection', listener)
    },
  }
}
