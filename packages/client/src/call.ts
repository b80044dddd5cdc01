import { RiftlineConnectionError } from './errors.ts'
import { checkCallOptions, type OnResponse, type PredictOptions, type Settings } from './options.ts'
import { readAnswer, readText } from './read-answer.ts'
import { type ApiRequest, urlOf } from './request.ts'
import { readResponseInfo } from './response-info.ts'
import { type Outcome, waitBeforeRetry } from './retry.ts'
import type { FetchInit, FetchResponse, Runtime } from './runtime.ts'
import { abortError, type StopOptions, watchForStop } from './stop.ts'

/**
 * Sends a request and retries until there is an answer or a reason to stop.
 * @throws RiftlineApiError, RiftlineConnectionError; TypeError with code `invalid_option`
 */
export async function call(shared: Shared, request: ApiRequest, options: PredictOptions): Promise<object> {
  checkCallOptions(options)
  const { base, maxRetries, timeoutMs } = shared.settings
  const url = urlOf(base, request.path)
  const { signal } = options
  const ownKey = request.method === 'POST' && maxRetries > 0 ? shared.runtime.newKey() : null
  const idempotencyKey = options.idempotencyKey ?? ownKey
  const repeatable = !request.charged || idempotencyKey !== null
  const once: AttemptOptions = {
    url,
    signal,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    onResponse: options.onResponse,
    idempotencyKey,
  }
  for (let retries = 0; ; retries++) {
    if (signal?.aborted) throw abortError(signal.reason)
    const outcome = await attempt(shared, request, once)
    if (outcome.kind === 'answer') return outcome.body
    const waitMs = retries < maxRetries ? waitBeforeRetry(outcome, retries, repeatable) : null
    if (waitMs === null) throw outcome.error
    await shared.runtime.wait(waitMs, signal)
  }
}

/** State that the calls of one client share. */
export interface Shared {
  readonly settings: Settings
  readonly runtime: Runtime
  /** Last body of each list that has an ETag; the server answers 304 while it is current. */
  readonly known: Map<string, { readonly tag: string; readonly text: string }>
}

interface AttemptOptions extends StopOptions {
  /** Full URL of the request. */
  readonly url: string
  readonly onResponse: OnResponse | undefined
  readonly idempotencyKey: string | null
}

/** Sends the request once. Never rejects. */
async function attempt(shared: Shared, request: ApiRequest, options: AttemptOptions): Promise<Outcome> {
  const stop = watchForStop(shared.runtime, options)
  try {
    // A custom `fetch` may ignore the signal, so the attempt ends without waiting for it.
    return await Promise.race([stop.outcome, send(shared, request, options, stop.signal)])
  } catch (error) {
    if (error instanceof RiftlineConnectionError) return { kind: 'lost', error }
    const { unsent, error: failure } = lineError(shared.settings, request, error)
    return { kind: unsent ? 'unsent' : 'lost', error: failure }
  } finally {
    stop.forget()
  }
}

async function send(
  shared: Shared,
  request: ApiRequest,
  { url, onResponse, idempotencyKey }: AttemptOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const { settings, known } = shared
  const { path, body, tagged } = request
  const before = tagged ? known.get(path) : undefined
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey !== null) headers['Idempotency-Key'] = idempotencyKey
  if (before !== undefined) headers['If-None-Match'] = before.tag
  const response = await settings.fetch(url, initOf(settings, request, headers, signal))
  const text = response.status === 304 && before !== undefined ? before.text : await readText(response)
  report([settings.onResponse, onResponse], request, response)
  const outcome = outcomeOf(settings, response, text)
  const tag = response.headers.get('etag')
  if (tagged && outcome.kind === 'answer' && tag !== null) known.set(path, { tag, text })
  return outcome
}

/** Builds the options of `fetch`. Redirects are refused: the API has none, and following one would send the key to another server. */
export function initOf(
  { apiKey }: Settings,
  { method, body }: Pick<ApiRequest, 'method' | 'body'>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): FetchInit {
  const all = { Accept: 'application/json', Authorization: `Bearer ${apiKey}`, ...headers }
  return { method, headers: all, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) }
}

/** Calls listeners with the headers of a response. */
export function report(
  listeners: readonly (OnResponse | undefined)[],
  request: Pick<ApiRequest, 'method' | 'path'>,
  response: FetchResponse,
): void {
  for (const listener of listeners) {
    try {
      listener?.(readResponseInfo(request, response))
    } catch {} // as documented: a listener that throws must not lose a paid answer
  }
}

/** Reads an answer, with the key removed from a refusal that repeats it. */
export function outcomeOf({ apiKey }: Settings, response: FetchResponse, text: string): Outcome {
  return readAnswer(response, response.status === 200 ? text : text.replaceAll(apiKey, '[key]'))
}

/** Turns an error of `fetch` into one without the key. `unsent` tells whether the server was not reached. */
export function lineError({ apiKey }: Settings, { method, path }: Pick<ApiRequest, 'method' | 'path'>, cause: unknown) {
  const { text, unsent } = describeFailure(cause)
  const message = `no answer to ${method} ${path}: ${text}`.replaceAll(apiKey, '[key]')
  return { unsent, error: new RiftlineConnectionError('connection_failed', message) }
}

/** Error codes of runtimes for a connection that was never opened, so that nothing was sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused', // Bun
])

/** Joins the messages and codes of a `fetch` error and its causes. The error itself may hold the request with its key, so it is dropped. */
function describeFailure(error: unknown) {
  const texts: string[] = []
  let unsent = false
  let next: unknown = error
  for (let depth = 0; depth < 4 && next instanceof Error; depth++) {
    const { message, cause, code } = next as Error & { readonly code?: unknown }
    if (message !== '') texts.push(message)
    if (typeof code === 'string') {
      unsent ||= unsentCodes.has(code)
      if (!message.includes(code)) texts.push(code)
    }
    next = cause
  }
  return { text: texts.join(': ') || 'the line broke', unsent }
}
