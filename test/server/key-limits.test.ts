import type { KeyScope } from '@riftline/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '#server/contract/operations.ts'
import { call, expectAccountHeaders, expectError, rows, startContractServer } from '../support/contract-cases.ts'
import { send, type TestServer } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor } from '../support/server-predictor.ts'

let computed = 0
const predictor = new Proxy(createFakePredictor(catalogue), {
  get(target, name) {
    if (['predict', 'predictDraft', 'predictMarkets'].includes(String(name))) computed += 1
    return Reflect.get(target, name)
  },
})

let server: TestServer
let key: { readonly key: string; readonly id: string }
beforeAll(async () => {
  server = await startContractServer({ predictor })
})
afterAll(() => server.close())
beforeEach(async () => {
  key = await server.addKey()
  computed = 0
})

const scopes: readonly KeyScope[] = ['read', 'predict', 'usage']

/** Scope of an operation as the documents state it: forecasts are `predict`, usage is `usage`, all else is `read`. */
function scopeOf(path: string): KeyScope {
  if (/^(\/v1)?\/usage$/.test(path)) return 'usage'
  return /^\/v1\/(predict|markets|tournament(?!s))/.test(path) ? 'predict' : 'read'
}

describe('scopes', () => {
  it('every operation behind a key has the scope that the documents state', () => {
    const keyed = operations.filter(({ keyed }) => keyed)
    expect(keyed.map(({ path, scope }) => [path, scope])).toEqual(keyed.map(({ path }) => [path, scopeOf(path)]))
    expect(new Set(keyed.map(({ scope }) => scope)).size).toBe(3)
  })

  it.each(rows)('%s is 403 for a key without its scope, before any work, and answered with it', async (_name, row) => {
    const needed = scopeOf(row.path)
    const others = scopes.filter((scope) => scope !== needed).sort()
    for (const has of [others, ...others.map((scope) => [scope])]) {
      await server.credits.setKey(key.id, { scopes: has })
      const { response, charged } = await call(server, row, { key: key.key })
      expectError(response, 403, 'scope_missing', `this needs the scope ${needed}; the key has ${has.join(', ')}`)
      await expectAccountHeaders(server, response, 0)
      expect([charged, computed]).toEqual([0, 0])
      const { message: _, ...broken } = row.broken ?? { message: '' }
      expectError((await call(server, { ...row, ...broken }, { key: key.key })).response, 403, 'scope_missing')
    }
    await server.credits.setKey(key.id, { scopes: [needed] })
    const { response, charged } = await call(server, row, { key: key.key })
    expect([response.status, charged]).toEqual([200, row.cost])
  })

  it('a path that does not exist, a wrong method and OPTIONS are answered without a look at scopes', async () => {
    await server.credits.setKey(key.id, { scopes: ['usage'] })
    const status = async (method: string, path: string) => (await send(server, method, path, { key: key.key })).status
    expect(await status('GET', '/v1/nothing')).toBe(404)
    expect(await status('DELETE', '/v1/teams')).toBe(405)
    expect(await status('OPTIONS', '/v1/teams')).toBe(204)
  })

  it('a refused call does not use up its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one' }
    const ask = (body: object) => call(server, { method: 'POST', path: '/v1/predict', body }, { key: key.key, headers })
    await server.credits.setKey(key.id, { scopes: ['read'] })
    expectError((await ask(matchBody)).response, 403, 'scope_missing')
    await server.credits.setKey(key.id, { scopes: null, monthlyLimit: 1 })
    expect((await ask({ ...matchBody, bestOf: 5 })).response.status).toBe(402)
    await server.credits.setKey(key.id, { monthlyLimit: null })
    const first = await ask({ ...matchBody, bestOf: 3 })
    expect([first.response.status, first.charged]).toEqual([200, 2])
    const again = await ask({ ...matchBody, bestOf: 3 })
    expect([again.response.status, again.charged]).toEqual([200, 0])
    // The answer is stored, so a repeat costs nothing and works although the limit is reached.
    await server.credits.setKey(key.id, { monthlyLimit: 1 })
    expect((await ask({ ...matchBody, bestOf: 3 })).response.headers['idempotent-replayed']).toBe('true')
  })
})

