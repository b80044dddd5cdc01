import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { createManualClock } from '../../support/clock.ts'
import { type CuttingProxy, createCuttingProxy } from '../../support/cutting-proxy.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, stillTimers, type TestDatabase } from '../../support/postgres-store.ts'
import { until } from '../../support/server.ts'
import { callOf } from '../store/credit-store.fixture.ts'

// While a statement waits for a lock, the server does not notice a broken connection: it still runs the statement, late.

describe.skipIf(databaseTests.skip)(`a statement that waits for a lock${databaseTests.why}`, () => {
  let database: TestDatabase
  let proxy: CuttingProxy
  let store: PostgresStore
  let account: string
  let other: Client
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await database.empty()
    proxy = await createCuttingProxy(database.url)
    store = await openVia(proxy.url)
    account = (await store.createAccount('test')).id
    other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN')
  })
  afterEach(async () => {
    await other.end()
    await store.close()
    expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
    await proxy.close()
  })

  function openVia(databaseUrl: string): Promise<PostgresStore> {
    const clock = createManualClock()
    const options = { clock, randomBytes, freeCredits: 20, log: () => {}, timers: stillTimers }
    return openPostgresStore({ ...options, databaseUrl, databaseNow: clock.now })
  }
  const lockAccount = () => other.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [account])
  const waiting = async (count: number): Promise<void> => {
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(async () => (await database.query(sql)).length === count)
  }
  const breakLine = (): void => {
    proxy.cut('down')
    proxy.cut('up')
  }
  const states = async () =>
    (await database.query<{ state: string }>('SELECT state FROM charge')).map(({ state }) => state)

  it('a hold whose connection breaks while it waits holds once, even though the first attempt runs before its repetition', async () => {
    await lockAccount()
    const results = Promise.all([store.hold(callOf(account, 3)), store.hold(callOf(account, 4))])
    await waiting(1)
    breakLine()
    await waiting(2)
    await other.query('COMMIT')
    expect((await results).map(({ kind }) => kind)).toEqual(['held', 'held'])
    expect(await states()).toEqual(['held', 'held'])
  })

  it('a capture whose connection breaks while it waits charges once, and the caller gets its result', async () => {
    const result = await store.hold(callOf(account, 3))
    if (result.kind !== 'held') throw new Error(result.kind)
    await lockAccount()
    const captured = store.capture(result.hold)
    await waiting(1)
    breakLine()
    await waiting(2)
    await other.query('COMMIT')
    expect(await captured).toBe(17)
    expect(await states()).toEqual(['captured'])
  })

  it('a claim whose connection breaks while it waits leaves its key free, even if it runs after the next beat', async () => {
    const claim = { accountId: account, path: '/p', key: 'k', fingerprint: 'aa', requestId: 'req_a' }
    await other.query(
      `INSERT INTO idempotency (account_id, path, key, fingerprint, request_id, node_id, expires_at)
       VALUES ($1, '/p', 'k', '', 'req_b', 'n', 'infinity')`,
      [account],
    )
    const claimed = store.claim(claim)
    await waiting(1)
    breakLine()
    await expect(claimed).rejects.toBeInstanceOf(StorageError)
    await store.beat()
    await other.query('ROLLBACK')
    await until(async () => (await database.query('SELECT FROM idempotency')).length === 1)
    await store.beat()
    expect(await store.claim({ ...claim, requestId: 'req_c' })).toEqual({ kind: 'claimed' })
    await store.beat()
    expect(await store.claim({ ...claim, requestId: 'req_d' })).toEqual({ kind: 'in_progress' })
  })

  it('a statement that waits for the lock of an account times out, and does not delay other accounts', async () => {
    const impatient = await openVia(`${database.url}?options=-c%20lock_timeout%3D50`)
    const { id } = await impatient.createAccount('other')
    const paid = await impatient.hold(callOf(account, 1))
    if (paid.kind !== 'held') throw new Error(paid.kind)
    await impatient.capture(paid.hold)
    await lockAccount()
    await expect(impatient.refund(paid.hold.requestId, 'operator')).rejects.toBeInstanceOf(StorageError)
    const results = await Promise.allSettled([impatient.hold(callOf(account, 1)), impatient.hold(callOf(id, 1))])
    expect(results).toMatchObject([
      { status: 'rejected', reason: expect.any(StorageError) },
      { status: 'fulfilled', value: { kind: 'held' } },
    ])
    expect(impatient.isSound()).toBe(true)
    await other.query('COMMIT')
    await impatient.close()
  })
})
