import type { Shared } from './call.ts'
import { RiftlineApiError, RiftlineConnectionError } from './errors.ts'
import { type ChangeOptions, checkChangeOptions } from './options.ts'
import { type Place, readChangePage, readChangeStream } from './read-changes.ts'
import { abortError } from './stop.ts'
import type { Change } from './types/api.generated.ts'

/**
 * Follows the changes from a place on, over as many connections as it takes. A stream that is cut is resumed after the last change;
 * where a proxy holds streams back, it asks again and again for what came, and from time to time tries a stream.
 */
export function followChanges(shared: Shared, options: ChangeOptions): AsyncIterableIterator<Change> {
  checkChangeOptions(options)
  const stop = new AbortController()
  const changes = follow(shared, options, stop)
  return {
    next: () => changes.next(),
    // Ends a pending `next` too, for which `return` of a generator would wait.
    return: () => {
      stop.abort()
      return changes.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* follow(
  shared: Shared,
  options: ChangeOptions,
  stop: AbortController,
): AsyncGenerator<Change, void, undefined> {
  const { runtime, settings } = shared
  const { types, signal, since = '', onGone, onRetry } = options
  const place: Place = { seq: since, retryMs: 3000, isLive: false, blocked: 0 }
  const onAbort = (): void => stop.abort()
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) stop.abort()
  let failures = 0
  let isFirst = true
  let polls = 0
  try {
    while (!stop.signal.aborted) {
      let error: unknown = null
      const { seq } = place
      place.isLive = false
      try {
        if (polls > 0) {
          polls -= 1
          yield* readChangePage(shared, types, place, stop.signal)
          continue
        }
        if ((yield* readChangeStream(shared, types, place, stop.signal)) === 'blocked') {
          polls = 2 ** Math.min(2 + place.blocked++, 6)
          continue
        }
      } catch (thrown) {
        if (stop.signal.aborted) break
        if (onGone === 'skip' && thrown instanceof RiftlineApiError && thrown.code === 'changes_gone' && thrown.next) {
          place.seq = thrown.next
        } else if (isPassing(thrown)) error = thrown
        else throw thrown
        // A connection that only brought damage is no success, so that it is repeated ever later.
        if (seq === place.seq && isDamage(thrown)) place.isLive = false
      } finally {
        if (place.isLive) {
          isFirst = false
          failures = 0
        }
      }
      if (isFirst && failures >= settings.maxRetries && error !== null) throw error
      const asked = error instanceof RiftlineApiError ? (error.retryAfterSeconds ?? 0) : 0
      const waitMs = waitBeforeReconnect(place.retryMs, failures++, asked, runtime.random())
      onRetry?.({ error: error as RiftlineApiError | RiftlineConnectionError | null, waitMs })
      await runtime.wait(waitMs, stop.signal)
    }
    if (signal?.aborted) throw abortError(signal.reason)
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Whether an error may pass by itself. */
function isPassing(error: unknown): boolean {
  if (error instanceof RiftlineConnectionError) return true
  return error instanceof RiftlineApiError && (error.status >= 500 || error.status === 429 || error.status === 408)
}

function isDamage(error: unknown): boolean {
  return error instanceof RiftlineConnectionError && error.code === 'invalid_response'
}

const longestWaitMs = 30_000
const longestAskedMs = 3_600_000

/**
 * Returns milliseconds until the next connection: half to all of the server's reconnection time, doubled with each failure up to
 * 30 s, after what a refusal asks for. Chance spreads the clients of a server that restarts.
 */
function waitBeforeReconnect(retryMs: number, failures: number, askedSeconds: number, random: number): number {
  const spreadMs = Math.min(retryMs * 2 ** failures, Math.max(retryMs, longestWaitMs)) * (0.5 + random / 2)
  return Math.round(Math.min(askedSeconds * 1000, longestAskedMs) + spreadMs)
}
