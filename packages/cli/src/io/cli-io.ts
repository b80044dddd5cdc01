import { writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** What a command needs of its process; tests give their own. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** What is sent to the command; opened when it is asked for. Default: nothing. */
  readonly stdin?: () => Readable
  /** What it gives is awaited: a promise that rejects says that the text is lost. */
  readonly stdout: (text: string) => unknown
  readonly stderr: (text: string) => void
  /** Whether people see stderr as it is written, so that a bar may be drawn over itself; default: no. */
  readonly isTerminal?: boolean
  /** Calls the listener at every request to stop (SIGTERM, SIGINT); gives a function that takes it off again. */
  readonly onStop: Subscribe
  /** The same for requests to reload the artifacts (SIGHUP). */
  readonly onReload?: Subscribe
  /** The same for uncaught errors, after which the state of the process is unknown. */
  readonly onFatal?: Subscribe<[error: unknown]>
}

export type Subscribe<Args extends unknown[] = []> = (listener: (...args: Args) => void) => () => void

/** The real process. */
export function systemIo(): CliIo {
  // The reader may be gone. Without a listener this error would be logged to the same output without end.
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

/** Resolves when the system has taken all of a text. */
function writeAll(stream: Writable, descriptor: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stream instanceof Socket) stream.write(text, (error) => (error == null ? resolve() : reject(error)))
    else resolve(writeToFile(descriptor, Buffer.from(text)))
  })
}

/** Node's own stream takes a write to a file that a full disk cut short for a whole one. */
function writeToFile(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** The moment of the call, UTC milliseconds: what a forecast without a time is for. */
export function now(): number {
  return Date.now()
}

/** The first and the second request to stop: the first ends in order, the second at once. */
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

/** Resolves when a signal is given, at once when it was. */
export function given(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** What services are told. */
export async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL(import.meta.resolve('riftline/package.json')), 'utf8'))
  return String(version)
}

/** What comes first. One listener at a time: the signal outlives much that is waited for. @throws the reason of the signal */
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
