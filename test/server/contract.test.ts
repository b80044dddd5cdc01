import type { PredictRequest } from '@riftline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, startServer, type TestRequest, type TestResponse, type TestServer } from '../support/server.ts'
import { draftBody, matchBody } from '../support/server-catalogue.ts'

/** Every route against every condition: status, code, exact keys of the body, all headers, charge. */

interface Case {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly cost: number
  readonly keys: readonly string[]
}

const probabilities = [
  'blueWinProbability',
  'redWinProbability',
  'calibratedBlueWinProbability',
  'calibratedRedWinProbability',
  'winner',
]
const prediction = ['blueTeam', 'redTeam', 'model', ...probabilities]
const usageKeys = ['creditsRemaining', 'free', 'plan', 'topUp', 'used', 'calls', 'rateLimit', 'key']
const consensus = { ...matchBody, model: 'consensus', oddsBlue: 1.5, oddsRed: 2.5 }

const cases: readonly Case[] = [
  { method: 'GET', path: '/v1/teams', cost: 0, keys: ['count', 'teams'] },
  { method: 'GET', path: '/v1/players', cost: 0, keys: ['count', 'players'] },
  { method: 'GET', path: '/v1/champions', cost: 0, keys: ['count', 'champions'] },
  { method: 'GET', path: '/v1/tournaments', cost: 0, keys: ['count', 'tournaments'] },
  { method: 'GET', path: '/v1/usage', cost: 0, keys: usageKeys },
  { method: 'GET', path: '/usage', cost: 0, keys: usageKeys },
  { method: 'POST', path: '/v1/predict', body: matchBody, cost: 2, keys: prediction },
  { method: 'POST', path: '/v1/predict', body: { ...matchBody, model: 'lightgbm' }, cost: 5, keys: prediction },
  { method: 'POST', path: '/v1/predict', body: { ...matchBody, model: 'pcasweep' }, cost: 5, keys: prediction },
  { method: 'POST', path: '/v1/predict', body: consensus, cost: 10, keys: [...prediction, 'odds', 'models'] },
  { method: 'POST', path: '/v1/predict-draft', body: draftBody, cost: 2, keys: prediction },
]
const rows = cases.map(
  (row) => [`${row.method} ${row.path} ${(row.body as { model?: string })?.model ?? ''}`, row] as const,
)
const posts = rows.filter(([, { method }]) => method === 'POST')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ topUp: 1000 })
})
afterAll(() => server.close())

/** Sends the case and tells what it cost. */
async function call(row: Case, request: TestRequest = {}): Promise<{ response: TestResponse; charged: number }> {
  server.clock.advance(60_000)
  const before = await server.balance()
  const body = row.body === undefined ? {} : { body: row.body }
  const response = await send(server, row.method, row.path, { ...body, ...request })
  return { response, charged: before - (await server.balance()) }
}

function expectError(response: TestResponse, status: number, error: string, message?: string): void {
  expect(response.json).toEqual({ error, message: message ?? expect.any(String) })
  expect(response.status).toBe(status)
  expectPlainHeaders(response)
  expect(response.headers['cache-control']).toBe('no-store')
}

function expectPlainHeaders({ headers, bytes }: TestResponse): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/)
  expect(headers.date).toBeDefined()
  expect(headers.server).toBeUndefined()
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['transfer-encoding']).toBeUndefined()
}

async function expectAccountHeaders({ headers }: TestResponse, charged: number, remainingRate = 119): Promise<void> {
  const epoch = Math.ceil(server.clock.now() / 1000) + 60
  expect(headers).toMatchObject({
    'x-credits-remaining': String(await server.balance()),
    'x-credits-charged': String(charged),
    'ratelimit-policy': '"key";q=120;w=60',
    ratelimit: `"key";r=${remainingRate};t=60`,
    'x-ratelimit-limit': '120',
    'x-ratelimit-remaining': String(remainingRate),
    'x-ratelimit-reset': String(epoch),
  })
}

