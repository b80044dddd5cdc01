import { RiftlineConnectionError } from './errors.ts'
import { describeFailure } from './failure.ts'
import type { FetchInit } from './fetch-like.ts'
import type { OnResponse, Settings } from './options.ts'
import type { Outcome } from './outcome.ts'
import { readAnswer } from './read-answer.ts'
import type { ApiRequest } from './request.ts'
import { readResponseInfo } from './response-info.ts'
import type { Runtime } from './runtime.ts'

/** What the calls of one client share. */
export interface Shared {
  readonly settings: Settings
  readonly runtime: Runtime
  /** The last body of each tagged path, of which the server says 304 while it is current. */
  readonly known: Map<string, { readonly tag: string; readonly text: string }>
}

export interface AttemptOptions {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly onResponse: OnResponse | undefined
  readonly idempotencyKey: string | null
}

/** Sends the request once. Never rejects. */
export async function attempt(shared: Shared, request: ApiRequest, options: AttemptOptions): Promise<Outcome> {
  const { apiKey } = shared.settings
  const stop = new AbortController()
  const stopped = stopSignal(shared.runtime, options, stop)
  try {
    return await Promise.race([stopped.outcome, send(shared, request, options, stop.signal)])
  } catch (error) {
    const { text, unsent } = describeFailure(error)
    const message = `no answer to ${request.method} ${request.path}: ${text}`.replaceAll(apiKey, '[key]')
    return { kind: unsent ? 'unsent' : 'lost', error: new RiftlineConnectionError('connection_failed', message) }
  } finally {
    stopped.forget()
  }
}

async function send(
  { settings, known }: Shared,
  request: ApiRequest,
  { onResponse, idempotencyKey }: AttemptOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { base, apiKey, fetch } = settings
  const { method, path, body, tagged } = request
  const before = tagged ? known.get(path) : undefined
  const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${apiKey}` }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey !== null) headers['Idempotency-Key'] = idempotencyKey
  if (before !== undefined) headers['If-None-Match'] = before.tag
  // A redirect would carry the key to another place; the API has none.
  const init: FetchInit = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) }
  const response = await fetch(base + path, init)
  const text = response.status === 304 && before !== undefined ? before.text : await response.text()

  const tag = response.headers.get('etag')
  if (tagged && response.status === 200 && tag !== null) known.set(path, { tag, text })
  for (const listener of [settings.onResponse, onResponse]) {
    try {
      listener?.(readResponseInfo(request, response))
    } catch {} // documented: no paid answer is lost to a listener
  }
  return readAnswer(response, response.status === 200 ? text : text.replaceAll(apiKey, '[key]'))
}

interface Stopped {
  /** Pending until the time is up or the caller's signal is aborted. */
  readonly outcome: Promise<Outcome>
  readonly forget: () => void
}

/** A `fetch` of the caller's may ignore its signal, so the attempt does not wait for it to listen. */
function stopSignal(runtime: Runtime, { signal, timeoutMs }: AttemptOptions, controller: AbortController): Stopped {
  let forget = (): void => {}
  const outcome = new Promise<Outcome>((resolve) => {
    const stopAs = (outcome: Outcome): void => {
      resolve(outcome)
      controller.abort()
    }
    const cancel = runtime.startTimer(timeoutMs, () => {
      const error = new RiftlineConnectionError('request_timed_out', `no answer within ${timeoutMs} ms`)
      stopAs({ kind: 'lost', error })
    })
    const onAbort = (): void => {
      const error = new RiftlineConnectionError('aborted', 'the call was aborted', { cause: signal?.reason })
      stopAs({ kind: 'aborted', error })
    }
    signal?.addEventListener('abort', onAbort)
    forget = () => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  })
  return { outcome, forget }
}
