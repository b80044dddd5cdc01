import { invalidOption } from './errors.ts'
import { refuseUnknown } from './nearest-name.ts'
import type { Role } from './types/api.generated.ts'

/** One call of the API, whatever number of attempts it takes. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** From `/v1` on, with the query. */
  readonly path: string
  /** JSON */
  readonly body?: string
  /** Whether an answer costs credits. */
  readonly charged: boolean
  /** Whether the answer has an ETag, so that the server sends it again only after a change. */
  readonly tagged: boolean
}

/** A call by method and path, as `/openapi.json` lists them. */
export interface AnyRequest {
  readonly method: 'GET' | 'POST'
  /** From `/v1` on, without a query: `/v1/teams`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
  /** Whether an answer may cost credits; a free one is asked for again when it is lost. True by default. */
  readonly charged?: boolean
}

/** @throws TypeError with code `invalid_option` */
export function knownRequest(request: AnyRequest): ApiRequest {
  refuseUnknown(request, ['method', 'path', 'query', 'body', 'charged'])
  return anyRequest(request)
}

/** Makes a request of its parts. Every parameter that has a value is sent; the server checks them. */
export function anyRequest(request: Omit<AnyRequest, 'query'> & { readonly query?: object }): ApiRequest {
  const { method, path, query = {}, body, charged = true } = request
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return { method, path: path + parametersOf(query), ...sent, charged, tagged: false }
}

/**
 * Where a request goes: below the base, whose origin gets the key and no other.
 * @throws TypeError with code `invalid_option`
 */
export function urlOf(base: string, path: string): string {
  const url = onePath.test(path) ? new URL(base + path) : null
  // Dot segments would climb out of the base.
  if (url !== null && url.origin + url.pathname === base + path.split('?', 1)[0]) return url.href
  throw invalidOption('path: must begin with one slash and stay below baseUrl, as /v1/teams')
}

/** One slash, then nothing that a URL reads as a host, a fragment or not at all. */
const onePath = /^\/(?![/\\])[!"$-~]*$/

/** Filters of a list. */
export interface ListQuery {
  /** Only those with a game within 180 days before the data date, or only the others. */
  readonly active?: boolean
  /** Only what this name finds, best first; several where it is ambiguous, none where it is unknown. 1-80 characters. */
  readonly name?: string
  /** With `name`: only players of this team, by its id. */
  readonly team?: number
  /** With `name`: only players of this role. */
  readonly role?: Role
  /** Only of this league, by name or code. */
  readonly league?: string
  /** Tournaments of this year only, such as `2025`. */
  readonly season?: string
  /** Series of the next days only, at most 60. */
  readonly days?: number
  /** At most so many, the newest or most relevant first: 1-1000. */
  readonly limit?: number
}

/** Only whole lists are kept for their tags: there is no end of filters. */
export function listRequest(list: string, query: ListQuery = {}): ApiRequest {
  const { active, name, team, role, league, season, days, limit } = query
  const parameters = parametersOf({ active, name, team, role, league, season, days, limit })
  const isPart = [name, team, role, league, season, days, limit].some((value) => value !== undefined)
  return { method: 'GET', path: `/v1/${list}${parameters}`, charged: false, tagged: !isPart }
}

export const detailRequest = (name: string, id: number): ApiRequest =>
  anyRequest({ method: 'GET', path: `/v1/${name}/${encodeURIComponent(id)}` })

export const predictRequest = (name: string, body: object): ApiRequest =>
  anyRequest({ method: 'POST', path: `/v1/${name}`, body })

function parametersOf(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.append(name, String(value))
  const text = String(parameters)
  return text === '' ? '' : `?${text}`
}
