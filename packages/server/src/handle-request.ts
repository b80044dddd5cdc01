import { authenticate } from './auth/authenticate.ts'
import type { FailedKeys } from './auth/failed-keys.ts'
import type { IpRule } from './auth/ip-rule.ts'
import type { CreditStore } from './credits/credit-store.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './http/answer.ts'
import { HttpError } from './http/http-error.ts'
import { precheck, refuseBodyWithoutMeaning } from './http/precheck.ts'
import { parseTarget, type Target } from './http/target.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Overload } from './limits/overload.ts'
import { type RateLimiter, refuseOverRate } from './limits/rate-limiter.ts'
import { answerMethod, findRoute, type Route, type RouteTable } from './router.ts'
import { refuseWhenStopped } from './routes/service.ts'

export interface Checks {
  readonly serviceRoutes: RouteTable
  readonly routes: RouteTable
  readonly credits: CreditStore
  readonly failedKeys: FailedKeys
  readonly ipRule: IpRule
  readonly limiter: RateLimiter
  readonly overload: Overload
  readonly lifecycle: Lifecycle
}

/**
 * The order of checks, one line each; the first that fails gives the answer. Media type, body, idempotency, names, credits
 * and the computation follow in the route.
 *
 * @throws HttpError
 */
export async function handleRequest(checks: Checks, exchange: Exchange): Promise<Answer> {
  const { request } = exchange
  precheck(request)
  const target = parseTarget(request.url ?? '')
  refuseBodyWithoutMeaning(request)

  const service = checks.serviceRoutes.get(target.path)
  if (service !== undefined) return run(service, '', exchange, target)
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
  return await run(route, id, exchange, target, checks.overload)
}

function run(
  route: Route,
  id: string,
  exchange: Exchange,
  target: Target,
  overload?: Overload,
): Answer | Promise<Answer> {
  exchange.route = route.path
  const answer = answerMethod(route, exchange.request.method ?? '')
  if (answer !== null) return answer
  if (overload?.()) throw new HttpError('overloaded', 'try again')
  return route.handle({ exchange, target, id })
}

/** Paths behind the key, known or not: without one nothing can be probed. */
function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/') || path === '/usage'
}
