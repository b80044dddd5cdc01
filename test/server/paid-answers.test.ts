import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore } from '@riftline/ledger/file'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { expectError } from '../support/contract-cases.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase } from '../support/postgres-store.ts'
import { send, startServer, type TestServer, type TestServerOptions, until } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { parseResponses, readToEnd } from '../support/server-raw.ts'
import { longCatalogue, openUnread, type Post, playersOf, postOf } from '../support/unread-lines.ts'

/** The attacked server, and another one over the same accounts that is asked for the same Idempotency-Keys. */
interface Servers {
  readonly server: TestServer
  readonly elsewhere: TestServer
}
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function one(options: TestServerOptions): Promise<Servers> {
  const server = await startServer(options)
  cleanUps.push(() => server.close())
  return { server, elsewhere: server }
}

const stores: Readonly<Record<string, (options: TestServerOptions) => Promise<Servers>>> = {
  memory: one,
  files(options) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-paid-'))
    cleanUps.push(() => rmSync(dataFolder, { recursive: true, force: true }))
    const log = () => {}
    return one({
      ...options,
      credits: (clock) => openFileStore({ clock, randomBytes, freeCredits: 20, log, dataFolder }),
    })
  },
}
if (!databaseTests.skip) {
  Object.assign(stores, {
    async 'two servers over one database'(options: TestServerOptions): Promise<Servers> {
      const database = await createTestDatabase()
      const shared = { ...options, credits: (clock: TestServer['clock']) => database.open({ clock }) }
      const { server } = await one(shared)
      return { server, elsewhere: (await one({ ...shared, beside: server })).server }
    },
  })
}

const busy = { topUp: 1000, config: { ratePerMinute: 10_000 } } as const
const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)
const ask = (server: TestServer, idempotencyKey: string) =>
  send(server, 'POST', '/v1/predict', { body: matchBody, headers: { 'Idempotency-Key': idempotencyKey } })
const finished = (server: TestServer, status: number | null) =>
  server.log.filter((entry) => entry.event === 'request' && entry.status === status)

/**
 * Leaves eighteen long answers unread, with twenty calls of two credits each behind them. No request starts behind unread bytes,
 * so that the long answers must be sent last: until then they wait for the balance in their headers.
 */
async function callBehindUnread(server: TestServer): Promise<Socket> {
  const { credits } = server
  const balance = credits.balance.bind(credits)
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const asked = vi.spyOn(credits, 'balance').mockImplementation(async (accountId) => {
    await opened
    return balance(accountId)
  })
  const socket = await openUnread(server)
  socket.write(playersOf(server).repeat(18) + keys.map((key) => postOf(server, { idempotencyKey: key })).join(''))
  await until(() => server.metrics().includes('credits_captured_total{op="predict"} 40'))
  expect(asked).toHaveBeenCalledTimes(18)
  open()
  await until(() => server.lifecycle.inFlight === 0)
  asked.mockRestore()
  expect(await server.balance()).toBe(980)
  return socket
}

async function expectInProgress(server: TestServer): Promise<void> {
  for (const key of keys) {
    const answer = await ask(server, key)
    expectError(answer, 409, 'idempotency_in_progress')
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'x-credits-charged': '0' })
  }
}