describe('a monthly limit', () => {
  const priced = rows.filter(([, { cost }]) => cost > 0)

  it.each(priced)('%s over the limit of its key is 402 before anything is computed', async (_name, row) => {
    await server.credits.setKey(key.id, { monthlyLimit: row.cost })
    const paid = await call(server, row, { key: key.key })
    expect([paid.response.status, paid.charged]).toEqual([200, row.cost])
    computed = 0
    const { response, charged } = await call(server, row, { key: key.key })
    expectError(response, 402, 'key_limit_reached', expect.stringContaining(`${row.cost} of ${row.cost} used`), {
      limit: row.cost,
      used: row.cost,
      resetsUtc: '2026-12-01T00:00:00',
    })
    await expectAccountHeaders(server, response, 0)
    expect([charged, computed]).toEqual([0, 0])
  })

  it('free calls work with a reached limit, and other keys of the account are not limited', async () => {
    await server.credits.setKey(key.id, { monthlyLimit: 1 })
    expect((await call(server, { method: 'GET', path: '/v1/teams/101' }, { key: key.key })).charged).toBe(1)
    for (const [, row] of rows.filter(([, { cost }]) => cost === 0))
      expect((await call(server, row, { key: key.key })).response.status, row.path).toBe(200)
    expect((await call(server, { method: 'GET', path: '/v1/teams/101' })).charged).toBe(1)
  })

  it('a call that would not have succeeded is refused for its own reason', async () => {
    await server.credits.setKey(key.id, { monthlyLimit: 1 })
    await call(server, { method: 'GET', path: '/v1/teams/101' }, { key: key.key })
    const { response } = await call(server, { method: 'GET', path: '/v1/teams/999999' }, { key: key.key })
    expectError(response, 404, 'team_not_found')
  })

  it('/v1/usage states the limits of the key that asks', async () => {
    const usage = async () =>
      (await call(server, { method: 'GET', path: '/v1/usage' }, { key: key.key })).response.json.key
    const none = { monthlyLimit: null, usedThisMonth: 0, expiresUtc: null, scopes: null }
    expect(await usage()).toMatchObject(none)
    const expiresAt = Date.parse('2027-01-01T00:00:00Z')
    await server.credits.setKey(key.id, { monthlyLimit: 500, expiresAt, scopes: ['usage', 'read'] })
    await call(server, { method: 'GET', path: '/v1/teams/101' }, { key: key.key })
    expect(await usage()).toMatchObject({
      ...{ monthlyLimit: 500, usedThisMonth: 1 },
      ...{ expiresUtc: '2027-01-01T00:00:00', scopes: ['read', 'usage'] },
    })
  })
})

describe('the end of a key', () => {
  const ask = async () => send(server, 'GET', '/v1/teams', { key: key.key })

  it('a key is refused from the millisecond of its end on, in ledger time', async () => {
    const end = server.clock.now() + 1_200_000
    await server.credits.setKey(key.id, { expiresAt: end })
    // Ledger time follows a clock that jumps by ten minutes only, so that the jump does not end the key.
    server.clock.setNow(end + 30 * 86_400_000)
    expect((await ask()).status).toBe(200)
    server.clock.setNow(end - 1_200_000)
    server.clock.advanceTo(end - 1)
    expect((await ask()).status).toBe(200)
    server.clock.advanceTo(end)
    const refused = await ask()
    expectError(refused, 401, 'key_expired', expect.stringMatching(/^this key expired at .* UTC$/))
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="riftline"')
    await server.credits.setKey(key.id, { expiresAt: end + 1 })
    expect((await ask()).status).toBe(200)
    server.clock.advance(1)
    expect((await ask()).json.error).toBe('key_expired')
    await server.credits.revokeKey(key.id)
    expect((await ask()).json.error).toBe('revoked_api_key')
  })
})
