import { call, initOf, lineError, outcomeOf, report, type Shared } from './call.ts'
import { RiftlineApiError, RiftlineConnectionError } from './errors.ts'
import { createEventReader, type StreamEvent } from './event-stream.ts'
import { type ChangeQuery, isPlace, type Settings } from './options.ts'
import { parseObject, readText } from './read-answer.ts'
import { changesRequest, urlOf } from './request.ts'
import type { FetchResponse, Runtime } from './runtime.ts'
import type { Change, ChangePage } from './types/api.generated.ts'

/** Place of a reader, and what it learned about its line. */
export interface Place {
  /** Last place that was read; empty: from now on. */
  seq: string
  /** Reconnection time that the server asks for. */
  retryMs: number
  /** Whether this connection had an answer of the server. */
  isLive: boolean
  /** Number of streams in a row that something on the way held back. */
  blocked: number
}

const firstByteMs = 10_000
/** Three heartbeats of the server. */
const heartbeatMs = 45_000
const pollSeconds = 25

/**
 * Reads changes from a stream to its end. `blocked`: its beginning did not arrive, or nothing came after it.
 * @throws RiftlineApiError, RiftlineConnectionError; `invalid_response` for bytes that are no changes
 */
export async function* readChangeStream(
  { runtime, settings }: Shared,
  types: ChangeQuery['types'],
  place: Place,
  stop: AbortSignal,
): AsyncGenerator<Change, 'ended' | 'blocked', undefined> {
  const request = changesRequest('stream', { types })
  const url = urlOf(settings.base, request.path)
  const line = new AbortController()
  const hangUp = (): void => line.abort()
  stop.addEventListener('abort', hangUp)
  const resume = place.seq === '' ? {} : { 'Last-Event-ID': place.seq }
  const init = initOf(settings, request, { Accept: 'text/event-stream', ...resume }, line.signal)
  const inTime = async <T>(start: () => Promise<T>, ms: number): Promise<T | undefined> => {
    try {
      return await within(runtime, start(), ms, stop)
    } catch (error) {
      throw error instanceof RiftlineConnectionError ? error : lineError(settings, request, error).error
    }
  }
  let cancel = (): void => {}
  try {
    const response = await inTime(() => settings.fetch(url, init), firstByteMs)
    if (response === undefined) return 'blocked'
    report([settings.onResponse], request, response)
    if (response.status !== 200) {
      throw (await inTime(() => refusalOf(settings, response), firstByteMs)) ?? silenceError()
    }
    const reader = isStream(response) ? response.body?.getReader() : undefined
    if (reader === undefined) return 'blocked'
    cancel = () => void reader.cancel().catch(() => {})
    const read = createEventReader((ms) => {
      place.retryMs = Math.min(Math.max(ms, 100), 60_000)
    })
    for (let pieces = 0; ; pieces++) {
      const piece = await inTime(() => reader.read(), pieces === 0 ? firstByteMs : heartbeatMs)
      if (piece === undefined && pieces < 2) return 'blocked'
      if (piece === undefined) throw silenceError()
      if (piece.done || piece.value === undefined) {
        if (place.isLive) return 'ended'
        throw new RiftlineConnectionError('connection_failed', 'the stream ended before its first event')
      }
      if (pieces === 1) place.blocked = 0
      for (const event of read(piece.value)) {
        place.isLive = true
        if (event.type === 'bye' || stop.aborted) return 'ended'
        const change = changeOf(event)
        if (change !== null && change.seq > place.seq) {
          place.seq = change.seq
          yield change
        }
        if (change === null && event.id > place.seq && isPlace(event.id)) place.seq = event.id
      }
    }
  } finally {
    stop.removeEventListener('abort', hangUp)
    line.abort()
    cancel()
  }
}

/** Reads a refusal. */
async function refusalOf(settings: Settings, response: FetchResponse): Promise<Error> {
  const outcome = outcomeOf(settings, response, await readText(response))
  return outcome.kind === 'answer' ? silenceError() : outcome.error
}

function silenceError(): RiftlineConnectionError {
  return new RiftlineConnectionError('request_timed_out', 'the stream fell silent')
}

function isStream({ headers }: FetchResponse): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** Returns the change of an event; null for an event that only names a place. @throws RiftlineApiError `changes_gone` */
function changeOf({ type, data }: StreamEvent): Change | null {
  if (data === '') return null
  const value = parseObject(data) as (Change & { readonly oldest?: string; readonly next?: string }) | null
  if (type === 'gone' && value !== null) {
    const { oldest, next } = value
    throw new RiftlineApiError(410, 'changes_gone', goneText, { oldest, next })
  }
  if (isChange(value)) return value
  // Later servers may send other events. The types of changes have a dot.
  if (!type.includes('.')) return null
  throw new RiftlineConnectionError('invalid_response', `an event ${type.slice(0, 40)} is no change`)
}

const goneText = 'changes after this place are no longer kept; read the lists again, then go on from `next`'

function isChange(value: unknown): value is Change {
  const { seq, type } = Object(value) as Partial<Change>
  return isPlace(seq) && typeof type === 'string'
}

/** Reads the changes that came, or waits for some. @throws RiftlineApiError, RiftlineConnectionError */
export async function* readChangePage(
  shared: Shared,
  types: ChangeQuery['types'],
  place: Place,
  signal: AbortSignal,
): AsyncGenerator<Change, void, undefined> {
  // The first page only tells the place, so that nothing is missed when the second one is lost.
  const from = place.seq === '' ? {} : { since: place.seq, wait: pollSeconds }
  const request = changesRequest('changes', { types, ...from })
  const once = { ...shared, settings: { ...shared.settings, maxRetries: 0 } }
  const { changes, next } = (await call(once, request, { signal, timeoutMs: (pollSeconds + 15) * 1000 })) as ChangePage
  if (!Array.isArray(changes) || !changes.every(isChange) || !isPlace(next)) {
    throw new RiftlineConnectionError('invalid_response', 'the answer holds no changes')
  }
  place.isLive = true
  for (const change of changes) {
    if (signal.aborted) return
    if (change.seq <= place.seq) continue
    place.seq = change.seq
    yield change
  }
  if (next > place.seq) place.seq = next
  // A server that does not hold the answer must not be asked without a pause.
  if (changes.length === 0) await shared.runtime.wait(1000, signal)
}

/** Waits for a value; undefined if it does not come in time or the signal is aborted. Leaves no timer and no listener. */
function within<T>(runtime: Runtime, coming: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  let forget = (): void => {}
  const over = new Promise<undefined>((resolve) => {
    const end = (): void => resolve(undefined)
    const cancel = runtime.startTimer(ms, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    forget = () => {
      cancel()
      signal.removeEventListener('abort', end)
    }
  })
  return Promise.race([coming, over]).finally(forget)
}
