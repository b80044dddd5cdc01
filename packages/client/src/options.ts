import { invalidOption } from './errors.ts'
import { refuseUnknown } from './nearest-name.ts'
import type { ListQuery } from './request.ts'
import type { ResponseInfo } from './response-info.ts'
import { type FetchLike, globalFetch } from './runtime.ts'

/** Options of a client: server, key, retries and time limits. */
export interface ClientOptions {
  /** URL of the server, with a path prefix if it has one, without `/v1`: `https://api.example.org`. */
  readonly baseUrl: string
  /** API key: `rl_live_…` or `rl_test_…`. */
  readonly apiKey: string
  /** Maximum number of retries of a call; 0 for none. 2 by default. */
  readonly maxRetries?: number
  /** Time limit of one attempt, including the response body. Above 0; 30,000 by default. */
  readonly timeoutMs?: number
  /** Function used instead of the runtime's own `fetch`. */
  readonly fetch?: FetchLike
  /** Called for every response, also of a refused or repeated attempt. Errors it throws are ignored, so that no paid answer is lost. */
  readonly onResponse?: OnResponse
}

/** Called with the headers of every response. */
export type OnResponse = (info: ResponseInfo) => void

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, also while it waits between two attempts. */
  readonly signal?: AbortSignal
  /** Time limit for this call instead of the client's. */
  readonly timeoutMs?: number
  /** Called for every response of this call, after the client's `onResponse`. */
  readonly onResponse?: OnResponse
}

/** Filters of the list of champions. */
export interface ChampionListOptions extends CallOptions, Pick<ListQuery, 'name' | 'limit'> {}

/** Filters of the list of teams. */
export interface TeamListOptions extends CallOptions, Pick<ListQuery, 'name' | 'active' | 'league' | 'limit'> {}

/** Filters of the list of players. */
export interface PlayerListOptions
  extends CallOptions,
    Pick<ListQuery, 'name' | 'active' | 'team' | 'role' | 'limit'> {}

/** Filters of the list of tournaments. */
export interface TournamentListOptions extends CallOptions, Pick<ListQuery, 'name' | 'league' | 'season' | 'limit'> {}

/** Filters of the schedule; `name` is the name of a team. */
export interface ScheduleOptions extends CallOptions, Pick<ListQuery, 'name' | 'league' | 'days' | 'limit'> {}

/** Options of a paid call. */
export interface PredictOptions extends CallOptions {
  /**
   * Key under which the server charges equal calls once within 24 hours. Set your own to repeat a call in a later
   * run of the program. 1-255 visible ASCII characters. By default the client makes one for each call.
   */
  readonly idempotencyKey?: string
}

/** Validated options with defaults filled in. */
export interface Settings {
  /** Base URL without a trailing slash. */
  readonly base: string
  readonly apiKey: string
  readonly maxRetries: number
  readonly timeoutMs: number
  readonly fetch: FetchLike
  readonly onResponse: OnResponse | undefined
}

/** Validates the options of a client. @throws TypeError with code `invalid_option` */
export function checkOptions(options: ClientOptions): Settings {
  const { baseUrl, apiKey, maxRetries = 2, timeoutMs = 30_000, onResponse, fetch = globalFetch() } = options
  refuseUnknown(options, clientOptions)
  if (typeof apiKey !== 'string' || !visibleAscii.test(apiKey)) {
    throw invalidOption('apiKey: must be visible ASCII characters, without spaces')
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw invalidOption('maxRetries: must be an integer from 0')
  checkTimeout(timeoutMs)
  if (typeof fetch !== 'function') throw invalidOption('fetch: must be a function; this runtime has none of its own')
  if (onResponse !== undefined && typeof onResponse !== 'function') {
    throw invalidOption('onResponse: must be a function')
  }
  return { base: checkBaseUrl(baseUrl), apiKey, maxRetries, timeoutMs, fetch, onResponse }
}

/** Validates the options of a call. @throws TypeError with code `invalid_option` */
export function checkCallOptions({ timeoutMs, idempotencyKey }: PredictOptions): void {
  if (timeoutMs !== undefined) checkTimeout(timeoutMs)
  if (idempotencyKey !== undefined && !(visibleAscii.test(idempotencyKey) && idempotencyKey.length <= 255)) {
    throw invalidOption('idempotencyKey: must be 1-255 visible ASCII characters')
  }
}

const clientOptions = ['baseUrl', 'apiKey', 'maxRetries', 'timeoutMs', 'fetch', 'onResponse']
const callOptions = ['signal', 'timeoutMs', 'onResponse']

/** Option names of each call, besides those that every call takes. */
export const ownOptions = {
  champions: ['name', 'limit'],
  teams: ['name', 'active', 'league', 'limit'],
  players: ['name', 'active', 'team', 'role', 'limit'],
  tournaments: ['name', 'league', 'season', 'limit'],
  schedule: ['name', 'league', 'days', 'limit'],
  paid: ['idempotencyKey'],
} as const

/** Refuses unknown options. @param own option names of this call @throws TypeError with code `invalid_option` */
export function refuseUnknownOptions(options: object, own: readonly string[]): void {
  refuseUnknown(options, [...callOptions, ...own])
}

const visibleAscii = /^[\x21-\x7e]+$/

/** Longest delay that timers accept: 2^31 - 1. */
const mostMs = 2_147_483_647

function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs <= mostMs)) throw invalidOption(`timeoutMs: must be above 0 and at most ${mostMs}`)
}

function checkBaseUrl(text: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalidOption('baseUrl: must be an absolute http or https URL')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalidOption('baseUrl: must have no user, query or fragment')
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '')
  if (base.endsWith('/v1')) throw invalidOption('baseUrl: leave out /v1, the client adds it')
  return base
}
