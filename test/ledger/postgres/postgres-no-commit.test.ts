import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { createManualClock } from '../../support/clock.ts'
import { createPassingTimers, type PassingTimers } from '../../support/passing-timers.ts'
import { databaseTests, type OwnPostgresCluster, ownPostgres } from '../../support/postgres.ts'
import { until } from '../../support/server.ts'
import { callOf } from '../store/credit-store.fixture.ts'
import { turns, watch } from './watch.ts'

describe.skipIf(databaseTests.skip)(`a database that answers and no longer commits${databaseTests.why}`, () => {
  let cluster: OwnPostgresCluster
  let url: string
  let timers: PassingTimers
  let store: PostgresStore
  beforeAll(async () => {
    cluster = await ownPostgres()
    url = await cluster.createDatabase()
    timers = createPassingTimers()
    const clock = createManualClock()
    const options = { clock, databaseNow: clock.now, randomBytes, freeCredits: 20, timers }
    store = await openPostgresStore({ ...options, databaseUrl: url, log: () => {} })
  })
  afterAll(async () => {
    await store.close()
    cluster.remove()
  })
  /** Turns commits on or off: when off, every commit waits for a standby that does not exist. */
  const commits = async (does: boolean): Promise<void> => {
    const set = does ? 'RESET synchronous_standby_names' : `SET synchronous_standby_names = 'nobody'`
    await cluster.query(url, `ALTER SYSTEM ${set}`)
    await cluster.query(url, 'SELECT pg_reload_conf()')
    const now = `SELECT current_setting('synchronous_standby_names') AS names`
    await until(async () => ((await cluster.query<{ names: string }>(url, now))[0]?.names === '') === does)
  }
  const soundAgain = () =>
    until(async () => {
      timers.pass(1000)
      for (let asked = 0; asked < 3; asked += 1) await cluster.query(url, 'SELECT 1')
      return store.isSound()
    })
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()`

  it('an idle store is not sound within five seconds when the database reads but no longer commits', async () => {
    await commits(false)
    for (let second = 1; second < 5; second += 1) {
      timers.pass(1000)
      for (let asked = 0; asked < 20; asked += 1) await cluster.query(url, 'SELECT 1')
      expect(await store.findKey('f'.repeat(64))).toBe(null)
    }
    timers.pass(1000)
    await turns()
    expect(store.isSound()).toBe(false)
    await commits(true)
    await soundAgain()
  })

  it('a store is not sound until the database commits again, and the charge that waited is refunded', async () => {
    const { id } = await store.createAccount('test')
    const result = await store.hold(callOf(id, 3))
    if (result.kind !== 'held') throw new Error('not held')
    await commits(false)
    const capturing = watch(store.capture(result.hold))
    await until(async () => (await cluster.query(url, waiting)).length === 1)
    timers.pass(4000)
    await expect(capturing.promise).rejects.toBeInstanceOf(StorageError)
    expect(store.isSound()).toBe(false)
    await until(async () => (await cluster.query(url, waiting)).length >= 2)
    timers.pass(2000)
    await turns()
    expect(store.isSound()).toBe(false)
    await commits(true)
    await soundAgain()
    await until(async () => {
      await store.beat()
      return (await cluster.query(url, 'SELECT FROM charge WHERE closed_at IS NULL')).length === 0
    })
    expect(await store.balance(id)).toBe(20)
    expect((await verifyPostgresLedger(url)).violations).toEqual([])
  })
})
