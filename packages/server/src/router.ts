import type { IncomingHttpHeaders } from 'node:http'
import type { KeyScope } from '@riftline/ledger'
import { refuseScope } from './auth/api-key.ts'
import { type ChargedAnswer, free, type Payer } from './charging/charge-call.ts'
import { operations, wireNames } from './contract/operations.ts'
import { type Answer, emptyAnswer } from './http/answer.ts'
import type { Exchange } from './http/exchange.ts'
import { HttpError } from './http/http-error.ts'
import { parseBody } from './http/read-json.ts'
import { parseId, parseTarget, readParameters, refuseBodyWithoutMeaning, type Target } from './http/target.ts'
import type { RateState } from './limits/rate-limiter.ts'
import type { Serving } from './serving/serving.ts'

export interface Route<Handler> {
  /** Path template, such as `/v1/teams` or `/v1/teams/{id}`. */
  readonly path: string
  readonly methods: readonly Method[]
  /** Scope that the key needs, if it has any; none if every key may use the route. */
  readonly scope?: KeyScope
  /** Names of the query parameters that the route knows; none by default. */
  readonly parameters?: readonly string[]
  /** Whether a call has a JSON body, which is read before `handle`. */
  readonly readsJson?: boolean
  /** Limit of the body in bytes; by default 64 KiB. */
  readonly mostBytes?: number
  /** Number of calls that a body counts as; by default 1. */
  readonly workOf?: (json: unknown) => number
  /** Whether a call takes so long that its client may leave meanwhile. */
  readonly isLong?: boolean
  /** Refuses a request before its key and parameters are read. */
  readonly guard?: (exchange: Exchange) => void
  readonly handle: Handler
}

type Method = 'GET' | 'HEAD' | 'POST'

/** Route of a path, from its operation in the contract. A `GET` with a price has no `HEAD`: without a body there is nothing to pay for. */
export function routeOf<Handler>(path: string, handle: Handler): Route<Handler> {
  const { method, price, scope, parameters, body } = operations.find((operation) => operation.path === path)!
  const methods: readonly Method[] = method === 'post' ? ['POST'] : price === 0 ? ['GET', 'HEAD'] : ['GET']
  return {
    path,
    methods,
    scope,
    parameters: parameters.filter((name) => name !== 'id').map((name) => wireNames[name] ?? name),
    readsJson: body !== undefined,
    handle,
  }
}

export type RouteTable<Handler> = ReadonlyMap<string, Route<Handler>>

export function createRouteTable<Handler>(routes: readonly Route<Handler>[]): RouteTable<Handler> {
  return new Map(routes.map((route) => [route.path, route]))
}

/** Finds the route of a path. @throws HttpError `not_found` */
export function findRoute<Handler>(
  routes: RouteTable<Handler>,
  path: string,
): { readonly route: Route<Handler>; readonly id: string } {
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
export function answerMethod({ methods }: Pick<Route<unknown>, 'methods'>, method: string): Answer | null {
  if (methods.some((known) => known === method)) return null
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') }
  if (method === 'OPTIONS') return emptyAnswer(204, allow)
  throw new HttpError('method_not_allowed', `use ${methods.join(' or ')}`, { headers: allow })
}

/** Answers a request to a route without a key. @throws HttpError `method_not_allowed`, `validation_error`, or what the handler throws */
export async function answerPublic(route: Route<PublicHandler>, exchange: Exchange, target: Target): Promise<Answer> {
  const answer = answerMethod(route, exchange.request.method ?? '')
  refuseBodyWithoutMeaning(exchange.request)
  if (answer !== null) return answer
  route.guard?.(exchange)
  return route.handle({ exchange, parameters: readParameters(target, route.parameters) })
}

/** A request that has passed the checks of key and rate. */
export interface Call extends Payer {
  readonly headers: IncomingHttpHeaders
  readonly parameters: ReadonlyMap<string, string>
  /** Number in the place of `{id}`; 0 if the route has none. */
  readonly id: number
  readonly rate: RateState
  /** Artifacts of this request; a reload does not change them. */
  readonly serving: Serving
}

/** Answers a call. @param json parsed body, if the route reads JSON */
export type CallHandler = (call: Call, json: unknown) => Promise<ChargedAnswer>

/** A call as a server would get it, without headers. */
export interface LocalRequest {
  readonly method: 'GET' | 'POST'
  /** Path from `/v1` on, with the query. */
  readonly target: string
  readonly body?: string
}

/** Answers a call from inside this process. @throws HttpError, and what the handler throws */
export async function routeCall(
  routes: RouteTable<CallHandler>,
  call: Omit<Call, 'id' | 'parameters'>,
  { method, target, body = '' }: LocalRequest,
): Promise<ChargedAnswer> {
  const parsed = parseTarget(target)
  const { route, id } = findRoute(routes, parsed.path)
  const other = answerMethod(route, method)
  if (other !== null) return free(other)
  refuseScope(call.caller, route)
  const json = route.readsJson ? parseBody(Buffer.from(body), route.mostBytes) : undefined
  const given = { id: id === '' ? 0 : parseId('id', id), parameters: readParameters(parsed, route.parameters) }
  return route.handle({ ...call, ...given }, json)
}

/** Answers any request, without a key. */
export type PublicHandler = (request: { readonly exchange: Exchange } & Pick<Call, 'parameters'>) => Promise<Answer>
