import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RandomBytes } from './auth/base62.ts'
import { createClientAddress } from './auth/client-address.ts'
import { createFailedKeys } from './auth/failed-keys.ts'
import { createIpRule } from './auth/ip-rule.ts'
import type { Clock } from './clock.ts'
import type { AppConfig } from './config.ts'
import { storageUnavailable } from './credits/charge-call.ts'
import { type CreditStore, StorageError } from './credits/credit-store.ts'
import { createSettlement } from './credits/settlement.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { type Checks, handleRequest } from './handle-request.ts'
import type { Answer } from './http/answer.ts'
import { errorAnswerWithHelp } from './http/common-headers.ts'
import { abandon } from './http/connections.ts'
import { statusOf } from './http/error-codes.ts'
import { HttpError } from './http/http-error.ts'
import { RequestAborted } from './http/read-json.ts'
import { createRequestIds } from './http/request-id.ts'
import { balanceOf, type SendDeps, sendAnswer, settleBroken } from './http/send-answer.ts'
import { createStalledAnswers } from './http/stalled-answers.ts'
import type { Lifecycle } from './lifecycle.ts'
import { createBodies } from './limits/bodies.ts'
import { createCallsInFlight } from './limits/calls-in-flight.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { errorFields, type Log } from './observe/log.ts'
import type { Metrics } from './observe/metrics.ts'
import { logRequest } from './observe/request-log.ts'
import type { OddsStore } from './odds/odds-store.ts'
import { createRouteTable } from './router.ts'
import { contractRoutes } from './routes/contract.ts'
import { detailRoutes } from './routes/details.ts'
import { listRoutes } from './routes/lists.ts'
import { oddsRoute } from './routes/odds.ts'
import { predictRoute } from './routes/predict.ts'
import { serviceRoutes } from './routes/service.ts'
import { usageRoutes } from './routes/usage.ts'
import type { ServingHolder } from './serving/serving.ts'

export interface AppDeps {
  readonly serving: ServingHolder
  readonly credits: CreditStore
  readonly odds: OddsStore
  readonly limiter: RateLimiter
  /** Whether work has been waiting for so long that more of it would only wait longer: then calls are refused. */
  readonly overload: () => boolean
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
  readonly config: AppConfig
  readonly lifecycle: Lifecycle
}

export type App = (request: IncomingMessage, response: ServerResponse) => void

/** The whole `/v1` API as a function of a request and its response. It never listens. */
export function createApp(deps: AppDeps): App {
  const { credits, lifecycle, clock, metrics, config } = deps
  const nextRequestId = createRequestIds(deps.randomBytes)
  const addressOf = createClientAddress(config.trustedProxies, config.ipAllow, config.noProxies)
  const sendDeps: SendDeps = { ...deps, settlement: createSettlement(deps), stalled: createStalledAnswers(clock) }
  metrics.gauge('http_requests_in_flight', () => lifecycle.inFlight)
  metrics.gauge('credits_held', () => credits.heldCredits())
  metrics.gauge('ledger_clock_ahead_seconds', () => Math.max(0, clock.now() - credits.now()) / 1000)
  metrics.gauge('idempotency_evicted_total', () => credits.evictedAnswers())
  metrics.gauge('addresses_dropped_total', () => credits.droppedAddresses())
  const checks: Checks = {
    credits,
    lifecycle,
    failedKeys: createFailedKeys(config.authFailsPerMinute, clock),
    ipRule: createIpRule(deps),
    limiter: deps.limiter,
    overload: deps.overload,
    bodies: createBodies(),
    callsInFlight: createCallsInFlight(config.maxInFlight),
    serviceRoutes: createRouteTable([...serviceRoutes(credits, lifecycle, deps.limiter), ...contractRoutes(config)]),
    routes: createRouteTable([
      ...listRoutes(),
      ...detailRoutes(credits),
      oddsRoute(deps),
      predictRoute(deps, 'match'),
      predictRoute(deps, 'draft'),
      ...usageRoutes(credits),
    ]),
  }

  return (request, response) => {
    const exchange = openExchange(request, response, {
      requestId: nextRequestId(),
      startedMs: clock.monotonicMs(),
      serving: deps.serving.current,
      address: addressOf(request),
    })
    // A line that breaks is seen at its socket; unheard, the response's own error would end the process.
    response.on('error', ignore)
    void serveExchange(sendDeps, checks, exchange)
  }
}

function ignore(): void {}

async function serveExchange(deps: SendDeps, checks: Checks, exchange: Exchange): Promise<void> {
  deps.lifecycle.inFlight += 1
  try {
    const answer = await handleRequest(checks, exchange).catch((error) => toAnswer(deps, exchange, error))
    if (answer !== null) {
      if (exchange.balance === null) exchange.balance = await balanceOf(deps, exchange)
      return sendAnswer(deps, exchange, answer)
    }
    abandon(exchange.request.socket)
    logRequest(deps, exchange, null)
  } catch (error) {
    deps.log({ level: 'error', event: 'send_failed', requestId: exchange.requestId, ...errorFields(error) })
    // Nothing was written: what can fail comes before the first byte.
    settleBroken(deps, exchange, false)
    abandon(exchange.request.socket)
  } finally {
    deps.lifecycle.inFlight -= 1
    checks.callsInFlight.end(exchange)
  }
}

/** Null when nobody is left to answer. Of an unforeseen error the caller sees the code, the log the rest. */
function toAnswer(deps: SendDeps, { requestId }: Exchange, thrown: unknown): Answer | null {
  if (thrown instanceof RequestAborted) return null
  const error = toHttpError(thrown)
  const { cause } = error
  if (cause !== undefined) deps.log({ level: 'error', event: error.code, requestId, ...errorFields(cause) })
  if (error.code === 'rate_limited') deps.metrics.count('rate_limited_total')
  if (statusOf(error.code) === 401) deps.metrics.count('auth_failed_total', { code: error.code })
  return errorAnswerWithHelp(deps.config, error)
}

/** Whatever a check asks the store for, keys and the rate among it, can find it gone. */
function toHttpError(thrown: unknown): HttpError {
  if (thrown instanceof HttpError) return thrown
  if (thrown instanceof StorageError) return storageUnavailable(thrown)
  return new HttpError('internal_error', 'internal error; nothing was charged', { cause: thrown })
}
