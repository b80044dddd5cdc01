/** Functions that the client takes from its runtime; tests replace them. */
export interface Runtime {
  /** Makes an Idempotency-Key; null if the runtime has no random UUIDs (a browser page without https). */
  readonly newKey: () => string | null
  /** Resolves after the time, or as soon as the signal is aborted. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Calls `onEnd` after the time; the returned function cancels it. */
  readonly startTimer: (milliseconds: number, onEnd: () => void) => () => void
  /** Returns a random number in [0, 1), which spreads the waits of clients that lost the same server. */
  readonly random: () => number
}

/** Wraps the global `fetch`: looked up at each call, and called without `this`, as browsers require. Null when there is none. */
export function globalFetch(): FetchLike | null {
  return typeof fetch === 'function' ? (url, init) => fetch(url, init) : null
}

export const systemRuntime: Runtime = {
  newKey: () => globalThis.crypto?.randomUUID?.() ?? null,
  startTimer,
  random: () => Math.random(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = startTimer(milliseconds, end)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    }),
}

function startTimer(milliseconds: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, milliseconds)
  return () => clearTimeout(timer)
}

/** Part of `fetch` that the client uses. The functions of browsers, Node and undici all fit it. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Options that the client passes to `fetch`. */
export interface FetchInit {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

/** Part of a response that the client reads. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Stream of the body; if present it is read in pieces, so that an endless body is aborted. */
  readonly body?: { getReader(): BodyReader } | null
}

/** Part of a stream's reader that the client uses. */
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}
