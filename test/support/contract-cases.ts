import { createMemoryOddsStore, importOdds } from '@riftline/odds'
import { expect } from 'vitest'
import { anyTime, everyMarket, linesOf } from '../odds/captured.ts'
import { catalogueRecord } from './recorded.ts'
import {
  send,
  startServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
  type TestServerOptions,
} from './server.ts'
import { draftBody, matchBody } from './server-catalogue.ts'

/** A call of a route behind a key; there is one for every form with its own price or body. */
export interface ContractCase {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly cost: number
  /** Keys of the body of a 200, in their order. */
  readonly keys: readonly string[]
  readonly head: boolean
  /** Change of the path or body that names an unknown entity, with the expected refusal. */
  readonly unknown?: { readonly path?: string; readonly body?: object; readonly code: string; readonly message: string }
  /** Change of the path or body that breaks a rule, with the expected refusal. */
  readonly broken?: { readonly path?: string; readonly body?: object; readonly message: string }
}

const list = (name: string): ContractCase => ({
  ...free,
  path: `/v1/${name}`,
  keys: ['count', 'dataThroughUtc', 'artifacts', name],
})
const free = { method: 'GET', cost: 0, head: true } as const

const usage = [
  'creditsRemaining',
  'free',
  'plan',
  'topUp',
  'used',
  'calls',
  'rateLimit',
  'dataThroughUtc',
  'artifacts',
  'key',
]
const span = ['dataThroughUtc', 'statsFromUtc', 'statsToUtc']
const statistics = [...span, 'record', 'winRate', 'coverage', 'stats', 'samples']

const detail = (name: string, id: number, keys: readonly string[]): ContractCase => ({
  method: 'GET',
  path: `/v1/${name}s/${id}`,
  cost: 1,
  head: false,
  keys,
  unknown: { path: `/v1/${name}s/999999`, code: `${name}_not_found`, message: `no ${name} 999999` },
  broken: { path: `/v1/${name}s/0${id}`, message: 'id: must be a positive integer' },
})

const odds = (markets: string, cost: number, more: readonly string[] = []): ContractCase => ({
  method: 'GET',
  path: `/v1/odds?team1Id=101&team2Id=102${markets}`,
  cost,
  head: false,
  keys: ['match', 'capturedAtUtc', 'isClosingLine', 'fee', 'price', 'markets', ...more],
  unknown: { path: '/v1/odds?team1Id=101&team2=nobody', code: 'team_not_found', message: 'no team nobody' },
  broken: { path: '/v1/odds?team1Id=101', message: 'team2Id: give either team2Id or team2' },
})

const oddsHistory: ContractCase = {
  method: 'GET',
  path: '/v1/odds/history?team1Id=101&team2Id=102',
  cost: 2,
  head: false,
  keys: ['market', 'count', 'series', 'nextCursor'],
  unknown: { path: '/v1/odds/history?team1Id=101&team2=nobody', code: 'team_not_found', message: 'no team nobody' },
  broken: {
    path: '/v1/odds/history?team1Id=101&team2Id=102&limit=51',
    message: 'limit: must be an integer from 1 to 50',
  },
}

const probabilities = [
  'blueWinProbability',
  'redWinProbability',
  'calibratedBlueWinProbability',
  'calibratedRedWinProbability',
  'winner',
]
const identity = ['blueTeam', 'redTeam', 'model', 'bestOf', 'league', 'asOfUtc', 'dataThroughUtc', 'artifacts']
const prediction = [...identity, ...probabilities]

const predict = (path: string, body: object, cost: number, more: readonly string[] = []): ContractCase => ({
  method: 'POST',
  path,
  body,
  cost,
  head: false,
  keys: [...prediction, ...more],
  unknown: { body: { ...body, redTeamId: 999 }, code: 'team_not_found', message: 'no team 999' },
  broken: { body: { ...body, bestOf: 2 }, message: 'bestOf: must be 1, 3 or 5' },
})

