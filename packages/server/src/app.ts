import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue, Predictor } from '@riftline/core'
import type { RandomBytes } from './auth/base62.ts'
import type { Clock } from './clock.ts'
import type { AppConfig } from './config.ts'
import type { CreditStore } from './credits/credit-store.ts'
import type { Exchange } from './exchange.ts'
import { type Checks, handleRequest } from './handle-request.ts'
import type { Answer } from './http/answer.ts'
import { abandon, countRequest } from './http/connections.ts'
import { errorAnswer, HttpError } from './http/http-error.ts'
import { RequestAborted } from './http/read-json.ts'
import { createRequestId } from './http/request-id.ts'
import { refundCapture, sendAnswer } from './http/send-answer.ts'
import type { Lifecycle } from './lifecycle.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { errorFields, type Log } from './observe/log.ts'
import { logRequest } from './observe/request-log.ts'
import { createRouteTable } from './router.ts'
import { championsRoute } from './routes/champions.ts'
import { playersRoute } from './routes/players.ts'
import { predictRoute } from './routes/predict.ts'
import { serviceRoutes } from './routes/service.ts'
import { teamsRoute } from './routes/teams.ts'
import { tournamentsRoute } from './routes/tournaments.ts'
import { usageRoutes } from './routes/usage.ts'

export interface AppDeps {
  readonly predictor: Predictor
  readonly catalogue: Catalogue
  readonly credits: CreditStore
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly config: AppConfig
  readonly lifecycle: Lifecycle
}

export type App = (request: IncomingMessage, response: ServerResponse) => void

/** The whole `/v1` API as a function of a request and its response. It never listens. */
export function createApp(deps: AppDeps): App {
  const { credits, lifecycle, clock, randomBytes } = deps
  const checks: Checks = {
    credits,
    lifecycle,
    limiter: createRateLimiter(deps.config.ratePerMinute, clock),
    serviceRoutes: createRouteTable(serviceRoutes(credits, lifecycle)),
    routes: createRouteTable([
      teamsRoute(deps.catalogue, deps.config.logoPlaceholderUrl),
      playersRoute(deps.catalogue),
      championsRoute(deps.catalogue),
      tournamentsRoute(deps.catalogue),
      predictRoute(deps, 'match'),
      predictRoute(deps, 'draft'),
      ...usageRoutes(credits),
    ]),
  }

  return (request, response) => {
    const exchange: Exchange = {
      request,
      response,
      requestId: createRequestId(randomBytes),
      startedMs: clock.monotonicMs(),
      lastOfConnection: countRequest(request.socket),
      caller: null,
      rate: null,
      route: null,
      captured: 0,
    }
    // A line that breaks is seen at its socket; unheard, the response's own error would end the process.
    response.on('error', () => {})
    lifecycle.inFlight += 1
    void serveExchange(deps, checks, exchange).finally(() => {
      lifecycle.inFlight -= 1
    })
  }
}

async function serveExchange(deps: AppDeps, checks: Checks, exchange: Exchange): Promise<void> {
  try {
    const answer = await handleRequest(checks, exchange).catch((error: unknown) => toAnswer(deps, exchange, error))
    if (answer !== null) return await sendAnswer(deps, exchange, answer)
    abandon(exchange.request.socket)
    logRequest(deps, exchange, null)
  } catch (error) {
    deps.log({ level: 'error', event: 'send_failed', requestId: exchange.requestId, ...errorFields(error) })
    refundCapture(deps, exchange)
    abandon(exchange.request.socket)
  }
}

/** Null when nobody is left to answer. Of an unforeseen error the caller sees the code, the log the rest. */
function toAnswer(deps: AppDeps, { requestId }: Exchange, error: unknown): Answer | null {
  if (error instanceof RequestAborted) return null
  if (!(error instanceof HttpError)) {
    deps.log({ level: 'error', event: 'internal_error', requestId, ...errorFields(error) })
    return errorAnswer(new HttpError('internal_error', 'internal error; nothing was charged'))
  }
  if (error.cause !== undefined) deps.log({ level: 'error', event: error.code, requestId, ...errorFields(error.cause) })
  return errorAnswer(error)
}
