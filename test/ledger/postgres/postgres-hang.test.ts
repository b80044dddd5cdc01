import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { prepareDatabase, verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { openPostgresRateLimiter } from '#server/limits/postgres-rate-limiter.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { type CuttingProxy, createCuttingProxy } from '../../support/cutting-proxy.ts'
import { createPassingTimers, type PassingTimers } from '../../support/passing-timers.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { send, startServer, until } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { callOf } from '../store/credit-store.fixture.ts'
import { turns, watch } from './watch.ts'

// A database that hangs accepts connections and requests and answers nothing. A test lets the time of the store pass.

describe.skipIf(databaseTests.skip)(`a database that hangs${databaseTests.why}`, () => {
  let database: TestDatabase
  let proxy: CuttingProxy
  let timers: PassingTimers
  let store: PostgresStore
  let account: string
  let clock: ManualClock
  let log: { readonly event: string }[]
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await database.empty()
    proxy = await createCuttingProxy(database.url)
    timers = createPassingTimers()
    log = []
    store = await open()
    account = (await store.createAccount('customer')).id
    await store.grant(account, { kind: 'topup', ref: 'payment', credits: 100 })
  })
  afterEach(async () => {
    proxy.cut('up')
    await store.close()
    await proxy.close()
    expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
  })

  function open(): Promise<PostgresStore> {
    clock = createManualClock()
    const options = { clock, databaseNow: clock.now, randomBytes, freeCredits: 0, timers }
    return openPostgresStore({ ...options, databaseUrl: proxy.url, log: (entry) => void log.push(entry) })
  }
  const hold = async () => {
    const result = await store.hold(callOf(account, 3))
    if (result.kind !== 'held') throw new Error(`not held: ${result.kind}`)
    return result.hold
  }
  /** Makes the database hang, then starts a call and waits until its request was sent. */
  const hang = async (ask: () => Promise<unknown>, how: 'hang' | 'hang replies' = 'hang') => {
    proxy.cut(how)
    const before = proxy.swallowed()
    const asked = watch(ask())
    await until(() => proxy.swallowed() > before)
    return asked
  }
  /** Lets a second pass for the store, and lets the machine do as much work as one query to the database takes. */
  const second = async (): Promise<void> => {
    timers.pass(1000)
    for (let asked = 0; asked < 3; asked += 1) await database.query('SELECT 1')
  }
  const soundAgain = async (): Promise<void> => {
    proxy.cut('up')
    await until(async () => {
      await second()
      return store.isSound()
    })
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a key', async () => store.findKey('f'.repeat(64))],
    ['a balance', () => store.balance(account)],
  ])('a read of %s fails after two seconds', async (_name, read) => {
    const reading = await hang(read)
    timers.pass(1999)
    await turns()
    expect(reading.ended).toBe(false)
    timers.pass(1)
    await expect(reading.promise).rejects.toBeInstanceOf(StorageError)
  })

  it('every read fails after two seconds, also when it waits for a connection', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `nobody ${index}`)
    const readings = await hang(() => Promise.allSettled(names.map((name) => store.findAccount(name))))
    timers.pass(2000)
    const failed = { status: 'rejected', reason: expect.any(StorageError) }
    expect(await readings.promise).toEqual(names.map(() => failed))
  })

  it('a read fails when its connection is never made', async () => {
    proxy.cut('down')
    await expect(store.balance(account)).rejects.toBeInstanceOf(StorageError)
    const reading = await hang(() => store.balance(account))
    timers.pass(2000)
    await expect(reading.promise).rejects.toBeInstanceOf(StorageError)
  })

  it('an idle store notices a hang within five seconds, and its end too', async () => {
    proxy.cut('hang')
    timers.pass(1000)
    await until(() => proxy.swallowed() > 0)
    expect(store.isSound()).toBe(true)
    timers.pass(2000)
    await until(() => !store.isSound())
    expect(log.map(({ event }) => event)).toEqual(['database_unreachable'])
    await soundAgain()
    expect(log.map(({ event }) => event)).toEqual(['database_unreachable', 'database_reachable'])
    await store.capture(await hold())
  })

  it('a hold fails after four seconds, and later calls fail at once', async () => {
    const holding = await hang(hold)
    timers.pass(4000)
    await expect(holding.promise).rejects.toBeInstanceOf(StorageError)
    expect(store.isSound()).toBe(false)
    await expect(store.hold(callOf(account, 1))).rejects.toBeInstanceOf(StorageError)
    await soundAgain()
    await store.beat()
    expect(await database.query('SELECT FROM charge')).toEqual([])
  })

  it.each(['hang', 'hang replies'] as const)(
    'a capture fails after four seconds, and its credits are returned (%s)',
    async (how) => {
      const held = await hold()
      const capturing = await hang(() => store.capture(held), how)
      timers.pass(3999)
      await turns()
      expect(capturing.ended).toBe(false)
      timers.pass(1)
      await expect(capturing.promise).rejects.toBeInstanceOf(StorageError)
      expect(store.isSound()).toBe(false)
      await soundAgain()
      await until(async () => {
        await store.beat()
        return (await database.query('SELECT FROM charge WHERE closed_at IS NULL')).length === 0
      })
      expect(await store.balance(account)).toBe(100)
      const states = await database.query('SELECT state, reason FROM charge')
      expect(states).toEqual(how === 'hang' ? [] : [{ state: 'refunded', reason: 'crash' }])
    },
  )

  it('upkeep that the database refuses is logged', async () => {
    await database.query('ALTER TABLE node RENAME TO hidden')
    clock.advance(5000)
    timers.pass(1000)
    await until(() => log.length > 0)
    await database.query('ALTER TABLE hidden RENAME TO node')
    expect(log).toEqual([expect.objectContaining({ level: 'error', event: 'upkeep_failed' })])
    expect(store.isSound()).toBe(true)
  })

  it('a store can be closed while the database hangs', async () => {
    const closing = await hang(() => store.close())
    await until(async () => {
      await second()
      return closing.ended
    })
    await closing.promise
  })

  it('prepareDatabase and verifyPostgresLedger fail within five seconds', async () => {
    proxy.cut('hang')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const questions: ((url: string) => Promise<unknown>)[] = [prepareDatabase, verifyPostgresLedger]
      for (const ask of questions) {
        const before = proxy.swallowed()
        const asking = watch(ask(proxy.url))
        await until(() => proxy.swallowed() > before)
        vi.advanceTimersByTime(5000)
        await expect(asking.promise).rejects.toThrow()
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('callers and /readyz get 503 within five seconds, and 200 after the hang without a restart', async () => {
    const server = await startServer({ credits: () => open() })
    const call = () => send(server, 'POST', '/v1/predict', { body: matchBody })
    const ready = async () => (await send(server, 'GET', '/readyz')).status
    await server.credits.grant(server.accountId, { kind: 'topup', ref: 'payment', credits: 100 })
    expect([(await call()).status, await ready()]).toEqual([200, 200])
    const calling = await hang(call)
    timers.pass(2000)
    expect(await calling.promise).toMatchObject({ status: 503, json: { error: 'storage_unavailable' } })
    timers.pass(1000)
    await until(async () => (await ready()) === 503)
    expect((await call()).status).toBe(503)
    proxy.cut('up')
    await until(async () => {
      await second()
      return (await ready()) === 200
    })
    expect((await call()).status).toBe(200)
    await server.close()
  })

  it('callers and /readyz get 503 when the database of the rate limiter hangs', async () => {
    const limiter = await openPostgresRateLimiter({ databaseUrl: proxy.url, limit: 120, log: () => {}, timers })
    expect(limiter.isSound()).toBe(true)
    const taking = await hang(() => limiter.take('k'))
    timers.pass(4000)
    await expect(taking.promise).rejects.toBeInstanceOf(StorageError)
    expect(limiter.isSound()).toBe(false)
    await expect(limiter.take('k')).rejects.toBeInstanceOf(StorageError)
    const server = await startServer({ limiter })
    expect(await send(server, 'GET', '/readyz')).toMatchObject({
      status: 503,
      json: { error: 'storage_unavailable', message: 'rate: requests cannot be counted now' },
    })
    expect((await send(server, 'GET', '/v1/usage')).status).toBe(503)
    proxy.cut('up')
    await until(async () => {
      await second()
      return limiter.isSound()
    })
    expect((await send(server, 'GET', '/readyz')).status).toBe(200)
    expect((await limiter.take('k')).allowed).toBe(true)
    await server.close()
    await limiter.close()
  })
})