const markets = (body: object, cost: number): ContractCase => ({
  ...predict('/v1/markets', body, cost),
  keys: [
    ...[...identity, 'standing'],
    ...['calibratedBlueWinProbability', 'calibratedRedWinProbability', 'book', 'markets'],
  ],
})

const batch = (requests: readonly object[], cost: number, model: object = {}): ContractCase => ({
  method: 'POST',
  path: '/v1/predict/batch',
  body: { ...model, requests },
  cost,
  head: false,
  keys: ['count', 'dataThroughUtc', 'artifacts', 'predictions'],
  unknown: {
    body: { requests: [...requests, { ...matchBody, redTeamId: 999 }] },
    code: 'team_not_found',
    message: `requests[${requests.length}].redTeamId: no team 999`,
  },
  broken: {
    body: { requests: [{ ...matchBody, bestOf: 2 }, ...requests] },
    message: 'requests[0].bestOf: must be 1, 3 or 5',
  },
})

const northernCup = {
  name: 'Northern Cup',
  teams: ['Northern Lights', { name: 'Harbor', id: 102 }],
  stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['Northern Lights', 'Harbor'] }],
}
const tournament = (more: object = {}): ContractCase => ({
  method: 'POST',
  path: '/v1/tournament',
  body: { format: northernCup, runs: 1000, ...more },
  cost: 20,
  head: false,
  keys: [...['name', 'runs', 'seed', 'model', 'asOfUtc', 'dataThroughUtc', 'artifacts'], ...['teams', 'nextSeries']],
  unknown: {
    body: { format: JSON.parse(JSON.stringify(northernCup).replaceAll('Northern Lights', 'Nobody')) },
    code: 'team_not_found',
    message: 'format.teams[0]: no team Nobody',
  },
  broken: { body: { format: northernCup, runs: 0 }, message: 'runs: must be an integer from 1 to 100000, got 0' },
})

const consensus = { model: 'consensus', oddsBlue: 1.5, oddsRed: 2.5 }

const cases: readonly ContractCase[] = [
  ...['teams', 'players', 'champions', 'tournaments', 'schedule'].map(list),
  { ...free, path: '/v1/usage', keys: usage },
  { ...free, path: '/usage', keys: usage },
  detail('team', 101, ['id', 'name', ...statistics, 'sideWinRate', 'sideGames', 'championPool', 'seasons']),
  detail('player', 5001, [
    'id',
    'name',
    'role',
    'team',
    'lastTeam',
    'active',
    'lastGameUtc',
    ...statistics,
    'championPool',
    'seasons',
  ]),
  detail('tournament', 77, [
    ...['id', 'name', 'league', 'leagueName', 'season', 'region', 'startUtc', 'endUtc'],
    ...[
      ...span,
      'games',
      'teams',
      'winnerTeam',
      'sideWinRate',
      'sideGames',
      'firstObjectiveRates',
      'leaderGames',
      'leaders',
    ],
  ]),
  {
    ...free,
    path: '/v1/performance?league=NL&bestOf=3&model=consensus',
    keys: ['dataThroughUtc', 'artifacts', 'chain', 'windows'],
    broken: { path: '/v1/performance?bestOf=2', message: 'bestOf: must be 1, 3 or 5' },
  },
  {
    ...free,
    path: '/v1/changes?types=odds.captured,series.finished&limit=10',
    keys: ['changes', 'next'],
    broken: { path: '/v1/changes?limit=1001', message: 'limit: must be an integer from 1 to 1000' },
  },
  { ...free, path: '/v1/performance', keys: ['dataThroughUtc', 'artifacts', 'chain', 'windows'] },
  {
    method: 'GET',
    path: '/v1/results?team=101&limit=2',
    cost: 1,
    head: false,
    keys: ['count', 'dataThroughUtc', 'artifacts', 'results', 'nextCursor'],
    unknown: { path: '/v1/results?team=999', code: 'team_not_found', message: 'no team 999' },
    broken: { path: '/v1/results?limit=201', message: 'limit: must be an integer from 1 to 200' },
  },
  odds('', 1),
  odds('&markets=all', 2, ['mapWinners']),
  oddsHistory,
  ...[['/v1/predict', matchBody] as const, ['/v1/predict-draft', draftBody] as const].flatMap(([path, body]) => [
    predict(path, body, 2),
    predict(path, { ...body, model: 'lightgbm' }, 5),
    predict(path, { ...body, model: 'pcasweep' }, 5),
    predict(path, { ...body, ...consensus }, 10, ['odds', 'models']),
  ]),
  batch([matchBody, draftBody], 4),
  batch([matchBody, { ...draftBody, model: 'lightgbm' }], 15, { model: 'consensus' }),
  markets(matchBody, 2),
  markets({ ...draftBody, model: 'lightgbm', standing: { blue: 1, red: 0 } }, 5),
  markets({ ...matchBody, model: 'pcasweep', standing: { blue: 0, red: 2 } }, 5),
  markets({ ...matchBody, ...consensus, bestOf: 1 }, 10),
  tournament(),
  tournament({ model: 'fasttree', seed: 7 }),
]

