import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '@riftline/ledger'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchAccounts } from '#account/actions/watch-accounts.ts'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import type { PeopleStore } from '#account/people/person.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { databaseTests, sharedPostgres } from '../support/postgres.ts'
import { stillTimers } from '../support/postgres-store.ts'
import { openPage, type TestPage } from './account-page.ts'
import { keyIds, newKey } from './keys-of-page.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const email = 'ada@example.org'
const subject = 'A riftline key expires soon'
/** The manual clock starts at noon of 21 November 2026. */
const expires = '2026-12-01'
const expiresAt = Date.UTC(2026, 11, 1)

/** A member with a key that expires in ten days. */
async function withKey(people: PeopleStore = createMemoryPeopleStore()) {
  const page = await openPage({ people })
  const member = await page.member(email)
  await newKey(member, 'prod', { expires })
  const [id = ''] = await keyIds(page)
  return { page, member, id }
}

const mailsOf = async (page: TestPage) => (await page.mails(email)).filter((mail) => mail.subject === subject)

describe('the mail about a key that expires', () => {
  it('the mail leaves a week before the expiry, once, and names key, time and page', async () => {
    const { page, member, id } = await withKey()
    page.clock.advanceTo(expiresAt - 7 * dayMs - hourMs)
    await page.watch()
    expect(await mailsOf(page)).toEqual([])
    page.clock.advanceTo(expiresAt - 7 * dayMs)
    for (let looks = 0; looks < 20; looks++) {
      await page.watch()
      page.clock.advance(8 * hourMs)
    }
    const [mail, ...more] = await mailsOf(page)
    expect(more).toEqual([])
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      `The key rl_live_${id} (prod) expires at 2026-12-01 00:00:00 UTC.`,
    )
    expect(mail?.link).toBe(`${page.origin}/keys/${id}`)
    await member.post('/sign-in', { email, password: 'correct horse battery' })
    expect((await member.get('/settings')).text).toContain(
      `Mail about a key that expires: rl_live_${id}, 2026-12-01T00:00:00`,
    )
    page.clock.advanceTo(expiresAt + dayMs)
    await page.watch()
    expect(await mailsOf(page)).toHaveLength(1)
  })

  it('a key whose expiry was moved gets another mail, and one moved back to a time that was told gets none', async () => {
    const { page, id } = await withKey()
    page.clock.advanceTo(expiresAt - 3 * dayMs)
    await page.watch()
    await page.ledger.setKey(id, { expiresAt: expiresAt + 30 * dayMs })
    await page.watch()
    expect(await mailsOf(page)).toHaveLength(1)
    await page.ledger.setKey(id, { expiresAt })
    await page.watch()
    expect(await mailsOf(page)).toHaveLength(1)
    await page.ledger.setKey(id, { expiresAt: expiresAt + 30 * dayMs })
    page.clock.advanceTo(expiresAt + 25 * dayMs)
    await page.watch()
    const mails = await mailsOf(page)
    expect(mails).toHaveLength(2)
    expect(mails.at(-1)?.text).toContain('2026-12-31')
  })

  it('several keys that expire are told in one mail, whose link leads to the list', async () => {
    const { page, member } = await withKey()
    for (let i = 0; i < 8; i++) await newKey(member, `key ${i}`, { expires: `2026-12-0${9 - i}` })
    page.clock.advanceTo(expiresAt - dayMs)
    await page.watch()
    const [mail, ...more] = await mailsOf(page)
    expect(more).toEqual([])
    expect(mail?.link).toBe(`${page.origin}/keys`)
    const days = [...(mail?.text ?? '').replace(/\s+/g, ' ').matchAll(/expires at (2026-12-\d\d)/g)].map(
      ([, day]) => day,
    )
    expect(days).toEqual([
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-07',
    ])
  })

  it.each([
    ['is revoked', async ({ page, id }: Awaited<ReturnType<typeof withKey>>) => page.ledger.revokeKey(id)],
    ['will stop by a rotation', async ({ page, id }) => page.ledger.revokeKey(id, expiresAt - dayMs)],
    ['belongs to a banned account', async ({ page }) => page.ledger.ban((await page.ledger.accounts())[0]?.id ?? '')],
    ['has no expiry any more', async ({ page, id }) => page.ledger.setKey(id, { expiresAt: null })],
    ['expired before the first look', async ({ page }) => page.clock.advanceTo(expiresAt)],
  ] as readonly (readonly [string, (seen: Awaited<ReturnType<typeof withKey>>) => Promise<unknown>])[])(
    'there is no mail about a key that %s',
    async (_what, change) => {
      const seen = await withKey()
      await change(seen)
      if (seen.page.clock.now() < expiresAt) seen.page.clock.advanceTo(expiresAt - dayMs)
      await seen.page.watch()
      expect(await mailsOf(seen.page)).toEqual([])
    },
  )

  it('an account whose ban is lifted within the week gets its mail', async () => {
    const { page } = await withKey()
    const [account] = await page.ledger.accounts()
    await page.ledger.ban(account?.id ?? '')
    page.clock.advanceTo(expiresAt - 6 * dayMs)
    await page.watch()
    await page.ledger.unban(account?.id ?? '', 'operator', false)
    await page.watch()
    expect(await mailsOf(page)).toHaveLength(1)
  })

  it('a mail that cannot be stored is tried again at a later look, and then leaves once', async () => {
    const { page } = await withKey()
    page.clock.advanceTo(expiresAt - dayMs)
    const add = vi.spyOn(page.people.mails, 'add').mockRejectedValue(new StorageError('the disk is full'))
    await page.watch()
    await page.watch()
    expect(page.log.filter(({ event }) => event === 'account_not_watched')).toHaveLength(2)
    add.mockRestore()
    for (let looks = 0; looks < 3; looks++) await page.watch()
    expect(await mailsOf(page)).toHaveLength(1)
  })

  it('the keys of everybody are read once an hour, not at every look', async () => {
    const { page } = await withKey()
    const keys = vi.spyOn(page.ledger, 'keys')
    let look = (): void => {}
    const every = (_: number, act: () => void) => {
      look = act
      return () => {}
    }
    const stop = watchAccounts({ ...page.deps, timers: { ...page.deps.timers, every } })
    for (let looks = 0; looks < 240; looks++) {
      await new Promise((resolve) => setImmediate(resolve))
      page.clock.advance(30_000)
      look()
    }
    await stop()
    expect(keys.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(keys.mock.calls.length).toBeLessThanOrEqual(3)
  })

  it('a restart and a second process send no second mail: people in files', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-expiry-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    const { page } = await withKey(await openFilePeopleStore({ dataFolder }))
    page.clock.advanceTo(expiresAt - dayMs)
    await Promise.all([page.watch(), page.watch(), page.watch()])
    expect(await mailsOf(page)).toHaveLength(1)
    await page.people.close()
    const again = await openFilePeopleStore({ dataFolder })
    await watchAccounts({ ...page.deps, people: again })()
    await again.close()
    expect(await mailsOf(page)).toHaveLength(1)
  })

  it.skipIf(databaseTests.skip)(
    `of four processes on one database one sends the mail${databaseTests.why}`,
    async () => {
      const databaseUrl = await (await sharedPostgres()).createDatabase()
      const open = () => openPostgresPeopleStore({ databaseUrl, log: () => {}, timers: stillTimers })
      const stores = await Promise.all([open(), open(), open(), open()])
      const [first] = stores
      if (first === undefined) throw new Error('no store')
      const { page } = await withKey(first)
      page.clock.advanceTo(expiresAt - dayMs)
      const look = () => Promise.all(stores.map((people) => watchAccounts({ ...page.deps, people })()))
      await look()
      await look()
      expect(await mailsOf(page)).toHaveLength(1)
      const [person] = await first.people()
      expect(person?.events.filter(({ kind }) => kind === 'key-expiring')).toHaveLength(1)
      for (const store of stores) await store.close()
    },
  )
})
