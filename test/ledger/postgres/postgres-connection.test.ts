import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionLost, NoAnswer, sqlState, toStorageError } from '#ledger/postgres/connection.ts'
import { type Database, openDatabase } from '#ledger/postgres/database.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'

const said = (code: string) => Object.assign(new DatabaseError('said', 4, 'error'), { code })
const broken = (code: string) => Object.assign(new Error(`write ${code}`), { code })

describe('an error of the database', () => {
  it.each([
    ['a broken pipe, whose code looks like an SQLSTATE', broken('EPIPE')],
    ['a reset', broken('ECONNRESET')],
    ['a server that is shutting down', said('57P01')],
    ['a standby', said('25006')],
    ['a changed password', said('28P01')],
    ['a database that is gone', said('3D000')],
    ['a commit whose outcome the server does not know', said('40003')],
  ])('an error of the connection becomes ConnectionLost, since the outcome is unknown: %s', (_, error) => {
    expect(toStorageError(error)).toBeInstanceOf(ConnectionLost)
  })

  it.each(['23505', '23514', '55P03', '57014', '53100'])(
    'an error of the statement is not ConnectionLost and has its SQLSTATE: %s',
    (state) => {
      const error = toStorageError(said(state))
      expect(error).not.toBeInstanceOf(ConnectionLost)
      expect(sqlState(error)).toBe(state)
    },
  )
})

it('an error of several addresses, which has no message, is described by its code', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(toStorageError(refused).message).toBe('the database cannot be reached: ECONNREFUSED')
})

describe.skipIf(databaseTests.skip)(`every connection${databaseTests.why}`, () => {
  let testDatabase: TestDatabase
  let database: Database
  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    const name = new URL(testDatabase.url).pathname.slice(1)
    await testDatabase.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    database = openDatabase({ databaseUrl: testDatabase.url, log: () => {} })
  })
  afterAll(() => database.close())

  it('every connection sets synchronous_commit, lock_timeout and jit itself, whatever the server’s settings become', async () => {
    const sql = `SELECT current_setting('synchronous_commit') AS commit, current_setting('lock_timeout') AS lock, current_setting('jit') AS jit`
    for (const run of [database.write, database.read]) {
      expect(await run(sql)).toEqual([{ commit: 'on', lock: '3s', jit: 'off' }])
    }
  })

  it('every connection keeps a stronger setting of its URL', async () => {
    const databaseUrl = `${testDatabase.url}?options=-c%20synchronous_commit%3Dremote_apply`
    const strong = openDatabase({ databaseUrl, log: () => {} })
    expect(await strong.write('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'remote_apply' }])
    await strong.close()
    // A second time does nothing.
    await strong.close()
  })

  it('after a write without an answer only a commit shows that the database is reachable, not a read on its way', async () => {
    const timers = createPassingTimers()
    const events: string[] = []
    const log = (entry: { readonly event: string }) => void events.push(entry.event)
    const watched = openDatabase({ databaseUrl: testDatabase.url, log, timers })
    const other = new Client({ connectionString: testDatabase.url })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(1)')
    const writing = watched.write('SELECT pg_advisory_lock(1)')
    writing.catch(() => {})
    for (let second = 0; second < 3; second += 1) {
      timers.pass(1000)
      await watched.probe()
    }
    // The probe after the third second only reads.
    const reading = watched.probe()
    timers.pass(1000)
    await expect(writing).rejects.toBeInstanceOf(NoAnswer)
    expect(watched.isReachable()).toBe(false)
    await reading
    expect(events).toEqual(['database_unreachable', 'database_reachable'])
    await other.end()
    await watched.close()
  })
})
