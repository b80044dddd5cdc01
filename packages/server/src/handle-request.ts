import type { CreditStore } from '@riftline/ledger'
import { authenticate, type Caller, type FailedKeys, refuseScope } from './auth/api-key.ts'
import type { IpCheck } from './auth/ip-rule.ts'
import type { Charge } from './charging/charge-call.ts'
import { type Answer, answerWhole, type Served } from './http/answer.ts'
import type { Bodies, CallsInFlight } from './http/defence/bodies.ts'
import { createGone, isOpen, onceLeft } from './http/defence/connections.ts'
import { endOfTurn } from './http/defence/pipeline.ts'
import type { Exchange } from './http/exchange.ts'
import { HttpError, overloaded, refuseOverRate } from './http/http-error.ts'
import { parseBody, readJsonBody } from './http/read-json.ts'
import { parseId, precheck, readParameters, readTarget, refuseBodyWithoutMeaning, wholeServer } from './http/target.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { RateLimiter, RateState } from './limits/rate-limiter.ts'
import {
  answerMethod,
  answerPublic,
  type CallHandler,
  findRoute,
  type PublicHandler,
  type RouteTable,
} from './router.ts'
import { refuseWhenStopped } from './routes/service.ts'
import { type CurrentServing, servedOf } from './serving/serving.ts'

export interface Checks {
  readonly publicRoutes: RouteTable<PublicHandler>
  readonly routes: RouteTable<CallHandler>
  readonly credits: CreditStore
  readonly serving: CurrentServing
  readonly failedKeys: FailedKeys
  readonly ipRule: IpCheck
  readonly limiter: RateLimiter
  /** Whether queued work has waited so long that calls must be refused: more of them would only wait longer. */
  readonly overload: () => boolean
  readonly bodies: Bodies
  readonly callsInFlight: CallsInFlight
  readonly lifecycle: Lifecycle
  /** Turns what a check throws into an answer; null when the client has gone. */
  readonly answerError: (exchange: Exchange, thrown: unknown) => Answer | null
}

/** Result of a request and of the stages that it reached; null for stages that it did not reach. */
export interface RequestOutcome {
  answer: Answer | null
  /** Template of the route, for log and metrics. */
  route: string | null
  /** Owner of a valid key. Every answer after the check of the key carries credit headers. */
  caller: Caller | null
  rate: RateState | null
  charge: Charge | null
  /** Artifacts that answered; null if the request reached no route. */
  served: Served | null
}

/**
 * Runs the checks in their order. The first that fails gives the answer, with what was reached before it. A call counts as in
 * flight once its whole body has arrived. Never rejects.
 */
export async function handleRequest(checks: Checks, exchange: Exchange): Promise<RequestOutcome> {
  const reached: RequestOutcome = { answer: null, route: null, caller: null, rate: null, charge: null, served: null }
  const { request } = exchange
  try {
    precheck(request)
    const target = readTarget(request)
    if (target.path === wholeServer) {
      refuseBodyWithoutMeaning(request)
      return { ...reached, answer: answerWhole }
    }
    const open = checks.publicRoutes.get(target.path)
    if (open !== undefined) {
      reached.route = open.path
      reached.answer = await answerPublic(open, exchange, target)
      return reached
    }
    refuseWhenStopped(checks.credits, checks.lifecycle)
    // A caller without a key must not learn which paths need one.
    if (!/^\/(v1(\/|$)|(usage|mcp)$)/.test(target.path)) {
      refuseBodyWithoutMeaning(request)
      throw new HttpError('not_found', 'no such path')
    }

    checks.routes.get(target.path)?.guard?.(exchange)
    const serving = checks.serving.current
    const caller = await authenticate(exchange, target, checks.credits, checks.failedKeys)
    await checks.ipRule(caller, exchange)
    reached.caller = caller
    const rate = await checks.limiter.take(caller.key.id)
    reached.rate = rate
    refuseOverRate(rate)
    const { route, id } = findRoute(checks.routes, target.path)
    reached.route = route.path
    reached.served = servedOf(serving)
    const other = answerMethod(route, request.method ?? '')
    if (other === null) refuseScope(caller, route)
    refuseBodyWithoutMeaning(request)
    const number = id === '' ? 0 : parseId('id', id)
    if (other !== null) return { ...reached, answer: other }
    if (checks.overload()) throw overloaded()
    const { accountId } = caller
    let json: unknown
    if (route.readsJson) {
      await endOfTurn()
      const most = route.mostBytes
      json = parseBody(await readJsonBody(exchange, { bodies: checks.bodies, accountId, most }), most)
    }
    const work = checks.callsInFlight.begin(accountId, route.workOf?.(json))
    if (work === 0) throw overloaded()
    try {
      const parameters = readParameters(target, route.parameters)
      const { headers, rawHeaders, socket } = request
      const { requestId } = exchange
      const isAbandoned = route.isLong ? createGone(request, exchange.response) : () => !isOpen(socket)
      const call = { requestId, headers, rawHeaders, isAbandoned, id: number, parameters, caller, rate, serving }
      const { answer, charge } = await route.handle(call, json)
      reached.answer = answer
      reached.charge = charge
    } finally {
      checks.callsInFlight.end(accountId, work)
    }
    const { later } = reached.answer
    if (later !== undefined && request.method === 'GET')
      reached.answer = await later((act) => onceLeft(request.socket, act))
  } catch (error) {
    reached.answer = checks.answerError(exchange, error)
  }
  return reached
}