function expectNoAccountHeaders({ headers }: TestResponse): void {
  expect(Object.keys(headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
}

describe('with a key and credits', () => {
  test.each(rows)('%s answers 200 with exactly its keys, all headers and its price', async (_name, row) => {
    const { response, charged } = await call(row)
    expect(response.status).toBe(200)
    expect(Object.keys(response.json).sort()).toEqual([...row.keys].sort())
    expectPlainHeaders(response)
    await expectAccountHeaders(response, row.cost)
    expect(charged).toBe(row.cost)
  })
})

describe('without a key', () => {
  test.each(rows)('%s is 401 missing_api_key', async (_name, row) => {
    const { response, charged } = await call(row, { key: null })
    expectError(response, 401, 'missing_api_key', 'send Authorization: Bearer or X-Api-Key')
    expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
    expectNoAccountHeaders(response)
    expect(charged).toBe(0)
  })
})

describe('with a key that is not one', () => {
  test.each(rows)('%s is 401 invalid_api_key', async (_name, row) => {
    for (const key of ['nonsense', `${server.key.slice(0, -1)}~`, (await startedElsewhere()).key]) {
      const { response, charged } = await call(row, { key })
      expectError(response, 401, 'invalid_api_key', 'this key is not valid')
      expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
      expectNoAccountHeaders(response)
      expect(charged).toBe(0)
    }
  })

  let elsewhere: TestServer | undefined
  async function startedElsewhere(): Promise<TestServer> {
    elsewhere ??= await startServer()
    return elsewhere
  }
  afterAll(() => elsewhere?.close())
})

describe('with a revoked key', () => {
  test.each(rows)('%s is 401 revoked_api_key', async (_name, row) => {
    const { key, id } = await server.addKey()
    await server.credits.revokeKey(id)
    const { response, charged } = await call(row, { key })
    expectError(response, 401, 'revoked_api_key', 'this key was revoked')
    expectNoAccountHeaders(response)
    expect(charged).toBe(0)
  })
})

describe('over the rate', () => {
  test.each(rows)('%s is 429 and costs nothing', async (_name, row) => {
    server.clock.advance(60_000)
    for (let count = 0; count < 120; count++) await send(server, 'GET', '/v1/usage')
    const before = await server.balance()
    const response = await send(server, row.method, row.path, row.body === undefined ? {} : { body: row.body })
    expectError(response, 429, 'rate_limited', '120 requests per minute; retry in 60 s')
    expect(response.headers['retry-after']).toBe('60')
    await expectAccountHeaders(response, 0, 0)
    expect(await server.balance()).toBe(before)
  })
})

describe('with an empty balance', () => {
  test.each(rows)('%s is 402 exactly when it has a price', async (_name, row) => {
    const { id } = await server.credits.createAccount('poor')
    const { key } = await server.addKey(id)
    const hold = {
      requestId: `req_${id}`,
      accountId: id,
      operation: 'predict',
      model: 'fasttree',
      credits: 20,
    } as const
    const held = await server.credits.hold(hold)
    if (held.kind === 'held') await server.credits.capture(held.hold)
    const { response } = await call(row, { key })
    if (row.cost === 0) expect(response.status).toBe(200)
    else expectError(response, 402, 'insufficient_credits', `needs ${row.cost} credits, 0 available`)
    expect(response.headers['x-credits-remaining']).toBe('0')
    expect(response.headers['x-credits-charged']).toBe('0')
  })
})

describe('with an unknown parameter', () => {
  test.each(rows)('%s is 400', async (_name, row) => {
    const { response, charged } = await call({ ...row, path: `${row.path}?xyz=1` })
    expectError(response, 400, 'validation_error', 'xyz: unknown parameter')
    await expectAccountHeaders(response, 0)
    expect(charged).toBe(0)
  })
})

describe('with another method', () => {
  test.each(rows)('%s is 405 and names the right ones', async (_name, row) => {
    const allow = row.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    const { response, charged } = await call({ ...row, method: 'DELETE' as 'GET' })
    expectError(response, 405, 'method_not_allowed', row.method === 'GET' ? 'use GET or HEAD' : 'use POST')
    expect(response.headers.allow).toBe(allow)
    await expectAccountHeaders(response, 0)
    expect(charged).toBe(0)

    const options = await send(server, 'OPTIONS', row.path)
    expect(options).toMatchObject({ status: 204, text: '', headers: { allow } })
    expect(options.headers['content-length']).toBeUndefined()
    expect(options.headers['x-credits-remaining']).toBeDefined()
  })
})

describe('HEAD', () => {
  test.each(rows)('%s has the headers of GET and no body, or is 405', async (_name, row) => {
    const { response: get } = await call(row)
    server.clock.advance(60_000)
    const head = await send(server, 'HEAD', row.path)
    expect(head.text).toBe('')
    if (row.method === 'POST') return expect(head).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
    expect(head.status).toBe(200)
    const varying = ['x-request-id', 'date', 'x-ratelimit-reset', 'connection']
    for (const [name, value] of Object.entries(get.headers)) {
      if (!varying.includes(name)) expect(head.headers[name], name).toBe(value)
    }
  })
})

describe('a body that breaks a rule', () => {
  const faults: readonly (readonly [string, unknown, number, string, string])[] = [
    ['no JSON', '{"blueTeamId":', 400, 'bad_request', 'body is not valid JSON'],
    ['empty', '', 400, 'bad_request', 'body is not valid JSON'],
    ['with a byte order mark', '\ufeff{}', 400, 'bad_request', 'body is not valid JSON'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'bad_request', 'body is not valid UTF-8'],
    ['no object', '[]', 400, 'validation_error', 'body: must be an object'],
    ['no team', {}, 400, 'validation_error', 'blueTeamId: give either blueTeamId or blueTeam'],
    ['unknown team', { ...draftBody, redTeamId: 999 }, 404, 'team_not_found', 'no team 999'],
    [
      'shared name',
      { ...draftBody, redTeamId: undefined, redTeam: 'kings' },
      400,
      'ambiguous_team',
      'redTeam: "kings" fits 102, 340; use an id',
    ],
  ]
  const combinations = posts.flatMap(([, row]) => faults.map((fault) => [fault[0], row, fault] as const))

  test.each(combinations)('%s', async (_name, row, [, fault, status, code, message]) => {
    const { bluePicks: _b, redPicks: _r, ...match } = fault as PredictRequest
    const isMatch = row.path === '/v1/predict' && typeof fault === 'object' && !Buffer.isBuffer(fault)
    const { response, charged } = await call(row, { body: isMatch ? match : fault })
    expectError(response, status, code, message)
    await expectAccountHeaders(response, 0)
    expect(charged).toBe(0)
  })

  test('is told before an empty balance, which is told only about calls that would succeed', async () => {
    const { id } = await server.credits.createAccount('poor')
    const { key } = await server.addKey(id)
    const { response } = await call(cases[9]!, { key, body: { ...matchBody, redTeamId: 999, model: 'consensus' } })
    expectError(response, 404, 'team_not_found', 'no team 999')
  })
})

describe('unknown paths', () => {
  test.each([
    ['/v1/nothing', null, 401, 'missing_api_key'],
    ['/v1/nothing', 'key', 404, 'not_found'],
    ['/v1', 'key', 404, 'not_found'],
    ['/v1/teams/', 'key', 404, 'not_found'],
    ['/V1/teams', null, 404, 'not_found'],
    ['/usage/', null, 404, 'not_found'],
    ['/', null, 404, 'not_found'],
  ])('%s with %s is %i %s', async (path, key, status, code) => {
    const response = await send(server, 'GET', path, { key: key === null ? null : server.key })
    expectError(response, status, code)
  })
})
