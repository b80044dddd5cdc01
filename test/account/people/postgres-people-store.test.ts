import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandomBytes } from '@riftline/ledger'
import { nodeFs } from '@riftline/ledger/file'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPeople } from '#account/people/open-people.ts'
import type { PeopleStore } from '#account/people/people-store.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { databaseTests, sharedPostgres } from '../../support/postgres.ts'
import { stillTimers } from '../../support/postgres-store.ts'
import { describePeopleStore } from './people-store.cases.ts'

const tables = 'person session link event pending payment forgotten mail people_secret'

describe.skipIf(databaseTests.skip)(`in a database${databaseTests.why}`, () => {
  let url: string | undefined
  const open = (databaseUrl: string): Promise<PeopleStore> =>
    openPostgresPeopleStore({ databaseUrl, log: () => {}, timers: stillTimers })

  async function emptyDatabase(): Promise<string> {
    const cluster = await sharedPostgres()
    if (url === undefined) {
      url = await cluster.createDatabase()
      return url
    }
    await cluster.query(
      url,
      tables
        .split(' ')
        .map((table) => `DELETE FROM ${table}`)
        .join('; '),
    )
    return url
  }

  describePeopleStore('PostgreSQL', {
    open: async () => open(await emptyDatabase()),
    reopen: () => open(url!),
    openBeside: () => open(url!),
  })

  test('several processes may start at once on an empty database', async () => {
    const fresh = await (await sharedPostgres()).createDatabase()
    const stores = await Promise.all([open(fresh), open(fresh), open(fresh)])
    expect(
      new Set(await Promise.all(stores.map(async (store) => Buffer.from(await store.secret()).toString('hex')))).size,
    ).toBe(1)
    for (const store of stores) await store.close()
  })

  test('tables of a newer release are refused', async () => {
    const cluster = await sharedPostgres()
    const fresh = await cluster.createDatabase()
    await (await open(fresh)).close()
    await cluster.query(fresh, 'INSERT INTO people_schema (version) VALUES (99)')
    await expect(open(fresh)).rejects.toMatchObject({ code: 'database_unsuitable' })
  })

  test('without SMTP mails are files, and what a kill left of one goes at the next start', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-people-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const databaseUrl = await emptyDatabase()
    const outbox = join(dataFolder, 'account', 'outbox')
    mkdirSync(outbox, { recursive: true })
    for (const name of ['1.json.tmp', 'note.txt']) writeFileSync(join(outbox, name), 'half a mail')
    const tools = { fs: nodeFs, randomBytes: systemRandomBytes, timers: stillTimers, log: () => {} }
    const store = await openPeople({ ...tools, dataFolder, databaseUrl, sendsMail: false })
    expect(readdirSync(outbox)).toEqual(['note.txt'])
    await store.close()
  })

  test('a row that cannot be read is refused with its table, and no value of it', async () => {
    const cluster = await sharedPostgres()
    const fresh = await cluster.createDatabase()
    const store = await open(fresh)
    await cluster.query(
      fresh,
      `INSERT INTO payment (id, account_id, created_at, document) VALUES ('x', 'a', 1, '{"id":"secret"}')`,
    )
    const read = store.payments()
    await expect(read).rejects.toMatchObject({
      code: 'people_unusable',
      message: expect.stringContaining('table payment'),
    })
    await expect(read).rejects.not.toThrow('secret')
    await store.close()
  })
})
