import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from '#ledger/credit-store.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { amount, runsAll } from '../../support/amount.ts'
import { createManualClock } from '../../support/clock.ts'
import { type CuttingProxy, createCuttingProxy } from '../../support/cutting-proxy.ts'
import { databaseTests, type OwnPostgresCluster, ownPostgres } from '../../support/postgres.ts'
import { createTestDatabase, stillTimers, type TestDatabase } from '../../support/postgres-store.ts'
import { until } from '../../support/server.ts'
import { anAnswer, callOf } from '../store/credit-store.fixture.ts'
import { type Books, chargeOnce, expectSettled, soundAgain } from './postgres-charging.ts'

const credits = 1_000_000
const callers = 32

function openAt(databaseUrl: string, log: object[] = []): Promise<PostgresStore> {
  const clock = createManualClock()
  const note = (entry: object): void => void log.push(entry)
  return openPostgresStore({
    databaseUrl,
    clock,
    randomBytes,
    freeCredits: 0,
    log: note,
    timers: stillTimers,
    databaseNow: clock.now,
  })
}

async function richAccount(store: PostgresStore): Promise<string> {
  const { id } = await store.createAccount('test')
  await store.grant(id, { kind: 'topup', ref: 'payment', credits })
  return id
}

describe.skipIf(databaseTests.skip)(`a broken connection${databaseTests.why}`, () => {
  let database: TestDatabase
  let proxy: CuttingProxy
  let store: PostgresStore
  let account: string
  let log: object[]
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await database.empty()
    proxy = await createCuttingProxy(database.url)
    log = []
    store = await openAt(proxy.url, log)
    account = await richAccount(store)
  })
  afterEach(async () => {
    expect((await verifyPostgresLedger(database.url)).violations).toEqual([])
    await store.close()
    await proxy.close()
  })
  const hold = async (change = {}) => {
    const result = await store.hold(callOf(account, 3, change))
    if (result.kind !== 'held') throw new Error(`not held: ${result.kind}`)
    return result.hold
  }
  const charges = async () =>
    (await database.query<{ state: string }>('SELECT state FROM charge ORDER BY request_id')).map(({ state }) => state)

  it.each(['request', 'reply'] as const)('a hold whose %s is lost is repeated and holds once', async (what) => {
    await hold()
    proxy.cut(what)
    store.voidHold(await hold())
    expect(proxy.cuts()).toBe(1)
    await store.beat()
    expect(await charges()).toEqual(['held'])
  })

  it.each(['request', 'reply'] as const)(
    'a capture whose %s is lost charges once and gives its result',
    async (what) => {
      const claim = { accountId: account, path: '/p', key: 'k', fingerprint: 'aa', requestId: 'req_k' }
      await store.claim(claim)
      const held = await hold({ requestId: 'req_k' })
      proxy.cut(what)
      expect(await store.capture(held, { ...anAnswer, claim })).toBe(credits - 3)
      expect(proxy.cuts()).toBe(1)
      expect(await charges()).toEqual(['captured'])
      store.delivered('req_k')
      expect(await store.claim({ ...claim, requestId: 'req_l' })).toEqual({ kind: 'stored', answer: anAnswer })
    },
  )

  it.each(['request', 'reply'] as const)('a refund whose %s is lost refunds once', async (what) => {
    const held = await hold()
    await store.capture(held)
    proxy.cut(what)
    await store.refund(held.requestId, 'disconnect')
    expect(proxy.cuts()).toBe(1)
    expect(await store.balance(account)).toBe(credits)
  })

  it.each(['request', 'reply'] as const)('a void whose %s is lost is repeated at the next beat', async (what) => {
    const held = await hold()
    proxy.cut(what)
    store.voidHold(held)
    await until(() => proxy.cuts() === 1)
    await store.beat()
    expect(await charges()).toEqual([])
  })

  it.each(['request', 'reply'] as const)(
    'a mark of delivery whose %s is lost is repeated at the next beat',
    async (what) => {
      const held = await hold()
      await store.capture(held)
      proxy.cut(what)
      store.delivered(held.requestId)
      await until(() => proxy.cuts() === 1)
      await store.beat()
      expect(await charges()).toEqual(['delivered'])
    },
  )

  const claim = { path: '/p', key: 'k', fingerprint: 'aa', requestId: 'req_k' }

  it.each(['request', 'reply'] as const)('a claim whose %s is lost leaves its key free', async (what) => {
    await hold()
    proxy.cut(what)
    await expect(store.claim({ accountId: account, ...claim })).rejects.toBeInstanceOf(StorageError)
    await store.beat()
    expect(await store.claim({ accountId: account, ...claim })).toEqual({ kind: 'claimed' })
  })

  it.each(['request', 'reply'] as const)('a claim whose drop loses its %s is free after a beat', async (what) => {
    await store.claim({ accountId: account, ...claim })
    proxy.cut(what)
    store.dropClaim({ accountId: account, ...claim })
    await until(() => proxy.cuts() === 1)
    await store.beat()
    expect(await store.claim({ accountId: account, ...claim })).toEqual({ kind: 'claimed' })
  })

  it('while the database is away every call fails and nothing is charged; afterwards the store works again', async () => {
    const [held, captured, lost, delivered] = [await hold(), await hold(), await hold(), await hold()]
    await store.capture(captured)
    await store.capture(delivered)
    proxy.cut('down')
    await expect(store.capture(lost)).rejects.toBeInstanceOf(StorageError)
    await expect(store.hold(callOf(account, 1))).rejects.toBeInstanceOf(StorageError)
    await expect(store.refund(captured.requestId, 'disconnect')).rejects.toBeInstanceOf(StorageError)
    await expect(store.balance(account)).rejects.toBeInstanceOf(StorageError)
    await expect(store.createAccount('other')).rejects.toBeInstanceOf(StorageError)
    await expect(store.findKey('f'.repeat(64))).rejects.toBeInstanceOf(StorageError)
    store.voidHold(held)
    store.delivered(delivered.requestId)
    await until(() => !store.isSound())
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', event: 'database_unreachable' }))
    await expect(store.beat()).rejects.toBeInstanceOf(StorageError)

    proxy.cut('up')
    await store.beat()
    expect(store.isSound()).toBe(true)
    expect((await charges()).sort()).toEqual(['delivered', 'refunded'])
    expect((await store.statement(account, '2026-11')).at(-1)).toMatchObject({ kind: 'refund', reason: 'disconnect' })
    expect(await store.balance(account)).toBe(credits - 3)
    await store.capture(await hold())
  })

  it('a store can be closed while the database is away, and the next process settles its charges', async () => {
    await store.capture(await hold())
    proxy.cut('down')
    await store.close()
    expect(log).toContainEqual(expect.objectContaining({ event: 'lease_left_to_run_out' }))
    const next = await openAt(database.url)
    await database.query(`UPDATE node SET lease_until = '-infinity' WHERE id = (SELECT node_id FROM charge)`)
    await next.beat()
    expect(await next.balance(account)).toBe(credits)
    await next.close()
  })
})

