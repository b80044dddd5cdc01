import type { FetchLike } from './fetch-like.ts'

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
