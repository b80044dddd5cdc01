/** Functions that the client takes from its runtime; tests give their own. */
export interface Runtime {
  /** A new Idempotency-Key; null where the runtime has no random UUIDs (a browser page without https). */
  readonly newKey: () => string | null
  /** Resolves after the time, or as soon as the signal is aborted. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Calls `onEnd` after the time; the returned function cancels that. */
  readonly startTimer: (milliseconds: number, onEnd: () => void) => () => void
}

/** The global `fetch`, looked up at each call and called without a `this`, as browsers demand; null where there is none. */
export function globalFetch(): FetchLike | null {
  return typeof fetch === 'function' ? (url, init) => fetch(url, init) : null
}

export const systemRuntime: Runtime = {
  newKey: () => globalThis.crypto?.randomUUID?.() ?? null,
  startTimer,
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

/** The part of `fetch` that the client uses. Those of browsers, Node and undici fit it, though not each other's type. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>

/** Options that the client passes to `fetch`. */
export interface FetchInit {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

/** The part of an answer that the client reads. */
export interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Read in pieces where it is there, so that a body without end is given up. */
  readonly body?: { getReader(): BodyReader } | null
}

/** The part of a stream's reader that the client uses. */
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}
