import { randomBytes } from 'node:crypto'
import { createMemoryStore, parseExport } from '@riftline/ledger'
import { importIntoDatabase } from '@riftline/ledger/postgres'
import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresStore, type PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, stillTimers, type TestDatabase } from '../../support/postgres-store.ts'
import { send, startServer, until } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { linesOf } from '../store/exported.ts'

const hour = 3_600_000

describe.skipIf(databaseTests.skip)(`the clock of the database${databaseTests.why}`, () => {
  let database: TestDatabase
  let log: { readonly event: string; readonly [field: string]: unknown }[]
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    await database.empty()
    log = []
  })

  function open(clock: ManualClock, databaseNow?: () => number): Promise<PostgresStore> {
    return openPostgresStore({
      databaseUrl: database.url,
      clock,
      randomBytes,
      freeCredits: 20,
      log: (entry) => log.push(entry),
      timers: stillTimers,
      ...(databaseNow === undefined ? {} : { databaseNow }),
    })
  }

  it.each([1, -1])('a start is refused when the clock is over an hour from that of the database (%i)', async (sign) => {
    const clock = createManualClock()
    await (await open(clock, () => clock.now() + sign * hour)).close()
    await expect(open(clock, () => clock.now() + sign * (hour + 1))).rejects.toMatchObject({
      code: 'clock_differs',
      message: expect.stringMatching(
        /^the clock says 2026-11-21T12:00:00, that of the database 2026-11-21T1(3:00:00|0:59:59) \(UTC\): expected at most an hour/,
      ),
    })
  })

  it('the clock of the database is that of its server unless a test passes another', async () => {
    const [row] = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    const at = row?.at.getTime() ?? 0
    await (await open(createManualClock(new Date(at).toISOString()))).close()
    for (const off of [2 * hour, -2 * hour]) {
      const started = open(createManualClock(new Date(at + off).toISOString()))
      await expect(started).rejects.toMatchObject({ code: 'clock_differs' })
    }
  })

  it('charges stop while the clock of the database is over an hour away, and resume without a restart', async () => {
    let apart = 0
    let store: PostgresStore | undefined
    const server = await startServer({
      credits: async (clock) => {
        store = await open(clock, () => clock.now() + apart)
        return store
      },
    })
    const statuses = async (): Promise<readonly number[]> => {
      await store?.beat()
      const ready = await send(server, 'GET', '/readyz', { key: null })
      const charged = await send(server, 'POST', '/v1/predict', { body: matchBody })
      if (charged.status !== 200) expect(charged.json.error).toBe('storage_unavailable')
      return [ready.status, charged.status]
    }
    expect(await statuses()).toEqual([200, 200])
    apart = -hour - 1
    expect(await statuses()).toEqual([503, 503])
    expect(await statuses()).toEqual([503, 503])
    apart = hour
    expect(await statuses()).toEqual([200, 200])
    const differs = { level: 'error', clockUtc: '2026-11-21T12:00:00', databaseUtc: '2026-11-21T10:59:59' }
    expect(log.filter(({ event }) => event.startsWith('clock'))).toEqual([
      { ...differs, event: 'clock_differs' },
      { level: 'info', event: 'clock_agrees' },
    ])
    await server.close()
  })

  it('an import is checked against the clock of the database, and accepted records count at once', async () => {
    const clock = createManualClock()
    const source = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    await source.createAccount('early')
    clock.setNow(clock.now() - 1)
    clock.advance(9 * 365 * 24 * hour + 1)
    const { id } = await source.createAccount('test')
    expect(await source.balance(id)).toBe(20)
    const document = await parseExport(await linesOf(source))
    const right = createManualClock()
    await (await database.open({ clock: right })).close()
    await expect(importIntoDatabase(database.url, document, { clock: right })).rejects.toMatchObject({
      code: 'ledger_document_invalid',
      message: expect.stringMatching(/^line 3: createdAt: .*RIFTLINE_ACCEPT_CLOCK=on/),
    })
    const before = createManualClock('2026-11-21T11:59:59Z')
    await expect(
      importIntoDatabase(database.url, document, { clock: before, acceptClock: true }),
    ).rejects.toMatchObject({ code: 'clock_behind_ledger' })
    const log: object[] = []
    const note = (entry: object) => void log.push(entry)
    await importIntoDatabase(database.url, document, { clock: right, acceptClock: true, log: note })
    expect(log).toMatchObject([{ event: 'clock_accepted', clockUtc: '2026-11-21T12:00:00' }])
    const store = await database.open({ clock: right })
    expect(await store.balance(id)).toBe(20)
    expect((await store.statement(id, '2026-11')).length).toBe(1)
    await store.close()
  })

  it('a start finds entries of a clock that was ahead, even before a hundred later ones of another account', async () => {
    const clock = createManualClock()
    const store = await database.open({ clock })
    const [early, busy] = [await store.createAccount('early'), await store.createAccount('busy')]
    await store.close()
    await database.query(`SELECT ledger_touch($1, '2036-03-07T09:00:00Z', 20), ledger_touch($2, $3, 20)`, [
      early.id,
      busy.id,
      new Date(clock.now()),
    ])
    for (let entry = 0; entry < 100; entry += 1) {
      await database.query(`SELECT ledger_grant($1, 'topup', $2, NULL, 1, $3, NULL)`, [
        busy.id,
        `r${entry}`,
        new Date(clock.now()),
      ])
    }
    await expect(database.open({ clock })).rejects.toMatchObject({ code: 'clock_behind_ledger' })
    await (await database.open({ clock, acceptClock: true })).close()
    const after = await database.open({ clock })
    expect([await after.balance('early'), await after.balance('busy')]).toEqual([20, 120])
    await after.close()
  })

  it('a start finds that the clock was ahead when the only record of it is the use of an address', async () => {
    const clock = createManualClock()
    const store = await database.open({ clock })
    const { id } = await store.createAccount('test')
    await store.close()
    const ahead = new Date(clock.now() + 3 * hour)
    await database.query(`INSERT INTO address_seen VALUES ($1, '192.0.2.1', 'r1', $2, $2)`, [id, ahead])
    await expect(database.open({ clock })).rejects.toMatchObject({ code: 'clock_behind_ledger' })
    await (await database.open({ clock, acceptClock: true })).close()
    await (await database.open({ clock })).close()
  })

  it('turning back a large ledger may take longer than the limit of a statement', async () => {
    const clock = createManualClock()
    const right = clock.now()
    clock.advance(5 * 24 * hour)
    const store = await database.open({ clock })
    await store.balance((await store.createAccount('test')).id)
    await store.close()
    await database.query('UPDATE account SET created_at = $1', [new Date(right)])
    clock.setNow(right)
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE account IN EXCLUSIVE MODE')
    const timers = createPassingTimers()
    const options = { clock, databaseNow: clock.now, randomBytes, freeCredits: 20, log: () => {}, timers }
    const opened = openPostgresStore({ ...options, databaseUrl: database.url, acceptClock: true })
    opened.catch(() => {})
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(async () => (await database.query(waiting)).length === 1)
    timers.pass(10_000)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await other.query('COMMIT')
    await other.end()
    await (await opened).close()
    await (await database.open({ clock })).close()
  })
})
