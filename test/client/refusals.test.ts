import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createClient, RiftlineApiError } from '@riftline/client'
import { createApiKey } from '@riftline/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findServer, remoteAdministration } from '#cli/accounts/ask-operators.ts'
import { type CommandServer, serveHere } from '../support/serve-process.ts'
import { startServer, until } from '../support/server.ts'
import { tinyArtifacts } from '../support/tiny-artifacts.ts'
import { playedArtifacts } from '../support/tiny-artifacts-played.ts'
import { openBreakingLine } from './support/breaking-line.ts'
import { calmFetch } from './support/calm-fetch.ts'
import { createImpatientClient } from './support/impatient-client.ts'

// Calls that a `riftline serve` in a process of its own refuses.

let server: CommandServer
beforeAll(async () => {
  server = await serveHere({ artifacts: playedArtifacts(), env: { RATE_PER_MINUTE: '10000', OPS_PORT: 'any' } })
})
afterAll(() => server?.stop())

const options = () => ({ baseUrl: server.baseUrl, apiKey: server.key, fetch: calmFetch })
const client = () => createClient(options())
const match = { blueTeamId: 2, redTeamId: 3 } as const

/** The error of a call that must fail. */
async function refusal(call: Promise<unknown>): Promise<RiftlineApiError> {
  const error = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(RiftlineApiError)
  return error as RiftlineApiError
}

it('a refusal has status, code, message and request id', async () => {
  const error = await refusal(client().team(999_999_999))
  expect(error).toBeInstanceOf(Error)
  expect(error.name).toBe('RiftlineApiError')
  expect(error).toMatchObject({ status: 404, code: 'team_not_found', message: 'no team 999999999' })
  expect(error.requestId).toMatch(/^req_\w{20}$/)
  expect(error).not.toHaveProperty('retryAfterSeconds')
})

const text = 'x'.repeat(70_000)
const cases: readonly [status: number, code: string, call: () => Promise<unknown>][] = [
  [400, 'validation_error', () => client().predict({ ...match, bestOf: 2 as never })],
  [400, 'validation_error', () => client().predict({ ...match, unknown: 1 } as never)],
  [400, 'validation_error', () => client().odds({ team1Id: 2, team2Id: 2 })],
  [400, 'validation_error', () => client().odds({ team1Id: 2, team2Id: 3, market: 'all' } as never)],
  [400, 'bad_request', () => client().team('../usage' as never)],
  [400, 'validation_error', () => client().team(1.5)],
  [400, 'ambiguous_team', () => client().predict({ blueTeam: 'foxes', redTeamId: 2 })],
  [401, 'invalid_api_key', () => createClient({ ...options(), apiKey: 'not-a-key' }).usage()],
  [404, 'not_found', () => createClient({ ...options(), baseUrl: `${server.baseUrl}/prefix` }).usage()],
  [404, 'team_not_found', () => client().predict({ blueTeam: 'No Such Team', redTeamId: 2 })],
  [404, 'player_not_found', () => client().player(999_999_999)],
  [404, 'tournament_not_found', () => client().tournament(999_999_999)],
  [404, 'odds_not_available', () => client().odds({ team1Id: 2, team2Id: 3 })],
  [413, 'payload_too_large', () => client().predict({ ...match, tournament: text })],
  [415, 'unsupported_media_type', () => client().predict(undefined as never)],
  [431, 'headers_too_large', () => createClient({ ...options(), apiKey: text.slice(0, 9000) }).usage()],
]

describe('refused calls', () => {
  it.each(cases)('a call that is refused with %i %s is not tried again (%#)', async (status, code, call) => {
    expect(await refusal(call())).toMatchObject({ status, code })
  })

  it('none of the refused calls cost credits', async () => {
    expect((await client().usage()).used.thisMonth).toBe(0)
  })
})

