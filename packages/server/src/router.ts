import type { Exchange } from './exchange.ts'
import { type Answer, emptyAnswer } from './http/answer.ts'
import { HttpError } from './http/http-error.ts'
import type { Target } from './http/target.ts'

/** What a handler works with. Behind the checks of a key, `exchange.caller` and `exchange.rate` are set. */
export interface Call {
  readonly exchange: Exchange
  readonly target: Target
  /** The JSON that was sent, where the route reads it. */
  readonly json?: unknown
  /** The segment in the place of `{id}`, as it was sent; empty where the route has none. */
  readonly id: string
}

export type Handler = (call: Call) => Answer | Promise<Answer>

export interface Route {
  /** The template: `/v1/teams`, `/v1/teams/{id}`. */
  readonly path: string
  readonly methods: readonly Method[]
  /** Whether a call brings JSON, which is read before the route is asked. */
  readonly readsJson?: boolean
  readonly handle: Handler
}

export type Method = 'GET' | 'HEAD' | 'POST'

/** Template -> route. */
export type RouteTable = ReadonlyMap<string, Route>

export function createRouteTable(routes: readonly Route[]): RouteTable {
  return new Map(routes.map((route) => [route.path, route]))
}

/** @throws HttpError `not_found` */
export function findRoute(routes: RouteTable, path: string): { readonly route: Route; readonly id: string } {
  const exact = routes.get(path)
  if (exact !== undefined && !path.endsWith(idSegment)) return { route: exact, id: '' }
  const slash = path.lastIndexOf('/')
  const route = routes.get(path.slice(0, slash) + idSegment)
  const id = path.slice(slash + 1)
  if (route === undefined || id === '') throw new HttpError('not_found', 'no such path')
  return { route, id }
}

const idSegment = '/{id}'

/** The answer to `OPTIONS`, or null for a method of the route. @throws HttpError `method_not_allowed` */
export function answerMethod(route: Route, method: string): Answer | null {
  if (route.methods.some((known) => known === method)) return null
  const allow = { Allow: [...route.methods, 'OPTIONS'].join(', ') }
  if (method === 'OPTIONS') return emptyAnswer(204, allow)
  throw new HttpError('method_not_allowed', `use ${route.methods.join(' or ')}`, { headers: allow })
}
