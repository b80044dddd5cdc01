import { invalidOption, type RiftlineApiError, type RiftlineConnectionError } from './errors.ts'
import { refuseUnknown } from './nearest-name.ts'
import type { ResponseInfo } from './response-info.ts'
import { type FetchLike, globalFetch } from './runtime.ts'
import type { Model, PerformanceRow, Role } from './types/api.generated.ts'
import type { ChangeType } from './types/by-question.ts'

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

/** Filters of a list. */
export interface ListQuery {
  /** Only entities with a game within 180 days before the data date, or with `false` only the others. */
  readonly active?: boolean
  /** Only entities that this name may mean, best first; several for an ambiguous name, none for an unknown one. 1-80 characters. */
  readonly name?: string
  /** Only players of this team, by its id; needs `name`. */
  readonly team?: number
  /** Only players of this role; needs `name`. */
  readonly role?: Role
  /** Only entities of this league, by name or code. */
  readonly league?: string
  /** Only tournaments of this year, such as `2025`. */
  readonly season?: string
  /** Only series of the next days, at most 60. */
  readonly days?: number
  /** Maximum number of rows, the newest or most relevant first: 1-1000. */
  readonly limit?: number
}

/** Filters of the record of forecasts: `bestOf` and `model` of the performance, the others of results. */
export interface RecordQuery {
  /** Only this league, by name or code. */
  readonly league?: string
  /** Only series with this maximum number of maps. */
  readonly bestOf?: 1 | 3 | 5
  /** Only rows of this forecaster. */
  readonly model?: PerformanceRow['model']
  /** Only series of this team, by id, name or alias. */
  readonly team?: number | string
  /** Only series that began then or later: a date, or a time in UTC without a suffix. */
  readonly from?: string
  /** Only series that began then or earlier; a date counts with its whole day. */
  readonly to?: string
  /** Maximum number of series on a page: 1-200, 50 by default. */
  readonly limit?: number
  /** `nextCursor` of the page before, with the same filters. */
  readonly cursor?: string | null
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

/** Filters of the performance. */
export interface PerformanceOptions extends CallOptions, Pick<RecordQuery, 'league' | 'bestOf' | 'model'> {}

/** Filters of results, and the place of a page. */
export interface ResultsOptions extends CallOptions, Omit<RecordQuery, 'bestOf' | 'model'> {}

/** Options of a paid call. */
export interface PredictOptions extends CallOptions {
  /**
   * Key under which the server charges equal calls once within 24 hours. Set your own to repeat a call in a later
   * run of the program. 1-255 visible ASCII characters. By default the client makes one for each call.
   */
  readonly idempotencyKey?: string
}

/** Options of a batch of predictions. */
export interface BatchOptions extends PredictOptions {
  /** Model of the requests that name none; fasttree by default. */
  readonly model?: Model
}

/** Which changes, and where they begin. */
export interface ChangeQuery {
  /** Only changes of these types; all by default. */
  readonly types?: readonly ChangeType[]
  /** Place after which the changes begin: `seq` of a change or `next` of a page. By default from now on. */
  readonly since?: string
}

/** Options of a page of changes. */
export interface ChangePageOptions extends CallOptions, ChangeQuery {
  /** Maximum number of changes, the oldest first: 100 by default. */
  readonly limit?: number
  /** Seconds to wait for a change before an empty answer, at most 25; 0 by default. They are added to the time limit. */
  readonly wait?: number
}

/** Options of a loop over changes. */
export interface ChangeOptions extends ChangeQuery {
  /** Ends the loop, which then throws `aborted`. */
  readonly signal?: AbortSignal
  /**
   * What to do when changes after `since` are no longer kept, for example after two weeks without a connection: `throw` an error
   * `changes_gone` (the default) or `skip` them and go on with the next ones.
   */
  readonly onGone?: 'throw' | 'skip'
  /** Called before each wait for a new connection. */
  readonly onRetry?: (retry: ChangeRetry) => void
}

/** Reason and length of a wait before a loop over changes connects again. */
export interface ChangeRetry {
  /** Error of the last connection; null if the server ended it in order. */
  readonly error: RiftlineApiError | RiftlineConnectionError | null
  readonly waitMs: number
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

/** Option names of a page of changes. */
export const changePageOptions = ['types', 'since', 'limit', 'wait'] as const

/** Validates the options of a loop over changes. @throws TypeError with code `invalid_option` */
export function checkChangeOptions(options: ChangeOptions): void {
  const { onGone = 'throw', onRetry } = options
  refuseUnknown(options, ['types', 'since', 'signal', 'onGone', 'onRetry'])
  checkChangeQuery(options)
  if (onGone !== 'throw' && onGone !== 'skip') throw invalidOption("onGone: must be 'throw' or 'skip'")
  if (onRetry !== undefined && typeof onRetry !== 'function') throw invalidOption('onRetry: must be a function')
}

/** @throws TypeError with code `invalid_option` */
export function checkChangeQuery({ types, since }: ChangeQuery): void {
  // Without types the server would send changes of all.
  if (types !== undefined && !(Array.isArray(types) && types.length > 0)) {
    throw invalidOption('types: must be a list with at least one type')
  }
  if (since !== undefined && !isPlace(since)) throw invalidOption('since: must be the seq of a change')
}

/** Whether a value has the form of a place in the changes, and fits a header. */
export function isPlace(value: unknown): value is string {
  return typeof value === 'string' && visibleAscii.test(value) && value.length <= 255
}

/** Option names of each call, besides those that every call takes; filters in the order in which they are sent. */
export const ownOptions = {
  champions: ['name', 'limit'],
  teams: ['active', 'name', 'league', 'limit'],
  players: ['active', 'name', 'team', 'role', 'limit'],
  tournaments: ['name', 'league', 'season', 'limit'],
  schedule: ['name', 'league', 'days', 'limit'],
  performance: ['league', 'bestOf', 'model'],
  results: ['league', 'team', 'from', 'to', 'limit', 'cursor'],
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
