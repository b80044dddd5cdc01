import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageError } from '../../../packages/server/src/credits/credit-store.ts'
import { openPostgresStore, type PostgresStore } from '../../../packages/server/src/credits/postgres/postgres-store.ts'
import { verifyPostgresLedger } from '../../../packages/server/src/credits/postgres/verify.ts'
import { createManualClock } from '../../support/clock.ts'
import { databaseTests, type OwnPostgresCluster, ownPostgres } from '../../support/postgres.ts'
import { stillTimers } from '../../support/postgres-store.ts'
import { until } from '../../support/server.ts'
import { callOf } from './credit-store.fixture.ts'
import { addStandby, createSwitch, killServer, type Standby, type Switch } from './postgres-standby.ts'

const credits = 1_000_000
const callers = 32

describe.skipIf(databaseTests.skip)(`a server that dies and whose standby takes its place${databaseTests.why}`, () => {
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
    // The dead one left memory behind, which its next start frees.
    await cluster.start()
    cluster.remove()
  })

  const urlAt = (port: number): string => Object.assign(new URL(url), { port }).href

  function openStore(): Promise<PostgresStore> {
    const options = { clock: createManualClock(), randomBytes, freeCredits: 0, log: () => {}, timers: stillTimers }
    return openPostgresStore({ ...options, databaseUrl: urlAt(line.port) })
  }

  const told: string[] = []
  const failed: string[] = []
  async function charge(store: PostgresStore): Promise<void> {
    const call = callOf(account, 2)
    try {
      const result = await store.hold(call)
      if (result.kind !== 'held') throw new Error(`not held: ${result.kind}`)
      await store.capture(result.hold)
      store.delivered(call.requestId)
      told.push(call.requestId)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      failed.push(call.requestId)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const soundAgain = (store: PostgresStore) =>
    until(() =>
      store.beat().then(
        () => store.isSound(),
        () => false,
      ),
    )

  test('loses and doubles no charge that a caller was told of, and every failure nets to nothing', async () => {
    let done = false
    const work = Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        while (!done) await charge(stores[index % 2] as PostgresStore)
      }),
    )
    await until(() => told.length > 500)
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
    const before = told.length
    standby.promote()
    await Promise.all(stores.map(soundAgain))
    await until(() => told.length > before + 300)
    done = true
    await work
    await Promise.all(stores.map(soundAgain))

    const now = urlAt(standby.port)
    expect((await verifyPostgresLedger(now)).violations).toEqual([])
    const rows = await cluster.query<{ id: string; state: string; reason: string | null }>(
      now,
      'SELECT request_id AS id, state, reason FROM charge',
    )
    const states = new Map(rows.map(({ id, state, reason }) => [id, reason === null ? state : `${state}: ${reason}`]))
    // A mark of delivery waits for nobody; the few that died with the server are given away.
    const givenAway = told.filter((id) => states.get(id) === 'refunded: crash')
    expect(givenAway.length).toBeLessThanOrEqual(2 * callers)
    expect(told.filter((id) => states.get(id) !== 'delivered' && !givenAway.includes(id))).toEqual([])
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.map((id) => states.get(id) ?? 'gone').filter((state) => !/^(gone|refunded)/.test(state))).toEqual([])
    const paid = told.length - givenAway.length
    expect(await stores[0]?.balance(account)).toBe(credits - 2 * paid)
  })
})
