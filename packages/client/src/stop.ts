import { RiftlineConnectionError } from './errors.ts'
import type { Outcome } from './outcome.ts'
import type { Runtime } from './runtime.ts'

export interface Stop {
  /** Pending until the time is up or the caller's signal is aborted. */
  readonly outcome: Promise<Outcome>
  /** Aborted then. */
  readonly signal: AbortSignal
  /** To be called at the end of the attempt, however it ended. */
  readonly forget: () => void
}

export interface StopOptions {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

/** What may end an attempt before its answer. */
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
