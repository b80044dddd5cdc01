import { writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** The parts of a process that commands use; tests pass their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Input, opened on first use; absent if there is none. */
  readonly stdin?: () => Readable
  /** Prints a text and is awaited; a rejection means that the text is lost. */
  readonly stdout: (text: string) => unknown
  readonly stderr: (text: string) => void
  /** Whether stderr is a terminal, on which a progress bar can be redrawn; default false. */
  readonly isTerminal?: boolean
  /** Calls the listener at every request to stop (SIGTERM, SIGINT); returns a function that removes it. */
  readonly onStop: Subscribe
  /** Listens to requests to reload the artifacts (SIGHUP). */
  readonly onReload?: Subscribe
  /** Listens to uncaught errors, after which the state of the process is unknown. */
  readonly onFatal?: Subscribe<[error: unknown]>
}

export type Subscribe<Args extends unknown[] = []> = (listener: (...args: Args) => void) => () => void

/** The process of this program. */
export function systemIo(): CliIo {
  // Without a listener, an error after the reader has gone would be logged to the same output endlessly.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  return {
    env: process.env,
    stdin: () => process.stdin,
    stdout: (text) => writeAll(process.stdout, 1, text),
    stderr: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
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

/** Resolves when the system has accepted the whole text. */
function writeAll(stream: Writable, descriptor: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stream instanceof Socket) stream.write(text, (error) => (error == null ? resolve() : reject(error)))
    else resolve(writeToFile(descriptor, Buffer.from(text)))
  })
}

/** Writes all bytes. Node's own stream does not notice when a full disk cuts a write short. */
function writeToFile(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** Current time in UTC milliseconds, used for a forecast without `--at`. */
export function now(): number {
  return Date.now()
}

/** Requests to stop: the first one stops in order, the second one at once. */
export interface StopRequests {
  readonly first: AbortSignal
  readonly second: AbortSignal
  forget(): void
}

export function countStops(io: CliIo): StopRequests {
  const [first, second] = [new AbortController(), new AbortController()]
  const forget = io.onStop(() => (first.signal.aborted ? second : first).abort())
  return { first: first.signal, second: second.signal, forget }
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

export async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL(import.meta.resolve('riftline/package.json')), 'utf8'))
  return String(version)
}

/** Waits for a value until the signal is aborted; removes its listener, since the signal may live long. @throws the signal's reason */
export function orStopped<T>(coming: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onStop = (): void => reject(signal.reason)
    if (signal.aborted) onStop()
    signal.addEventListener('abort', onStop)
    void Promise.resolve(coming)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onStop))
  })
}

/** Requests to reload the artifacts; a request before the server runs is kept until then. */
export function holdReloads(io: CliIo) {
  let isWaiting = false
  let reload = (): void => {
    isWaiting = true
  }
  const forget = io.onReload?.(() => reload())
  return {
    startWith(now: () => void) {
      reload = now
      if (isWaiting) now()
    },
    forget: () => forget?.(),
  }
}
