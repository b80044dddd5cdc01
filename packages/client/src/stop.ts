import { RiftlineConnectionError } from './errors.ts'
import type { Outcome } from './retry.ts'
import type { Runtime } from './runtime.ts'

export interface StopOptions {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

/**
 * Watches for the timeout and the caller's signal, which end an attempt before its answer: then `outcome` resolves and `signal`
 * is aborted. Call `forget` at the end of every attempt; it removes timer and listener.
 */
export function watchForStop(
  runtime: Runtime,
  { signal, timeoutMs }: StopOptions,
): { readonly outcome: Promise<Outcome>; readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController()
  let forget = (): void => {}
  const outcome = new Promise<Outcome>((resolve) => {
    const stop = (outcome: Outcome): void => {
      resolve(outcome) // before the signal makes fetch fail
      controller.abort()
    }
    const cancel = runtime.startTimer(timeoutMs, () => {
      const error = new RiftlineConnectionError('request_timed_out', `no answer within ${timeoutMs} ms`)
      stop({ kind: 'lost', error })
    })
    const onAbort = (): void => stop({ kind: 'aborted', error: abortError(signal?.reason) })
    signal?.addEventListener('abort', onAbort)
    forget = () => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  })
  return { outcome, signal: controller.signal, forget }
}

export function abortError(cause: unknown): RiftlineConnectionError {
  return new RiftlineConnectionError('aborted', 'the call was aborted', { cause })
}
