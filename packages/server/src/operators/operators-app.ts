import type { App } from '../app.ts'
import type { RandomBytes } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type { Exchange } from '../exchange.ts'
import { type Answer, jsonAnswer } from '../http/answer.ts'
import { responseHeaders } from '../http/common-headers.ts'
import { abandon, countRequest } from '../http/connections.ts'
import { errorAnswer, HttpError } from '../http/http-error.ts'
import { precheck, refuseBodyWithoutMeaning } from '../http/precheck.ts'
import { RequestAborted } from '../http/read-json.ts'
import { createRequestId } from '../http/request-id.ts'
import { parseTarget } from '../http/target.ts'
import { endAfterDrain, leavesBodyBehind } from '../http/unread-body.ts'
import { errorFields, type Log } from '../observe/log.ts'
import { answerMethod, createRouteTable, type Route, type RouteTable } from '../router.ts'
import type { ServingHolder } from '../serving/serving.ts'

export interface OperatorsDeps {
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
    const exchange: Exchange = {
      request,
      response,
      requestId: createRequestId(deps.randomBytes),
      startedMs: deps.clock.monotonicMs(),
      lastOfConnection: countRequest(request.socket),
      serving: deps.serving.current,
      address: null,
      caller: null,
      rate: null,
      route: null,
      captured: 0,
      operation: null,
      balance: null,
    }
    response.on('error', () => {})
    void answerTo(deps, routes, exchange).then((answer) => {
      if (answer === null) abandon(request.socket)
      else send(exchange, answer)
    })
  }
}

async function answerTo({ log }: OperatorsDeps, routes: RouteTable, exchange: Exchange): Promise<Answer | null> {
  try {
    return await handle(routes, exchange)
  } catch (error) {
    if (error instanceof RequestAborted) return null
    if (error instanceof HttpError) return errorAnswer(error)
    log({ level: 'error', event: 'internal_error', requestId: exchange.requestId, ...errorFields(error) })
    return jsonAnswer(500, { error: 'internal_error', message: 'internal error; the log has more' })
  }
}

function handle(routes: RouteTable, exchange: Exchange): Answer | Promise<Answer> {
  const { request } = exchange
  precheck(request)
  const target = parseTarget(request.url ?? '')
  refuseBodyWithoutMeaning(request)
  const route = routes.get(target.path)
  if (route === undefined) throw new HttpError('not_found', 'no such path')
  return answerMethod(route, request.method ?? '') ?? route.handle({ exchange, target, id: '' })
}

function send({ request, response, requestId, lastOfConnection }: Exchange, answer: Answer): void {
  const leftBehind = leavesBodyBehind(request, answer.close ?? false)
  const headers = responseHeaders(answer, requestId, null)
  const closes = answer.close || leftBehind || lastOfConnection
  response.writeHead(answer.status, closes ? { ...headers, Connection: 'close' } : headers)
  if (leftBehind) endAfterDrain(request, response, answer.body)
  else response.end(answer.body ?? undefined)
}