describe.skipIf(databaseTests.skip)(`a database that breaks under load${databaseTests.why}`, () => {
  let cluster: OwnPostgresCluster
  let url: string
  let stores: PostgresStore[]
  let account: string
  beforeAll(async () => {
    cluster = await ownPostgres()
    url = await cluster.createDatabase()
    stores = [await openAt(url), await openAt(url)]
    account = await richAccount(stores[0] as PostgresStore)
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    cluster.remove()
  })

  /** Charges until `stopped` is true and returns the outcomes that callers saw. */
  async function chargeUntil(stopped: () => boolean, books: Books = { acknowledged: [], failed: [] }): Promise<Books> {
    const caller = async (index: number): Promise<void> => {
      const store = stores[index % 2] as PostgresStore
      while (!stopped()) await chargeOnce(store, account, books, index % 8 === 7)
    }
    await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
    return books
  }

  async function expectNothingOpen(books: Books, mostGivenAway: number): Promise<void> {
    await Promise.all(stores.map(soundAgain))
    await expectSettled(cluster, url, books, mostGivenAway)
    const [sums] = await cluster.query<{ held: string; open: string }>(
      url,
      `SELECT (SELECT sum(held) FROM credit_grant) AS held, (SELECT count(*) FROM charge WHERE state IN ('held', 'captured')) AS open`,
    )
    expect(sums).toEqual({ held: '0', open: '0' })
    expect(books.acknowledged.length).toBeGreaterThan(amount(10, 100))
  }

  it('connections ended during charges lose and double no charge', async () => {
    const most = amount(10, 60)
    let ended = 0
    const books: Books = { acknowledged: [], failed: [] }
    const work = chargeUntil(() => ended >= most, books)
    while (ended < most) {
      const acknowledged = books.acknowledged.length
      await until(() => books.acknowledged.length > acknowledged + 1)
      const rows = await cluster.query(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' ORDER BY random() LIMIT 1`,
      )
      ended += rows.length
    }
    await expectNothingOpen(await work, 0)
  })

  it('an immediate shutdown and restart of the server loses and doubles no charge', async () => {
    const rounds = amount(1, 3)
    let done = false
    const work = chargeUntil(() => done)
    for (let round = 0; round < rounds; round++) {
      const captured = async () =>
        Number((await cluster.query<{ n: string }>(url, 'SELECT count(*) AS n FROM charge'))[0]?.n)
      const before = await captured()
      await until(async () => (await captured()) > before + 200)
      cluster.stopAtOnce()
      await until(() => stores.every((store) => !store.isSound()))
      await cluster.start()
      await Promise.all(stores.map(soundAgain))
    }
    done = true
    await expectNothingOpen(await work, rounds * callers)
  })

  it.runIf(runsAll)('a repeated answer stays charged when the database loses power right afterwards', async () => {
    const [one, other] = stores as [PostgresStore, PostgresStore]
    // Commits that no call waits for stay in memory for ten seconds.
    await cluster.query(url, `ALTER SYSTEM SET wal_writer_delay = '10s'`)
    await cluster.query(url, 'SELECT pg_reload_conf()')
    for (let round = 0; round < amount(1, 3); round += 1) {
      const claim = {
        accountId: account,
        path: '/p',
        key: `k${round}`,
        fingerprint: 'aa',
        requestId: `req_k${round}`,
      }
      await one.claim(claim)
      const result = await one.hold(callOf(account, 2, { requestId: claim.requestId }))
      if (result.kind !== 'held') throw new Error(result.kind)
      await one.capture(result.hold, { ...anAnswer, claim })
      one.delivered(claim.requestId)
      const retry = { ...claim, requestId: `req_l${round}` }
      await until(async () => (await other.claim(retry)).kind === 'stored')
      cluster.stopAtOnce()
      await cluster.start()
      await Promise.all(stores.map(soundAgain))
      await cluster.query(url, `UPDATE node SET lease_until = '-infinity'`)
      await other.beat()
      expect(await other.claim(retry)).toEqual({ kind: 'stored', answer: anAnswer })
    }
    expect((await verifyPostgresLedger(url)).violations).toEqual([])
  })
})
