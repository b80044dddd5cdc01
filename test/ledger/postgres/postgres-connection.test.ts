import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionLost, sqlState, toStorageError } from '#ledger/postgres/connection.ts'
import { type Database, openDatabase } from '#ledger/postgres/database.ts'
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
  })
})
