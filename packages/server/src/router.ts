import type { Exchange } from './exchange.ts'
import { type Answer, emptyAnswer } from './http/answer.ts'
import { HttpError } from './http/http-error.ts'
import type { Target } from './http/target.ts'

/** What a handler works with. Behind the checks of a key, `exchange.caller` and `exchange.rate` are set. */
export interface Call {
  readonly exchange: Exchange
  readonly target: Target
}

export type Handler = (call: Call) => Answer | Promise<Answer>

export interface Route {
  readonly path: string
  readonly methods: readonly Method[]
  readonly handle: Handler
}

export type Method = 'GET' | 'HEAD' | 'POST'

/** Path -> route. */
export type RouteTable = ReadonlyMap<string, Route>

export function createRouteTable(routes: readonly Route[]): RouteTable {
  return new Map(routes.map((route) => [route.path, route]))
}

/** @throws HttpError `not_found` */
export function findRoute(routes: RouteTable, path: string): Route {
  const route = routes.get(path)
  if (route === undefined) throw new HttpError('not_found', 'no such path')
  return route
}

/** Answers `OPTIONS` itself. @throws HttpError `method_not_allowed`, or what the handler throws */
export async function runRoute(route: Route, method: string, call: Call): Promise<Answer> {
  const allow = { Allow: [...route.methods, 'OPTIONS'].join(', ') }
  if (method === 'OPTIONS') return emptyAnswer(204, allow)
  if (!route.methods.some((known) => known === method)) {
    throw new HttpError('method_not_allowed', `use ${route.methods.join(' or ')}`, { headers: allow })
  }
  return route.handle(call)
}
