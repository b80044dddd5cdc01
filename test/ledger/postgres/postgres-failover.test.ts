import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { createManualClock } from '../../support/clock.ts'
import { databaseTests, type OwnPostgresCluster, ownPostgres } from '../../support/postgres.ts'
import { stillTimers } from '../../support/postgres-store.ts'
import { until } from '../../support/server.ts'
import { type Books, chargeOnce, expectSettled, soundAgain } from './postgres-charging.ts'
import { addStandby, createSwitch, killServer, type Standby, type Switch } from './postgres-standby.ts'

const credits = 1_000_000
const callers = 32

describe.skipIf(databaseTests.skip)(`a failover to a standby${databaseTests.why}`, () => {
  let cluster: OwnPostgresCluster
  let standby: Standby
  let line: Switch
  let url: string
  let stores: PostgresStore[]
  let account: string
  beforeAll(async () => {
    cluster = await ownPostgres()
    url = await cluster.createDatabase()
    standby = await addStandby(cluster, url)
    line = await createSwitch()
    line.lead(Number(new URL(url).port))
    stores = [await openStore(), await openStore()]
    const [store] = stores as [PostgresStore]
    account = (await store.createAccount('test')).id
    await store.grant(account, { kind: 'topup', ref: 'payment', credits })
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await line.close()
    await standby.remove()
    // The killed server left shared memory, which its next start frees.
    await cluster.start()
    cluster.remove()
  })

  const urlAt = (port: number): string => Object.assign(new URL(url), { port }).href

  function openStore(): Promise<PostgresStore> {
    const clock = createManualClock()
    const options = { clock, databaseNow: clock.now, randomBytes, freeCredits: 0, log: () => {}, timers: stillTimers }
    return openPostgresStore({ ...options, databaseUrl: urlAt(line.port) })
  }

  const books: Books = { acknowledged: [], failed: [] }

  it('a failover loses and doubles no acknowledged charge, and every failed call costs nothing', async () => {
    let done = false
    const work = Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        while (!done) await chargeOnce(stores[index % 2] as PostgresStore, account, books)
      }),
    )
    await until(() => books.acknowledged.length > 500)
    await killServer(cluster, url)
    line.lead(null)
    await until(() => stores.every((store) => !store.isSound()))
    line.lead(standby.port)
    for (const store of stores) {
      await expect(store.beat()).rejects.toBeInstanceOf(StorageError)
      expect(await store.accounts()).toHaveLength(1)
      expect(store.isSound()).toBe(false)
    }
    await expect(openStore()).rejects.toMatchObject({
      code: 'database_unsuitable',
      message: 'role of the database: expected primary, got standby',
    })
    const before = books.acknowledged.length
    standby.promote()
    await Promise.all(stores.map(soundAgain))
    await until(() => books.acknowledged.length > before + 300)
    done = true
    await work
    await Promise.all(stores.map(soundAgain))

    // The few charges whose mark of delivery was lost with the server are refunded.
    const givenAway = await expectSettled(cluster, urlAt(standby.port), books, 2 * callers)
    expect(books.failed.length).toBeGreaterThan(0)
    const paid = books.acknowledged.length - givenAway
    expect(await stores[0]?.balance(account)).toBe(credits - 2 * paid)
  })
})
