import type { RequestListener } from 'node:http'
import { errorFields, systemTimers } from '@riftline/base/node'
import { type ChangeFeed, createChangeFeed, createMemoryChangeStore } from '@riftline/changes'
import type { OddsStore } from '@riftline/odds'
import { createTournamentSimulator, type TournamentSimulator } from '@riftline/predictor/node'
import { createKeptReader, type ReadKeptRecord } from '@riftline/record'
import { createFailedKeys } from './auth/api-key.ts'
import { createIpCheck } from './auth/ip-rule.ts'
import { createSettleCharge, type SettleCharge } from './charging/charge-call.ts'
import { type AppConfig, defaultConfig } from './config.ts'
import { deprecationHeaders } from './contract/deprecation.ts'
import { type ContractOperation, operations } from './contract/operations.ts'
import { type Checks, handleRequest, type RequestOutcome } from './handle-request.ts'
import { type AnswerAccount, answerError, responseHeaders } from './http/answer.ts'
import { createClientAddress } from './http/client-address.ts'
import { createBodies, createCallsInFlight } from './http/defence/bodies.ts'
import { abandon } from './http/defence/connections.ts'
import { createFrame, type Exchange, type Fate, sendAnswer } from './http/exchange.ts'
import type { Tools } from './observe/metrics.ts'
import { createRouteTable } from './router.ts'
import { changesRoutes } from './routes/changes.ts'
import { dataRoutes } from './routes/data.ts'
import { mcpRoute } from './routes/mcp.ts'
import { contractRoutes, logoRoute, serviceRoutes, usageRoutes } from './routes/service.ts'
import { simulationThreads } from './routes/tournament.ts'
import { listeningUrl } from './serving/logos-file.ts'
import { type CurrentSchedule, noSchedule } from './serving/reload.ts'
import { runInTurns } from './serving/serving.ts'

export interface AppDeps extends Tools, Pick<Checks, 'serving' | 'credits' | 'limiter' | 'overload' | 'lifecycle'> {
  readonly odds: OddsStore
  /** Schedule of coming series; empty by default. */
  readonly schedule?: CurrentSchedule
  /** Reader of the forecasts that this server kept; none by default. */
  readonly keptRecord?: ReadKeptRecord
  /** Delivery of changes; by default of a log in memory, which stays empty. */
  readonly changes?: ChangeFeed
  /** Threads that simulate tournaments; by default threads of its own. */
  readonly tournaments?: TournamentSimulator
  readonly config: AppConfig
  /** Address of the API that the docs state; by default `publicUrl`, or the default port of this machine. */
  readonly baseUrl?: () => string
  /** Operations whose deprecations are announced; those of the contract by default. */
  readonly operations?: readonly ContractOperation[]
}

/** Listener for `http.createServer`. */
export type App = RequestListener

/** Makes the whole `/v1` API, a function of a request and its response. It never listens by itself. */
export function createApp(deps: AppDeps): App {
  const { config, clock, log, credits } = deps
  const changes =
    deps.changes ?? createChangeFeed({ clock, log, credits, store: createMemoryChangeStore(), timers: systemTimers })
  const checks = createChecks(deps, changes)
  const deprecated = (deps.operations ?? operations).filter((one) => one.deprecated !== undefined)
  const notices = new Map(deprecated.map((one) => [one.path, deprecationHeaders(one.deprecated)]))
  const ending: EndingDeps = { ...deps, notices, settle: createSettleCharge(deps) }
  showGauges(deps, changes)
  return createFrame<RequestOutcome>({
    ...deps,
    addressOf: createClientAddress(config),
    handle: (exchange) => handleRequest(checks, exchange),
    send: (exchange, outcome) => send(ending, exchange, outcome),
    onUnsent: (exchange, outcome) => end(ending, exchange, outcome, 'unsent'),
  })
}

function createChecks(deps: AppDeps, changes: ChangeFeed): Checks {
  const { credits, clock, config, lifecycle, limiter, schedule = noSchedule } = deps
  const keptRecord = deps.keptRecord ?? createKeptReader(null, runInTurns)
  const baseUrl = deps.baseUrl ?? (() => config.publicUrl ?? listeningUrl(defaultConfig))
  const tournaments = deps.tournaments ?? createTournamentSimulator({ threads: simulationThreads })
  const routes = [...dataRoutes({ ...deps, schedule, keptRecord, tournaments }), ...usageRoutes(credits)]
  return {
    ...deps,
    failedKeys: createFailedKeys(config.authFailsPerMinute, clock),
    ipRule: createIpCheck(deps),
    bodies: createBodies(),
    callsInFlight: createCallsInFlight(config.maxInFlight),
    answerError: (exchange, thrown) => answerError(deps, exchange, thrown),
    publicRoutes: createRouteTable([
      ...serviceRoutes(credits, lifecycle, limiter),
      ...contractRoutes(config, baseUrl),
      logoRoute(),
    ]),
    routes: createRouteTable([
      ...routes,
      ...changesRoutes(changes),
      mcpRoute({ ...deps, baseUrl }, createRouteTable(routes)),
    ]),
  }
}

