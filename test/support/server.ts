import { randomBytes } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { type LogEntry, systemTimers, type Timers } from '@riftline/base/node'
import { type ChangeFeed, type ChangeStore, createChangeFeed, createMemoryChangeStore } from '@riftline/changes'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import { createMemoryOddsStore, type OddsStore } from '@riftline/odds'
import {
  type Catalogue,
  type CatalogueDetails,
  emptyPlayerDetail,
  emptyTeamDetail,
  emptyTournamentDetail,
  type Predictor,
  simulateTournament,
} from '@riftline/predictor'
import type { TournamentSimulator } from '@riftline/predictor/node'
import type { ReadKeptRecord, RecordTexts } from '@riftline/record'
import {
  type App,
  type CurrentSchedule,
  type CurrentServing,
  createApiKey,
  createApp,
  createLifecycle,
  createMetrics,
  createRateLimiter,
  createServing,
  defaultConfig,
  type Lifecycle,
  listen,
  type RateLimiter,
  type ServerConfig,
} from '@riftline/server'
import type { ContractOperation } from '@riftline/server/openapi'
import { createManualClock, type ManualClock } from './clock.ts'
import { type CheckAnswer, contractOf } from './contract.ts'
import { catalogue } from './server-catalogue.ts'
import { createFakePredictor } from './server-predictor.ts'

export interface TestServer {
  readonly port: number
  /** Agent that keeps connections between requests; false if each connection has its own peer address. */
  readonly agent: Agent | false
  readonly server: Server
  readonly clock: ManualClock
  readonly credits: CreditStore
  readonly lifecycle: Lifecycle
  /** Artifacts in use; a test may swap them as a reload does. */
  readonly serving: CurrentServing
  /** Delivery of changes. */
  readonly changes: ChangeFeed
  readonly accountId: string
  readonly key: string
  readonly keyId: string
  readonly log: readonly LogEntry[]
  /** Text of the metrics for Prometheus. */
  metrics(): string
  /** Throws for an answer that the OpenAPI document does not allow; `send` calls it for each answer. */
  readonly checkAnswer: CheckAnswer
  /** Adds a key, to the same account by default. */
  addKey(accountId?: string): Promise<{ readonly key: string; readonly id: string }>
  balance(): Promise<number>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly config?: Partial<ServerConfig>
  readonly predictor?: Predictor
  readonly catalogue?: Catalogue
  readonly details?: CatalogueDetails
  /** Record of the artifacts; none by default. */
  readonly record?: RecordTexts
  readonly keptRecord?: ReadKeptRecord
  readonly isOverloaded?: () => boolean
  readonly odds?: OddsStore
  readonly schedule?: CurrentSchedule
  readonly credits?: (clock: ManualClock) => CreditStore | Promise<CreditStore>
  readonly limiter?: RateLimiter
  /** Log of changes; by default one that stays empty. */
  readonly changes?: { readonly store: ChangeStore; readonly timers: Timers }
  readonly tournaments?: TournamentSimulator
  /** Operations whose deprecations are announced. */
  readonly operations?: readonly ContractOperation[]
  /** Another server whose accounts this one shares, so that its account and key work here too. */
  readonly beside?: TestServer
  /** Credits of a top-up, in addition to the free month. */
  readonly topUp?: number
  /** Called with each request before the app. */
  readonly onRequest?: App
  /** Returns the address that a new connection seems to come from, since loopback is exempt from many rules. */
  readonly peer?: () => string
}

/** Simulates on the thread of the test: Node 20 starts no threads from TypeScript. */
const ownThread: TournamentSimulator = {
  simulate: async (plan, strengths, { runs, seed }) => simulateTournament(plan, strengths, { runs, seed }),
  close: async () => {},
}

/** Details of entities that have played, so that each detail has a price. */
const played: CatalogueDetails = {
  teams: { 101: playedTeam(), 102: playedTeam(), 340: playedTeam() },
  players: { 5001: playedPlayer(), 5002: playedPlayer(), 5003: playedPlayer() },
  tournaments: { 77: { ...emptyTournamentDetail, games: 1, sideGames: { blue: 1, red: 1 } } },
}

function playedTeam(): CatalogueDetails['teams'][string] {
  return { ...emptyTeamDetail, record: '1W - 0L', winRate: 100, stats: { ...emptyTeamDetail.stats, games: 1 } }
}

function playedPlayer(): CatalogueDetails['players'][string] {
  return { ...emptyPlayerDetail, record: '1W - 0L', winRate: 100, stats: { ...emptyPlayerDetail.stats, games: 1 } }
}

