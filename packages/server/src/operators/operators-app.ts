import type { IncomingMessage } from 'node:http'
import type { App } from '../app.ts'
import { type Answer, answerError, answerWhole, type HeaderConfig, responseHeaders } from '../http/answer.ts'
import { abandon } from '../http/defence/connections.ts'
import { createFrame, type Exchange } from '../http/exchange.ts'
import { inUrl } from '../http/host.ts'
import { HttpError } from '../http/http-error.ts'
import { precheck } from '../http/precheck.ts'
import { readTarget, wholeServer } from '../http/target.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { createLifecycle } from '../lifecycle.ts'
import { noMetrics, type Tools, type Watchers } from '../observe/metrics.ts'
import { answerPublic, createRouteTable, type PublicHandler, type Route, type RouteTable } from '../router.ts'

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

/** Notes a request that the operators' port refused; the path only where it is one of ours. */
export type Denied = (reason: 'host' | 'token', request: IncomingMessage, path?: string) => void

const betweenLinesMs = 60_000

/** Each one is counted, and one a minute has a line in the log, which says how many came since the last. */
export function createDenials({ clock, log, metrics }: Watchers): Denied {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return (reason, request, path) => {
    metrics.count('operator_denied_total', { reason })
    count += 1
    const nowMs = clock.monotonicMs()
    if (nowMs - lastMs < betweenLinesMs) return
    log({ level: 'warn', event: 'operator_denied', reason, path, peer: request.socket.remoteAddress, count })
    lastMs = nowMs
    count = 0
  }
}

/** Whether a request may come under a Host. */
export type HostRule = (host: string | undefined) => boolean

/**
 * On a loopback address only this machine asks, but its browser does so for any page whose name resolves to that address
 * (DNS rebinding): then the Host is that name. Only the machine's own names are good, with or without a port. On other
 * addresses, where somebody opened the port to others on purpose, any Host is.
 *
 * @param bound the address that is listened on
 * @param name what the configuration calls it
 */
export function createHostRule(bound: string, name: string): HostRule {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(bound)) return () => true
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', inUrl(bound), inUrl(name).toLowerCase()])
  return (host = '') => names.has(host.toLowerCase().replace(/:[0-9]{1,5}$/, ''))
}