function showGauges({ metrics, lifecycle, credits, clock, serving }: AppDeps, changes: ChangeFeed): void {
  const asOfMs = () => Date.parse(`${serving.current.catalogue.asOf}Z`)
  metrics.gauge('data_age_seconds', () => Math.max(0, clock.now() - asOfMs()) / 1000)
  metrics.gauge('http_requests_in_flight', () => lifecycle.inFlight)
  metrics.gauge('streams_open', () => changes.open)
  metrics.gauge('credits_held', () => credits.heldCredits())
  metrics.gauge('ledger_clock_ahead_seconds', () => Math.max(0, clock.now() - credits.now()) / 1000)
  metrics.gauge('idempotency_evicted_total', () => credits.evictedAnswers())
  metrics.gauge('addresses_dropped_total', () => credits.droppedAddresses())
}

type EndingDeps = AppDeps & {
  readonly settle: SettleCharge
  /** Headers of deprecated routes, by path. */
  readonly notices: ReadonlyMap<string, Readonly<Record<string, string>>>
}

/** Sends an answer with all its headers. The fate of the answer then settles the charge and is logged. */
async function send(deps: EndingDeps, exchange: Exchange, outcome: RequestOutcome): Promise<void> {
  const { answer, charge } = outcome
  if (answer === null) {
    abandon(exchange.request.socket)
    return end(deps, exchange, outcome, 'unsent')
  }
  const account = await accountOf(deps, exchange, outcome)
  if (charge !== null) deps.metrics.count('credits_captured_total', { op: charge.operation }, charge.credits)
  const headers = responseHeaders(answer, exchange.requestId, account, deps.config)
  for (const [name, value] of Object.entries(deps.notices.get(outcome.route ?? '') ?? {}))
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  const isLast = deps.lifecycle.state === 'draining'
  sendAnswer(exchange, answer, headers, isLast, (fate) => end(deps, exchange, outcome, fate))
}

/** Account headers; null before the checks of key and rate. If the database cannot be reached, a free answer states no balance. */
async function accountOf(
  { credits, log }: AppDeps,
  { requestId }: Exchange,
  { caller, rate, charge, served }: RequestOutcome,
): Promise<AnswerAccount | null> {
  if (caller === null || rate === null) return null
  if (charge !== null) return { creditsRemaining: charge.balance, creditsCharged: charge.credits, rate, served }
  const creditsRemaining = await credits.balance(caller.accountId).catch((error: unknown) => {
    log({ level: 'error', event: 'balance_unknown', requestId, ...errorFields(error) })
    return null
  })
  return { creditsRemaining, creditsCharged: 0, rate, served }
}

/** Settles the charge, measures the time and logs one line, as soon as the fate of the answer is known. */
function end(
  deps: EndingDeps,
  exchange: Exchange,
  { answer, route, caller, charge }: RequestOutcome,
  fate: Fate,
): void {
  const { log, clock, metrics, settle } = deps
  const { request, requestId, address, connection, startedMs } = exchange
  const { method = '', headers } = request
  // The log states the credits that stay charged, and a status only if the answer was delivered.
  const credits = charge !== null && settle(charge, fate) ? charge.credits : 0
  const { stream } = answer ?? {}
  stream?.end()
  const isSent = fate === 'delivered' || (stream !== undefined && fate === 'cut-off')
  const status = isSent && answer !== null ? answer.status : null
  const ms = clock.monotonicMs() - startedMs
  const labels = { method, route: route ?? 'none', status: status === null ? 'none' : String(status) }
  // The time of a stream says nothing about the server.
  if (stream === undefined) metrics.observe('http_server_request_duration_seconds', ms / 1000, labels)
  log({
    level: 'info',
    event: 'request',
    requestId,
    keyId: caller?.key.id ?? null,
    method,
    route,
    status,
    ms: Math.round(ms * 1000) / 1000,
    credits,
    ...(stream !== undefined && { changes: stream.sent, ended: stream.ended }),
    address: address?.text ?? null,
    peer: connection.peer,
    traceparent: traceparent.exec(String(headers.traceparent))?.[0],
  })
}

/** Form of a header that may be logged: any other one could hold anything. */
const traceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/
