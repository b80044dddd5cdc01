import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs, systemRandomBytes } from '@riftline/base/node'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { caselessEmail, comparedEmail } from '#account/mail/email.ts'
import { openPeople } from '#account/open-parts.ts'
import { type PeopleStore, withComparedEmails } from '#account/people/person.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { amount } from '../../support/amount.ts'
import { databaseTests, sharedPostgres } from '../../support/postgres.ts'
import { stillTimers } from '../../support/postgres-store.ts'
import { aPerson } from './examples.ts'
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

  it('several processes can start at once on an empty database', async () => {
    const fresh = await (await sharedPostgres()).createDatabase()
    const stores = await Promise.all([open(fresh), open(fresh), open(fresh)])
    expect(
      new Set(await Promise.all(stores.map(async (store) => Buffer.from(await store.secret()).toString('hex')))).size,
    ).toBe(1)
    for (const store of stores) await store.close()
  })

  it('people stored under a Gmail address with dots get a key without dots at the next start, once, as in files', async () => {
    const local = fc.constantFrom('ada', 'a.da', 'ad.a', 'a.d.a', 'A.da+x', 'bob', 'b.ob')
    const email = fc.tuple(local, fc.constantFrom('gmail.com', 'googlemail.com', 'Gmail.com', 'example.org'))
    const kept = fc.array(
      fc.record({
        email: email.map((parts) => parts.join('@')),
        createdAt: fc.nat(2),
        name: fc.stringMatching(/^[0-9A-Za-z]{3,9}$/),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(kept, async (rows) => {
        // An earlier release stored one person for each address, compared without case and plus.
        const people = new Map(
          rows.map(({ email, createdAt, name }) => {
            const emailKey = caselessEmail(email)
            return [emailKey, aPerson(`${name}${emailKey.length}`, { email, emailKey, createdAt })] as const
          }),
        )
        const all = [...new Map([...people.values()].map((person) => [person.id, person])).values()]
        const before = await open(await emptyDatabase())
        for (const person of all) expect(await before.addPerson(person)).toBe(true)
        await before.close()
        const expected = withComparedEmails(all)
        for (const _ of ['first', 'second']) {
          const after = await open(url!)
          expect(await after.people()).toEqual(expected)
          await after.close()
        }
        const keys = expected.map(({ emailKey }) => emailKey)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { email } of all) expect(keys).toContain(comparedEmail(email))
      }),
      { numRuns: amount(5, 25) },
    )
  }, 120_000)

  it('tables of a newer release are refused', async () => {
    const cluster = await sharedPostgres()
    const fresh = await cluster.createDatabase()
    await (await open(fresh)).close()
    await cluster.query(fresh, 'INSERT INTO people_schema (version) VALUES (99)')
    await expect(open(fresh)).rejects.toMatchObject({ code: 'database_unsuitable' })
  })

  it('without SMTP mails are files, and the next start removes one that a kill left unfinished', async () => {
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

  it('an unreadable row is refused: the error has its table and none of its values', async () => {
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
