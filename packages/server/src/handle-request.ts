import { authenticate } from './auth/authenticate.ts'
import type { CreditStore } from './credits/credit-store.ts'
import type { Exchange } from './exchange.ts'
import type { Answer } from './http/answer.ts'
import { HttpError } from './http/http-error.ts'
import { precheck, refuseBodyWithoutMeaning } from './http/precheck.ts'
import { parseTarget } from './http/target.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { RateLimiter, RateState } from './limits/rate-limiter.ts'
import { findRoute, type RouteTable, runRoute } from './router.ts'
import { refuseWhenStopped } from './routes/service.ts'

export interface Checks {
  readonly serviceRoutes: RouteTable
  readonly routes: RouteTable
  readonly credits: CreditStore
  readonly limiter: RateLimiter
  readonly lifecycle: Lifecycle
}

/**
 * The order of checks, one line each; the first that fails gives the answer. Media type, body, names, credits and the
 * computation follow in the route.
 *
 * @throws HttpError
 */
export async function handleRequest(checks: Checks, exchange: Exchange): Promise<Answer> {
  const { request } = exchange
  const method = request.method ?? ''
  precheck(request)
  const target = parseTarget(request.url ?? '')
  refuseBodyWithoutMeaning(request)
  const call = { exchange, target }

  const service = checks.serviceRoutes.get(target.path)
  if (service !== undefined) {
    exchange.route = service.path
    return runRoute(service, method, call)
  }
  refuseWhenStopped(checks.credits, checks.lifecycle)
  if (!isApiPath(target.path)) throw new HttpError('not_found', 'no such path')

  exchange.caller = await authenticate(request, target, checks.credits)
  exchange.rate = checks.limiter.take(exchange.caller.key.id)
  refuseOverRate(exchange.rate)
  const route = findRoute(checks.routes, target.path)
  exchange.route = route.path
  return runRoute(route, method, call)
}

/** Paths behind the key, known or not: without one nothing can be probed. */
function isApiPath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/') || path === '/usage'
}

function refuseOverRate(rate: RateState): void {
  if (rate.allowed) return
  const seconds = Math.max(1, rate.resetSeconds)
  throw new HttpError('rate_limited', `${rate.limit} requests per minute; retry in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
}
