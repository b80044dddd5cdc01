import { invalidOption } from './errors.ts'
import { refuseUnknown } from './nearest-name.ts'
import {
  type ChangePageOptions,
  type changePageOptions,
  type ListQuery,
  ownOptions,
  type RecordQuery,
} from './options.ts'

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

/** Lists, and the parts of the record. */
export type ListName = Exclude<keyof typeof ownOptions, 'paid'>

/**
 * Builds the request of a list or of the record. Only lists without filters are cached by ETag, as the number of filters is
 * unlimited; results are charged.
 */
export function listRequest(list: ListName, query: ListQuery | RecordQuery = {}): ApiRequest {
  const given = ownOptions[list].map((name) => [name, query[name as never]])
  const path = `/v1/${list}${parametersOf(Object.fromEntries(given))}`
  const charged = list === 'results'
  return { method: 'GET', path, charged, tagged: !charged && /^[^?]+(\?active=\w+)?$/.test(path) }
}

/** Builds the request of changes: the page after a place, or the stream. Both are free. */
export function changesRequest(
  route: 'changes' | 'stream',
  {
    types,
    since,
    limit,
    wait,
  }: { readonly [Name in (typeof changePageOptions)[number]]?: ChangePageOptions[Name] | undefined },
): ApiRequest {
  const query = { since, types: types?.join(','), limit, wait }
  return anyRequest({ method: 'GET', path: `/v1/${route}`, query, charged: false })
}

function parametersOf(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value != null) parameters.append(name, String(value))
  const text = String(parameters)
  return text === '' ? '' : `?${text}`
}
