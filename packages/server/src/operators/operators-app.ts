import type { App } from '../app.ts'
import type { PublicHandler } from '../call.ts'
import { createFrame } from '../frame.ts'
import { type Answer, answerWhole } from '../http/answer.ts'
import { answerError } from '../http/answer-error.ts'
import { type HeaderConfig, responseHeaders } from '../http/common-headers.ts'
import { abandon } from '../http/defence/connections.ts'
import type { Exchange } from '../http/exchange.ts'
import { HttpError } from '../http/http-error.ts'
import { precheck } from '../http/precheck.ts'
import { createRequestIds } from '../http/request-id.ts'
import { readTarget, wholeServer } from '../http/target.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { createLifecycle } from '../lifecycle.ts'
import { noMetrics } from '../observe/metrics.ts'
import type { Tools } from '../observe/tools.ts'
import { answerPublic, createRouteTable, type Route, type RouteTable } from '../router.ts'
import type { Denied, HostRule } from './denials.ts'

export interface OperatorsDeps extends Pick<Tools, 'clock' | 'randomBytes' | 'log'> {
  readonly hostRule: HostRule
  readonly denied: Denied
  readonly routes: readonly Route<PublicHandler>[]
}

const config: HeaderConfig = { publicHttps: false, docsUrl: '' }

/** The operators' pages and calls as a function of a request and its response; no keys, no rate, no credits. */
export function createOperatorsApp(deps: OperatorsDeps): App {
  const routes = createRouteTable(deps.routes)
  // Denied requests have counters of their own.
  const errorDeps = { ...deps, config, metrics: noMetrics }
  return createFrame<Answer | null>({
    ...deps,
    lifecycle: createLifecycle(),
    nextRequestId: createRequestIds(deps.randomBytes),
    addressOf: () => null,
    handle: (exchange) =>
      answer(deps, routes, exchange).catch((error: unknown) => answerError(errorDeps, exchange, error)),
    async send(exchange, answer) {
      if (answer === null) abandon(exchange.request.socket)
      else writeAnswer(exchange, answer, responseHeaders(answer, exchange.requestId, null, config))
    },
    onUnsent: () => {},
  })
}

async function answer(
  { hostRule, denied }: OperatorsDeps,
  routes: RouteTable<PublicHandler>,
  exchange: Exchange,
): Promise<Answer> {
  const { request } = exchange
  precheck(request)
  const target = readTarget(request)
  if (!hostRule(request.headers.host)) {
    denied('host', request)
    throw new HttpError('bad_request', 'this port answers to 127.0.0.1, localhost and [::1] only', { close: true })
  }
  if (target.path === wholeServer) return answerWhole
  const route = routes.get(target.path)
  if (route === undefined) throw new HttpError('not_found', 'no such path')
  return answerPublic(route, exchange, target)
}
