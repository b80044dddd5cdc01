import { RiftlineConnectionError } from './errors.ts'
import type { Outcome } from './retry.ts'
import type { Runtime } from './runtime.ts'

export interface Stop {
  /** Resolves when the time is up or the caller's signal is aborted. */
  readonly outcome: Promise<Outcome>
  /** Aborted at the same moment. */
  readonly signal: AbortSignal
  /** Removes timer and listener; call it when the attempt ends, however it ends. */
  readonly forget: () => void
}

export interface StopOptions {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

/** Watches for what may end an attempt before its answer: the timeout and the caller's signal. */
export function watchForStop(runtime: Runtime, { signal, timeoutMs }: StopOptions): Stop {
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
