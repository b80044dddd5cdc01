import { RiftlineConnectionError } from './errors.ts'
import { describeFailure } from './failure.ts'
import type { FetchInit } from './fetch-like.ts'
import type { OnResponse, Settings } from './options.ts'
import type { Outcome } from './outcome.ts'
import { readAnswer } from './read-answer.ts'
import { readText } from './read-text.ts'
import type { ApiRequest } from './request.ts'
import { readResponseInfo } from './response-info.ts'
import type { Runtime } from './runtime.ts'
import { type StopOptions, watchForStop } from './stop.ts'

/** State that the calls of one client share. */
export interface Shared {
  readonly settings: Settings
  readonly runtime: Runtime
  /** The last body of each tagged path; the server answers 304 while it is current. */
  readonly known: Map<string, { readonly tag: string; readonly text: string }>
}

export interface AttemptOptions extends StopOptions {
  /** Where the request goes. */
  readonly url: string
  readonly onResponse: OnResponse | undefined
  readonly idempotencyKey: string | null
}

/** Sends the request once. Never rejects. */
export async function attempt(shared: Shared, request: ApiRequest, options: AttemptOptions): Promise<Outcome> {
  const { apiKey } = shared.settings
  const stop = watchForStop(shared.runtime, options)
  try {
    // A fetch of the caller's may ignore the signal: the attempt ends all the same.
    return await Promise.race([stop.outcome, send(shared, request, options, stop.signal)])
  } catch (error) {
    if (error instanceof RiftlineConnectionError) return { kind: 'lost', error }
    const { text, unsent } = describeFailure(error)
    const message = `no answer to ${request.method} ${request.path}: ${text}`.replaceAll(apiKey, '[key]')
    return { kind: unsent ? 'unsent' : 'lost', error: new RiftlineConnectionError('connection_failed', message) }
  } finally {
    stop.forget()
  }
}

async function send(
  { settings, known }: Shared,
  request: ApiRequest,
  { url, onResponse, idempotencyKey }: AttemptOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { apiKey, fetch } = settings
  const { method, path, body, tagged } = request
  const before = tagged ? known.get(path) : undefined
  const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${apiKey}` }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey !== null) headers['Idempotency-Key'] = idempotencyKey
  if (before !== undefined) headers['If-None-Match'] = before.tag
  // A redirect would send the key elsewhere; the API has none.
  const init: FetchInit = { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) }
  const response = await fetch(url, init)
  const text = response.status === 304 && before !== undefined ? before.text : await readText(response)
  for (const listener of [settings.onResponse, onResponse]) {
    try {
      listener?.(readResponseInfo(request, response))
    } catch {} // as documented: a listener that throws must not lose a paid answer
  }
  const outcome = readAnswer(response, response.status === 200 ? text : text.replaceAll(apiKey, '[key]'))
  const tag = response.headers.get('etag')
  if (tagged && outcome.kind === 'answer' && tag !== null) known.set(path, { tag, text })
  return outcome
}
