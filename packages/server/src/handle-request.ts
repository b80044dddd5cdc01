import { authenticate } from './auth/authenticate.ts'
import type { FailedKeys } from './auth/failed-keys.ts'
import type { IpRule } from './auth/ip-rule.ts'
import type { CreditStore } from './credits/credit-store.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './http/answer.ts'
import { HttpError } from './http/http-error.ts'
import { precheck, refuseBodyWithoutMeaning } from './http/precheck.ts'
import { readJson } from './http/read-json.ts'
import { parseTarget } from './http/target.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Bodies } from './limits/bodies.ts'
import type { CallsInFlight } from './limits/calls-in-flight.ts'
import { type RateLimiter, refuseOverRate } from './limits/rate-limiter.ts'
import { answerMethod, findRoute, type RouteTable } from './router.ts'
import { refuseWhenStopped } from './routes/service.ts'

export interface Checks {
  readonly serviceRoutes: RouteTable
  readonly routes: RouteTable
  readonly credits: CreditStore
  readonly failedKeys: FailedKeys
  readonly ipRule: IpRule
  readonly limiter: RateLimiter
  /** Whether work has been waiting for so long that more of it would only wait longer. */
  readonly overload: () => boolean
  readonly bodies: Bodies
  readonly callsInFlight: CallsInFlight
  readonly lifecycle: Lifecycle
}

/**
 * The order of checks, one line each; the first that fails gives the answer. Fields, idempotency, names, credits and the
 * computation follow in the route. What a call costs the server is counted when all of it has come, not while it is waited for.
 *
 * @throws HttpError
 */
export async function handleRequest(checks: Checks, exchange: Exchange): Promise<Answer> {
  const { request } = exchange
  precheck(request)
  const target = parseTarget(request.url ?? '')
  refuseBodyWithoutMeaning(request)

  const service = checks.serviceRoutes.get(target.path)
  if (service !== undefined) {
    exchange.route = service.path
    return answerMethod(service, request.method ?? '') ?? service.handle({ exchange, target, id: '' })
  }
  refuseWhenStopped(checks.credits, checks.lifecycle)
  if (!isApiPath(target.path)) throw new HttpError('not_found', 'no such path')

  const admitted = authenticate(exchange, target, checks.credits, checks.failedKeys)
  const caller = admitted instanceof Promise ? await admitted : admitted
  const meeting = checks.ipRule(caller, exchange)
  if (meeting !== undefined) await meeting
  exchange.caller = caller
  const rate = checks.limiter.take(caller.key.id)
  exchange.rate = rate instanceof Promise ? await rate : rate
  refuseOverRate(exchange.rate)
  const { route, id } = findRoute(checks.routes, target.path)
  exchange.route = route.path
  const answer = answerMethod(route, request.method ?? '')
  if (answer !== null) return answer
  if (checks.overload()) throw new HttpError('overloaded', 'try again')
  const json = route.readsJson ? await readJson(exchange, checks.bodies) : undefined
  checks.callsInFlight.begin(exchange)
  return await route.handle({ exchange, target, id, json })
}

/** Paths behind the key, known or not: without one nothing can be probed. */
function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/') || path === '/usage'
}
