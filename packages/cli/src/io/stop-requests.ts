import type { CliIo } from './cli-io.ts'

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
