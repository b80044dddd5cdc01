import type { App } from '../app.ts'
import type { RandomBytes } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import { type Exchange, openExchange } from '../exchange.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { responseHeaders } from '../http/common-headers.ts'
import { abandon } from '../http/connections.ts'
import { errorAnswer, HttpError } from '../http/http-error.ts'
import { precheck, refuseBodyWithoutMeaning } from '../http/precheck.ts'
import { RequestAborted } from '../http/read-json.ts'
import { createRequestId } from '../http/request-id.ts'
import { parseTarget } from '../http/target.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { errorFields, type Log } from '../observe/log.ts'
import { answerMethod, createRouteTable, type Route, type RouteTable } from '../router.ts'
import type { ServingHolder } from '../serving/serving.ts'
import type { Denied } from './denials.ts'
import type { HostRule } from './host-rule.ts'

export interface OperatorsDeps {
  readonly hostRule: HostRule
  readonly denied: Denied
  readonly routes: readonly Route[]
  readonly serving: ServingHolder
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
}

/** The operators' pages and calls as a function of a request and its response; no keys, no rate, no credits. */
export function createOperatorsApp(deps: OperatorsDeps): App {
  const routes = createRouteTable(deps.routes)
  return (request, response) => {
    const exchange = openExchange(request, response, {
      requestId: createRequestId(deps.randomBytes),
      startedMs: deps.clock.monotonicMs(),
      serving: deps.serving.current,
      address: null,
    })
    response.on('error', () => {})
    void answerTo(deps, routes, exchange).then((answer) => {
      if (answer === null) abandon(request.socket)
      else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null))
    })
  }
}

async function answerTo(deps: OperatorsDeps, routes: RouteTable, exchange: Exchange): Promise<Answer | null> {
  try {
    return await handle(deps, routes, exchange)
  } catch (error) {
    if (error instanceof RequestAborted) return null
    if (error instanceof HttpError) return errorAnswer(error)
    deps.log({ level: 'error', event: 'internal_error', requestId: exchange.requestId, ...errorFields(error) })
    return jsonAnswer(500, { error: 'internal_error', message: 'internal error; the log has more' })
  }
}

function handle({ hostRule, denied }: OperatorsDeps, routes: RouteTable, exchange: Exchange): Answer | Promise<Answer> {
  const { request } = exchange
  precheck(request)
  if (!hostRule(request.headers.host)) {
    denied('host', request)
    throw new HttpError('bad_request', 'this port answers to 127.0.0.1, localhost and [::1] only', { close: true })
  }
  const target = parseTarget(request.url ?? '')
  refuseBodyWithoutMeaning(request)
  const route = routes.get(target.path)
  if (route === undefined) throw new HttpError('not_found', 'no such path')
  return answerMethod(route, request.method ?? '') ?? route.handle({ exchange, target, id: '' })
}