it('a revoked key and the keys of a banned account get 401 at once, without a restart of the server', async () => {
  const token = await findServer(server.dataFolder)
  if (token === null) throw new Error('no operators’ port')
  const operator = remoteAdministration(token)
  const { id: accountId } = await operator.createAccount('clinic')
  const withNewKey = async () => {
    const { id, key, sha256 } = createApiKey(randomBytes)
    await operator.addKey({ id, accountId, name: 'prod', sha256 })
    return { id, ...createImpatientClient({ baseUrl: server.baseUrl, apiKey: key }) }
  }
  const [one, other] = [await withNewKey(), await withNewKey()]
  await one.client.team(2)
  await operator.revokeKey(one.id)
  const revoked = await refusal(one.client.team(2))
  expect(revoked).toMatchObject({ status: 401, code: 'revoked_api_key', message: 'this key was revoked' })
  expect((await other.client.usage()).used.thisMonth).toBe(1)
  await operator.ban(accountId)
  expect(await refusal(other.client.predict(match))).toMatchObject({ status: 401, code: 'account_banned' })
  await operator.unban(accountId, 'test', false)
  expect((await other.client.usage()).used.thisMonth).toBe(1)
  expect([...one.waits, ...other.waits]).toEqual([])
})

it('another body under a used Idempotency-Key gets 422', async () => {
  await client().predict(match, { idempotencyKey: 'k' })
  const error = await refusal(client().predict({ ...match, bestOf: 1 }, { idempotencyKey: 'k' }))
  expect(error).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

it('a call that costs more than the balance gets 402 and is not tried again', async () => {
  const { client, waits } = createImpatientClient(options())
  const { creditsRemaining } = await client.usage()
  for (let left = creditsRemaining; left >= 10; left -= 10) await client.predict({ ...match, model: 'consensus' })
  const error = await refusal(client.predict({ ...match, model: 'consensus' }))
  expect(error).toMatchObject({ status: 402, code: 'insufficient_credits' })
  expect(error.message).toMatch(/^needs 10 credits, \d available$/)
  expect(waits).toEqual([])
})

it('a call over the monthly limit of its key gets 402 with limit, use and reset, and a key without a scope 403', async () => {
  const server = await startServer()
  onTestFinished(server.close)
  const { client, waits } = createImpatientClient({ baseUrl: `http://127.0.0.1:${server.port}`, apiKey: server.key })
  const { key } = await client.usage()
  await server.credits.setKey(key.id, { monthlyLimit: 3 })
  const ask = () => client.predict({ blueTeamId: 101, redTeamId: 102, model: 'fasttree' })
  await ask()
  const error = await refusal(ask())
  expect(error).toMatchObject({ status: 402, code: 'key_limit_reached', limit: 3, used: 2 })
  expect(error.resetsUtc).toMatch(/^\d{4}-\d\d-01T00:00:00$/)
  expect(await client.usage()).toMatchObject({ key: { monthlyLimit: 3, usedThisMonth: 2, scopes: null } })
  await server.credits.setKey(key.id, { scopes: ['read'] })
  expect(await refusal(client.usage())).toMatchObject({ status: 403, code: 'scope_missing' })
  expect(waits).toEqual([])
})

it('a call above the rate gets 429 and is tried again after the wait that the server asks for', async () => {
  const server = await serveHere({ artifacts: tinyArtifacts(), env: { RATE_PER_MINUTE: '3' } })
  onTestFinished(server.stop)
  const own = { baseUrl: server.baseUrl, apiKey: server.key }
  const once = createImpatientClient({ ...own, maxRetries: 0 }).client
  await until(async () => (await once.usage().catch(({ code }) => code)) === 'rate_limited')
  const { client, waits } = createImpatientClient(own)
  const error = await refusal(client.usage())
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfterSeconds: expect.any(Number) })
  expect(error.retryAfterSeconds).toBeGreaterThan(50)
  expect(waits.length).toBe(2)
  for (const ms of waits) expect(ms).toBeGreaterThan(50_000)
})

// A draining server closes idle connections after a third of a second: on a busy machine the call may come later, hence the retries.
it('a call to a server that shuts down gets 503 with a short wait', { retry: 2 }, async () => {
  const server = await serveHere({ artifacts: tinyArtifacts() })
  onTestFinished(server.stop)
  const line = await openBreakingLine(server.port)
  onTestFinished(line.close)
  const { client } = createImpatientClient({ baseUrl: line.baseUrl, apiKey: server.key, maxRetries: 0 })
  line.fates.push('hold')
  const call = refusal(client.usage())
  await until(() => line.takeRequests().length > 0)
  server.beginStop()
  await until(() => isClosed(server.port)) // from then on the server drains
  line.release()
  const error = await call
  expect(error).toMatchObject({ status: 503, code: 'shutting_down', message: 'restarting' })
  expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1)
})

function isClosed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}