/** Starts the app on a free port, with a manual clock and one account with a key. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createManualClock()
  const config = { ...defaultConfig, port: 0, publicUrl: 'https://api.example.org', ...options.config }
  const memory = () => createMemoryStore({ clock, randomBytes, freeCredits: config.freeCredits })
  const credits = await (options.credits ?? memory)(clock)
  const { beside } = options
  const account = beside === undefined ? await credits.createAccount('test') : { id: beside.accountId }
  const addKey = async (accountId = account.id) => {
    const { key, id, sha256 } = createApiKey(randomBytes)
    await credits.addKey({ id, accountId, name: 'prod', sha256 })
    return { key, id }
  }
  const { key, id: keyId } = beside === undefined ? await addKey() : { key: beside.key, id: beside.keyId }
  if (options.topUp !== undefined)
    await credits.grant(account.id, { kind: 'topup', ref: 'test', credits: options.topUp })

  const log: LogEntry[] = []
  const metrics = createMetrics()
  const lifecycle = createLifecycle()
  const shown = options.catalogue ?? catalogue
  const predictor = options.predictor ?? createFakePredictor(shown)
  const version = { digest: null, id: '3f1c9a0b77de', asOf: shown.asOf }
  const loaded = {
    version,
    predictor,
    catalogue: shown,
    details: options.details ?? played,
    record: options.record ?? null,
  }
  const serving: CurrentServing = { current: createServing(loaded, config) }
  const changes = createChangeFeed({
    ...(options.changes ?? { store: createMemoryChangeStore(), timers: systemTimers }),
    clock,
    credits,
    log: (entry) => log.push(entry),
  })
  const app = createApp({
    serving,
    credits,
    odds: options.odds ?? createMemoryOddsStore(),
    ...(options.schedule && { schedule: options.schedule }),
    changes,
    ...(options.operations && { operations: options.operations }),
    ...(options.keptRecord && { keptRecord: options.keptRecord }),
    tournaments: options.tournaments ?? ownThread,
    limiter: options.limiter ?? createRateLimiter(config.ratePerMinute, clock),
    overload: options.isOverloaded ?? (() => false),
    metrics,
    clock,
    randomBytes,
    lifecycle,
    config,
    log: (entry) => log.push(entry),
  })
  const watched: App = (request, response) => {
    options.onRequest?.(request, response)
    app(request, response)
  }
  const { server, port } = await listen({
    app: watched,
    config,
    clock,
    randomBytes,
    metrics,
    log: (entry) => log.push(entry),
  })
  const { peer } = options
  if (peer !== undefined)
    server.prependListener('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: peer() }))
  const agent = peer === undefined && new Agent({ keepAlive: true })
  return {
    port,
    agent,
    server,
    clock,
    credits,
    lifecycle,
    serving,
    changes,
    accountId: account.id,
    key,
    keyId,
    log,
    metrics: () => metrics.text(),
    addKey,
    checkAnswer: contractOf(config.ratePerMinute),
    balance: () => credits.balance(account.id),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      if (agent) agent.destroy()
      server.closeAllConnections()
      await closed
      await credits.close()
    },
  }
}

export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** Body parsed from JSON; null if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies of many shapes
  readonly json: any
}

export interface TestRequest {
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Body; an object is sent as JSON. */
  readonly body?: unknown
}

/** Sends one request, on its own connection if the server has no agent. */
export function send(
  server: Pick<TestServer, 'port' | 'key'> & Partial<Pick<TestServer, 'agent' | 'checkAnswer'>>,
  method: string,
  path: string,
  { key = server.key, headers = {}, body }: TestRequest = {},
): Promise<TestResponse> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      agent: server.agent ?? false,
      headers: {
        ...(key === null ? {} : { 'X-Api-Key': key }),
        ...(payload === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        const { 'content-encoding': encoding, 'content-type': type = '' } = response.headers
        const isJson = encoding === undefined && type.startsWith('application/json') && text !== ''
        const { statusCode: status = 0, headers } = response
        try {
          server.checkAnswer?.({ method, path, status, headers, bytes })
          resolve({ status, headers, bytes, text, json: isJson ? JSON.parse(text) : null })
        } catch (error) {
          reject(error)
        }
      })
    })
    request.end(payload)
  })
}

/** Waits for a condition: some turns of the event loop, then a millisecond at a time, so that other processes get the core. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await condition()); turn += 1) await (turn < 50 ? setImmediate() : setTimeout(1))
}
