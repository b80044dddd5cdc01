import { invalidOption } from './errors.ts'
import { refuseUnknown } from './nearest-name.ts'
import type { Role } from './types/api.generated.ts'

/** Call of the API, independent of its number of attempts. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** Path from `/v1` on, with the query. */
  readonly path: string
  /** Body as JSON. */
  readonly body?: string
  /** Whether the answer costs credits. */
  readonly charged: boolean
  /** Whether the answer has an ETag, so that the server sends it again only after a change. */
  readonly tagged: boolean
}

/** Call by method and path, as `/openapi.json` lists them. */
export interface AnyRequest {
  readonly method: 'GET' | 'POST'
  /** Path from `/v1` on, without a query: `/v1/teams`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
  /** Whether the answer may cost credits; a free call is repeated when its answer is lost. True by default. */
  readonly charged?: boolean
}

/** Checks the fields of a call. @throws TypeError with code `invalid_option` */
export function knownRequest(request: AnyRequest): ApiRequest {
  refuseUnknown(request, ['method', 'path', 'query', 'body', 'charged'])
  return anyRequest(request)
}

/** Builds a request from its parts. Every parameter with a value is sent; the server validates them. */
export function anyRequest(request: Omit<AnyRequest, 'query'> & { readonly query?: object }): ApiRequest {
  const { method, path, query = {}, body, charged = true } = request
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return { method, path: path + parametersOf(query), ...sent, charged, tagged: false }
}

/**
 * Returns the URL of a request. It stays below the base, because only that server may get the key.
 * @throws TypeError with code `invalid_option`
 */
export function urlOf(base: string, path: string): string {
  const url = onePath.test(path) ? new URL(base + path) : null
  // Dot segments would lead out of the base.
  if (url !== null && url.origin + url.pathname === base + path.split('?', 1)[0]) return url.href
  throw invalidOption('path: must begin with one slash and stay below baseUrl, as /v1/teams')
}

/** One slash, then no character that a URL would read as a host or a fragment, or refuse. */
const onePath = /^\/(?![/\\])[!"$-~]*$/

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

/** Builds the request of a list. Only lists without filters are cached by ETag, as the number of filters is unlimited. */
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