describe.each(Object.entries(stores))(`the charge of an answer: %s${databaseTests.why}`, (name, start) => {
  /** Runs a test with calls of tens of megabytes, in a quick run over the memory store only. */
  const testLarge = it.runIf(runsAll || name === 'memory')

  testLarge(
    'twenty answers behind unread ones are in progress until their line is reset, then they are refunded',
    async () => {
      const { server, elsewhere } = await start({ ...busy, catalogue: longCatalogue })
      const socket = await callBehindUnread(server)
      await expectInProgress(elsewhere)
      await expectInProgress(server)
      socket.resetAndDestroy()
      await until(async () => (await server.balance()) === 1020)
      for (const key of keys) expect((await ask(elsewhere, key)).headers['x-credits-charged']).toBe('2')
      expect(await server.balance()).toBe(980)
      expect(server.metrics()).not.toContain('credits_kept_total{')
    },
  )

  it.runIf(runsAll)(
    'twenty answers behind unread ones are charged once when the client reads them after all',
    async () => {
      const { server, elsewhere } = await start({ ...busy, catalogue: longCatalogue })
      const socket = await callBehindUnread(server)
      await expectInProgress(elsewhere)
      socket.write('GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
      const texts = parseResponses(Buffer.from(await readToEnd(socket.resume()), 'latin1')).map(({ body }) => body)
      expect(texts.length).toBe(39)
      for (const [index, key] of keys.entries()) {
        await until(async () => (await ask(elsewhere, key)).status === 200)
        const again = await ask(elsewhere, key)
        expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-credits-charged': '0' })
        expect(again.text).toBe(texts[18 + index])
      }
      expect(await server.balance()).toBe(980)
    },
  )

  it.runIf(runsAll)(
    'an answer cut off in its turn is refunded ten times an hour, then its charge is kept and its key replays it',
    async () => {
      const predictor = createFakePredictor(catalogue, (matchup) => {
        // The name is more than the kernel takes, or it fits into a ledger and a dozen of it are more than the kernel takes.
        const name = 'x'.repeat(matchup.bestOf === 5 ? 20_000_000 : 900_000)
        return { ...fakeForecast(matchup), blueTeam: { id: 1, name } }
      })
      const { server, elsewhere } = await start({ ...busy, predictor })
      const cutOff = async (bytes: string, calls: number): Promise<void> => {
        const before = await server.balance()
        const ended = finished(server, null).length + finished(server, 200).length
        const socket = await openUnread(server)
        socket.write(bytes)
        await until(async () => (await server.balance()) === before - 2 * calls && server.lifecycle.inFlight === 0)
        socket.resetAndDestroy()
        await until(() => finished(server, null).length + finished(server, 200).length === ended + calls)
      }
      for (let round = 0; round < 10; round += 1) {
        await cutOff(postOf(server, { body: { ...matchBody, bestOf: 5 } }), 1)
        await until(async () => (await server.balance()) === 1020)
      }
      expect(server.metrics()).not.toContain('credits_kept_total{')

      const asked = keys.slice(0, 12)
      // No call is answered before all have started: behind unread bytes none would start.
      const hold = server.credits.hold.bind(server.credits)
      const held = vi.spyOn(server.credits, 'hold').mockImplementation(async (call) => {
        await until(() => held.mock.calls.length === 12)
        return hold(call)
      })
      await cutOff(asked.map((idempotencyKey) => postOf(server, { idempotencyKey })).join(''), 12)
      held.mockRestore()
      const whole = finished(server, 200).length
      expect(whole).toBeLessThan(12)
      const left = 1020 - 2 * (whole + 1)
      await until(async () => (await server.balance()) === left)
      expect(server.metrics()).toContain('credits_kept_total{reason="undelivered"} 2')
      await until(async () => (await ask(elsewhere, asked[whole] ?? '')).headers['idempotent-replayed'] === 'true')
      expect(await server.balance()).toBe(left)
      const lines = await elsewhere.credits.statement(server.accountId, '2026-11')
      const undelivered = lines.filter(({ reason }) => reason === 'undelivered')
      expect(undelivered).toMatchObject([{ kind: 'capture', credits: -2 }])
      expect(server.log.find(({ event }) => event === 'charge_kept')).toMatchObject({
        requestId: undelivered[0]?.requestId,
        accountId: server.accountId,
      })
    },
  )

  it.each<[string, Post]>([
    ['on a connection that stays open', {}],
    ['on a connection that is to be closed', { lines: 'Connection: close\r\n' }],
    ['in HTTP/1.0', { version: '1.0' }],
    ['in HTTP/1.0 with keep-alive', { version: '1.0', lines: 'Connection: keep-alive\r\n' }],
  ])('an answer %s is charged once the kernel takes it, and replayed from then on', async (_how, post) => {
    const { server, elsewhere } = await start({})
    const socket = await openUnread(server)
    socket.write(postOf(server, { ...post, idempotencyKey: 'a' }))
    await until(() => finished(server, 200).length === 1)
    socket.resetAndDestroy()
    await until(async () => (await ask(elsewhere, 'a')).headers['idempotent-replayed'] === 'true')
    expect(await server.balance()).toBe(18)
  })
})

describe('an answer that waits behind another', () => {
  it.runIf(runsAll)(
    'an answer behind an unread one is in progress for 30 s, then it is refunded and its key is new again',
    async () => {
      const { server } = await one({ ...busy, catalogue: longCatalogue })
      const socket = await callBehindUnread(server)
      server.clock.advance(29_999)
      await expectInProgress(server)
      server.clock.advance(1)
      await until(async () => (await server.balance()) === 1020)
      for (const key of keys) expect((await ask(server, key)).headers['x-credits-charged']).toBe('2')
      socket.destroy()
    },
  )
})
