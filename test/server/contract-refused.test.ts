import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  expectAccountHeaders,
  expectError,
  expectNoAccountHeaders,
  rows,
  startContractServer,
} from '../support/contract-cases.ts'
import { send, type TestServer } from '../support/server.ts'

/** Every route is refused without a key, with a bad key, without credits and over the rate. */

const limit = 3

let server: TestServer
let elsewhere: TestServer
beforeAll(async () => {
  server = await startContractServer({ config: { ratePerMinute: limit } })
  elsewhere = await startContractServer()
})
afterAll(() => Promise.all([server.close(), elsewhere.close()]))

describe('without a key', () => {
  it.each(rows)('%s without a key is 401 missing_api_key', async (_name, row) => {
    const { response, charged } = await call(server, row, { key: null })
    expectError(response, 401, 'missing_api_key', 'send Authorization: Bearer or X-Api-Key')
    expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
    expectNoAccountHeaders(response)
    expect(charged).toBe(0)
  })
})

describe('with an invalid key', () => {
  it.each(rows)('%s with an invalid key is 401 invalid_api_key', async (_name, row) => {
    for (const key of ['nonsense', `${server.key.slice(0, -1)}~`, elsewhere.key]) {
      const { response, charged } = await call(server, row, { key })
      expectError(response, 401, 'invalid_api_key', 'this key is not valid')
      expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
      expectNoAccountHeaders(response)
      expect(charged).toBe(0)
    }
  })
})

describe('with a revoked key', () => {
  it.each(rows)('%s with a revoked key is 401 revoked_api_key', async (_name, row) => {
    const { key, id } = await server.addKey()
    await server.credits.revokeKey(id)
    const { response, charged } = await call(server, row, { key })
    expectError(response, 401, 'revoked_api_key', 'this key was revoked')
    expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
    expectNoAccountHeaders(response)
    expect(charged).toBe(0)
  })
})

describe('with a key of a banned account', () => {
  it.each(rows)('%s with a key of a banned account is 401 account_banned', async (_name, row) => {
    const { id } = await server.credits.createAccount(`banned ${_name}`)
    const { key } = await server.addKey(id)
    await server.credits.ban(id)
    const before = await server.credits.balance(id)
    const { response } = await call(server, row, { key })
    expectError(response, 401, 'account_banned', 'this account is banned')
    expect(response.headers['www-authenticate']).toBe('Bearer realm="riftline"')
    expectNoAccountHeaders(response)
    expect(await server.credits.balance(id)).toBe(before)
  })
})

describe('over the rate', () => {
  it.each(rows)('%s over the rate is 429 and free, even if more is wrong with it', async (_name, row) => {
    const { key } = await server.addKey()
    server.clock.advance(60_000)
    for (let count = 0; count < limit; count++) await send(server, 'GET', '/v1/usage', { key })
    const before = await server.balance()
    const request = { key, ...(row.body === undefined ? {} : { body: row.body }) }
    for (const [method, path] of [
      [row.method, row.path],
      [row.method, `${row.path}${row.path.includes('?') ? '&' : '?'}xyz=1`],
      ['DELETE', row.path],
    ] as const) {
      const response = await send(server, method, path, request)
      expectError(response, 429, 'rate_limited', `${limit} requests per minute; retry in 60 s`)
      expect(response.headers['retry-after']).toBe('60')
      await expectAccountHeaders(server, response, 0, 0, limit)
    }
    expect(await server.balance()).toBe(before)
  })
})

describe('with an empty balance', () => {
  it.each(rows)('%s with an empty balance is 402 if and only if it has a price', async (_name, row) => {
    const { id } = await server.credits.createAccount(`poor ${_name}`)
    const { key } = await server.addKey(id)
    const spent = {
      requestId: `req_${id}`,
      accountId: id,
      operation: 'predict',
      model: 'fasttree',
      keyId: null,
      credits: 20,
    } as const
    const held = await server.credits.hold(spent)
    if (held.kind === 'held') await server.credits.capture(held.hold)
    const { response } = await call(server, row, { key })
    if (row.cost === 0) expect(response.status).toBe(200)
    else
      expectError(
        response,
        402,
        'insufficient_credits',
        `needs ${row.cost} ${row.cost === 1 ? 'credit' : 'credits'}, 0 available`,
      )
    expect(response.headers).toMatchObject({
      'x-credits-remaining': '0',
      'x-credits-charged': '0',
      'x-ratelimit-remaining': String(limit - 1),
    })
    expect(await server.credits.balance(id)).toBe(0)
  })
})

describe('while the server is overloaded', () => {
  it.each(rows)('%s is 503 overloaded and free while the server is overloaded', async (_name, row) => {
    const busy = await startContractServer({ isOverloaded: () => true })
    const { response, charged } = await call(busy, row)
    expectError(response, 503, 'overloaded', 'try again')
    expect(response.headers['retry-after']).toBe('1')
    await expectAccountHeaders(busy, response, 0)
    expect(charged).toBe(0)
    await busy.close()
  })
})
