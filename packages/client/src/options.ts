import { invalidOption } from './errors.ts'
import type { FetchLike } from './fetch-like.ts'
import type { ResponseInfo } from './response-info.ts'
import { globalFetch } from './runtime.ts'

export interface ClientOptions {
  /** Where the server is, a path prefix included, `/v1` not: `https://api.example.org`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** How often a call is repeated at most; 0: never. 2 by default. */
  readonly maxRetries?: number
  /** How long one attempt may take, its answer's body included. 30,000 by default. */
  readonly timeoutMs?: number
  /** The runtime's own by default. */
  readonly fetch?: FetchLike
  /** Called for every answer, of a refused or repeated attempt too. What it throws is ignored: no paid answer is lost to it. */
  readonly onResponse?: OnResponse
}

export type OnResponse = (info: ResponseInfo) => void

export interface CallOptions {
  /** Ends the call at once, in a wait between two attempts too. */
  readonly signal?: AbortSignal
  /** Instead of the client's. */
  readonly timeoutMs?: number
  /** Beside the client's. */
  readonly onResponse?: OnResponse
}

export interface PredictOptions extends CallOptions {
  /**
   * Calls with the same key and body are charged once within 24 hours: give your own to repeat a call in a later run of
   * the program. 1-255 visible ASCII characters. By default the client makes one for each call.
   */
  readonly idempotencyKey?: string
}

/** Options with their defaults, once they are checked. */
export interface Settings {
  /** Without a slash at its end. */
  readonly base: string
  readonly apiKey: string
  readonly maxRetries: number
  readonly timeoutMs: number
  readonly fetch: FetchLike
  readonly onResponse: OnResponse | undefined
}

/** @throws TypeError with code `invalid_option` */
export function checkOptions(options: ClientOptions): Settings {
  const { baseUrl, apiKey, maxRetries = 2, timeoutMs = 30_000, onResponse } = options
  const fetch = options.fetch ?? globalFetch()
  if (typeof apiKey !== 'string' || !visibleAscii.test(apiKey))
    throw invalidOption('apiKey: must be visible ASCII characters, without spaces')
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw invalidOption('maxRetries: must be an integer from 0')
  checkTimeout(timeoutMs)
  if (typeof fetch !== 'function') throw invalidOption('fetch: must be a function; this runtime has none of its own')
  if (onResponse !== undefined && typeof onResponse !== 'function')
    throw invalidOption('onResponse: must be a function')
  return { base: checkBaseUrl(baseUrl), apiKey, maxRetries, timeoutMs, fetch, onResponse }
}

/** @throws TypeError with code `invalid_option` */
export function checkCallOptions({ timeoutMs, idempotencyKey }: PredictOptions): void {
  if (timeoutMs !== undefined) checkTimeout(timeoutMs)
  if (idempotencyKey !== undefined && !(visibleAscii.test(idempotencyKey) && idempotencyKey.length <= 255))
    throw invalidOption('idempotencyKey: must be 1-255 visible ASCII characters')
}

const visibleAscii = /^[\x21-\x7e]+$/

/** The longest time that a timer of any runtime holds. */
const mostMs = 2_147_483_647

function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs <= mostMs)) throw invalidOption(`timeoutMs: must be above 0 and at most ${mostMs}`)
}

function checkBaseUrl(text: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalidOption('baseUrl: must be an absolute http or https URL')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalidOption('baseUrl: must have no user, query or fragment')
  const base = url.origin + url.pathname.replace(/\/+$/, '')
  if (base.endsWith('/v1')) throw invalidOption('baseUrl: leave out /v1, the client adds it')
  return base
}