/** All cases for `it.each`: a name, then the case. */
export const rows: readonly (readonly [string, ContractCase])[] = cases.map((row) => [
  `${row.method} ${row.path} ${(row.body as { model?: string })?.model ?? ''}`.trim(),
  row,
])

/** Starts a server that can answer every case with a 200. */
export async function startContractServer(options: TestServerOptions = {}): Promise<TestServer> {
  const store = createMemoryOddsStore()
  await importOdds(store, linesOf([everyMarket()]), anyTime)
  return startServer({ topUp: 100_000, odds: store, record: catalogueRecord(), ...options })
}

/** Sends a case, a minute after the one before, and returns the response and its cost to the account of `server`. */
export async function call(
  server: TestServer,
  { method, path, body }: Pick<ContractCase, 'path' | 'body'> & { readonly method: string },
  request: TestRequest = {},
): Promise<{ readonly response: TestResponse; readonly charged: number }> {
  server.clock.advance(60_000)
  const before = await server.balance()
  const response = await send(server, method, path, { ...(body === undefined ? {} : { body }), ...request })
  return { response, charged: before - (await server.balance()) }
}

/** Expects a failure: status, code, message, and the headers of every answer. */
/** @param more fields of the body in addition to code and message, such as `candidates` */
export function expectError(
  response: TestResponse,
  status: number,
  error: string,
  message?: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  expect(response.json).toEqual({ error, message: message ?? expect.any(String), ...more })
  expect(response.status).toBe(status)
  expectPlainHeaders(response)
  expect(response.headers['cache-control']).toBe('no-store')
}

export function expectPlainHeaders({ headers, bytes }: TestResponse): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/)
  expect(headers.date).toBeDefined()
  for (const name of ['server', 'x-powered-by', 'transfer-encoding']) expect(headers[name]).toBeUndefined()
}

/** Expects the credit and rate headers of a call that is the first of its key in a minute. */
export async function expectAccountHeaders(
  server: TestServer,
  { headers }: TestResponse,
  charged: number,
  remaining: number = 119,
  limit: number = 120,
): Promise<void> {
  expect(headers).toMatchObject({
    'x-credits-remaining': String(await server.balance()),
    'x-credits-charged': String(charged),
    'ratelimit-policy': `"key";q=${limit};w=60`,
    ratelimit: `"key";r=${remaining};t=60`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(server.clock.now() / 1000) + 60),
  })
}

export function expectNoAccountHeaders({ headers }: TestResponse): void {
  expect(Object.keys(headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
}

export const allowOf = ({ method, head }: ContractCase): string => `${method}, ${head ? 'HEAD, ' : ''}OPTIONS`
