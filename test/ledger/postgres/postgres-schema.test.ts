import { Client } from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prepareDatabase, verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import { databaseTests, type PostgresCluster, sharedPostgres } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { until } from '../../support/server.ts'
import { callOf } from '../store/credit-store.fixture.ts'

describe.skipIf(databaseTests.skip)(`a database at the start${databaseTests.why}`, () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await sharedPostgres()
  })

  it('a database is prepared once, even by eight processes at the same time, and unchanged by later starts', async () => {
    const url = await cluster.createDatabase()
    await Promise.all(Array.from({ length: 8 }, () => prepareDatabase(url)))
    await cluster.query(url, `INSERT INTO account (id, name, created_at) VALUES ('acc_a', 'a', now())`)
    await prepareDatabase(url)
    const [kept] = await cluster.query(
      url,
      'SELECT (SELECT count(*) FROM account) AS accounts, max(version) AS version FROM ledger_schema',
    )
    expect(kept).toEqual({ accounts: '1', version: 6 })
  })

  it.each([
    ['synchronous_commit', 'off', 'synchronous_commit of the database: expected on or remote_apply, got off'],
    ['synchronous_commit', 'local', 'synchronous_commit of the database: expected on or remote_apply, got local'],
  ])('a database with %s = %s is refused', async (setting, value, message) => {
    const url = await cluster.createDatabase()
    await cluster.query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting} = ${value}`)
    await expect(prepareDatabase(url)).rejects.toMatchObject({ code: 'database_unsuitable', message })
    await expect(prepareDatabase(`${url}?options=-c%20synchronous_commit%3Dremote_apply`)).resolves.toBeUndefined()
  })

  it.each([
    ['server_version_num', '140005', 'server_version of the database: expected 15 or newer, got 14.0005'],
    ['fsync', 'off', 'fsync of the database: expected on, got off'],
    ['server_encoding', 'SQL_ASCII', 'server_encoding of the database: expected UTF8, got SQL_ASCII'],
  ])('a database with %s = %s is refused', async (setting, value, message) => {
    const url = await cluster.createDatabase()
    // A function of the same name stands in front of the server's.
    await cluster.query(
      url,
      `CREATE SCHEMA front; CREATE FUNCTION front.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN '${setting}' THEN '${value}' ELSE pg_catalog.current_setting(name) END $$`,
    )
    await expect(prepareDatabase(`${url}?options=-c%20search_path%3Dfront,pg_catalog,public`)).rejects.toMatchObject({
      code: 'database_unsuitable',
      message,
    })
  })

  it('a start whose connection breaks while it waits for another start fails with database_unreachable', async () => {
    const url = await cluster.createDatabase()
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(7200, 0)')
    const started = prepareDatabase(url)
    started.catch(() => {})
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await until(async () => (await cluster.query(url, end)).length === 1)
    await expect(started).rejects.toMatchObject({ code: 'database_unreachable' })
    await other.end()
  })

  it.each([3, 99])('a database with a schema of version %i is refused', async (version) => {
    const url = await cluster.createDatabase()
    await prepareDatabase(url)
    await cluster.query(url, `UPDATE ledger_schema SET version = ${version}`)
    await expect(prepareDatabase(url)).rejects.toMatchObject({
      code: 'database_unsuitable',
      message: `schema of the database: expected version 6, got version ${version}`,
    })
  })

  it('an unreachable database is refused with an error that does not show the password', async () => {
    const nobody = prepareDatabase('postgres://riftline:secret@127.0.0.1:1/nothing')
    await expect(nobody).rejects.toMatchObject({ code: 'database_unreachable' })
    await expect(nobody).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
  })

  it('an invalid database URL is refused with an error that does not show the password', async () => {
    const url = 'postgres://riftline:secret@one,two:5432,5433/ledger'
    const expected = {
      code: 'database_unreachable',
      message: expect.stringMatching(/^DATABASE_URL: expected postgres:(?!.*secret)/),
    }
    await expect(prepareDatabase(url)).rejects.toMatchObject(expected)
    await expect(verifyPostgresLedger(url)).rejects.toMatchObject(expected)
  })

  it('only the first start needs a role that may create tables; later ones need a role that may use them', async () => {
    const url = await cluster.createDatabase()
    const name = `clerk_${new URL(url).pathname.slice(1)}`
    await cluster.query(url, `CREATE ROLE ${name} LOGIN`)
    const clerk = Object.assign(new URL(url), { username: name }).href
    await expect(prepareDatabase(clerk)).rejects.toMatchObject({
      code: 'database_unsuitable',
      message: 'schema of the database: permission denied for schema public',
    })
    await prepareDatabase(url)
    await cluster.query(url, `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`)
    await expect(prepareDatabase(clerk)).resolves.toBeUndefined()
    // The store writes this message to check whether its database still commits.
    await expect(cluster.query(clerk, `SELECT pg_logical_emit_message(true, 'riftline', '')`)).resolves.toHaveLength(1)
  })
})

describe.skipIf(databaseTests.skip)(`the schema${databaseTests.why}`, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    const store = await database.open()
    const { id } = await store.createAccount('test')
    const charge = async (credits: number) => {
      const result = await store.hold(callOf(id, credits))
      if (result.kind === 'held') await store.capture(result.hold)
      return result.kind === 'held' ? result.hold.requestId : ''
    }
    store.delivered(await charge(2))
    await store.refund(await charge(3), 'disconnect')
    await store.close()
  })

  it.each(['UPDATE entry SET amount = 1', 'DELETE FROM entry', 'TRUNCATE entry'])(
    'the schema refuses %s',
    async (sql) => {
      await expect(database.query(sql)).rejects.toThrow('entries are only ever added')
    },
  )

  it.each([
    'UPDATE credit_grant SET remaining = -1, held = 0',
    'UPDATE credit_grant SET held = remaining + 1',
    'UPDATE credit_grant SET remaining = amount + 1',
  ])('the schema refuses sums outside their limits: %s', async (sql) => {
    await expect(database.query(sql)).rejects.toMatchObject({ code: '23514' })
  })

  describe('verify', () => {
    beforeEach(async () => {
      expect(await verifyPostgresLedger(database.url)).toEqual({
        sound: true,
        accounts: 1,
        records: 4,
        tornBytes: 0,
        violations: [],
      })
    })

    /** Damages, each with the statement that repairs it. Triggers are off for both; the store's own code never turns them off. */
    it.each([
      ['I1', 'UPDATE credit_grant SET remaining = remaining - 1', 'UPDATE credit_grant SET remaining = remaining + 1'],
      ['I1', 'UPDATE credit_grant SET held = 1', 'UPDATE credit_grant SET held = 0'],
      [
        'I2',
        `UPDATE entry SET account_id = 'x' WHERE kind = 'grant'`,
        'UPDATE entry SET account_id = (SELECT id FROM account)',
      ],
      [
        'I3',
        `UPDATE charge SET state = 'delivered' WHERE state = 'refunded'`,
        `UPDATE charge SET state = 'refunded' WHERE reason IS NOT NULL`,
      ],
      ['I3', `UPDATE charge SET amount = amount + 1`, `UPDATE charge SET amount = amount - 1`],
      ['I4', 'UPDATE usage_day SET credits = credits + 1', 'UPDATE usage_day SET credits = credits - 1'],
      [
        'I6',
        `UPDATE entry SET amount = amount + 1 WHERE kind = 'refund'`,
        `UPDATE entry SET amount = amount - 1 WHERE kind = 'refund'`,
      ],
      [
        'I7',
        `UPDATE credit_grant SET source_ref = 'free:2026-10'`,
        `UPDATE credit_grant SET source_ref = 'free:2026-11'`,
      ],
    ])('verify reports %s after %s', async (invariant, damage, repair) => {
      const force = (sql: string) =>
        database.query(`DO $do$ BEGIN SET LOCAL session_replication_role = replica; ${sql}; END $do$`)
      await force(damage)
      const report = await verifyPostgresLedger(database.url)
      await force(repair)
      expect(report.sound).toBe(false)
      expect(report.violations.map((violation) => violation.invariant)).toContain(invariant)
      expect(report.violations[0]).toMatchObject({ file: null, offset: null, message: expect.any(String) })
    })
  })
})
