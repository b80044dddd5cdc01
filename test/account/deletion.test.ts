import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import { silentLog } from '@riftline/base/node'
import { openFileStore, verifyLedger } from '@riftline/ledger/file'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFilePeopleStore } from '#account/people/file-people-store.ts'
import { createManualClock } from '../support/clock.ts'
import { send, startServer } from '../support/server.ts'
import { goodPassword, openPage, plans } from './account-page.ts'
import { allScopes } from './keys-of-page.ts'

const email = 'ada.lovelace@example.org'
const dayMs = 86_400_000

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-deletion-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bytes of every file below a folder, by path. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    ]),
  )
}

describe('a deleted person', () => {
  it('the address of a deleted person remains in no file except the mail that reports the deletion', async () => {
    const dataFolder = newFolder()
    const clock = createManualClock()
    const ledger = await openFileStore({ clock, randomBytes, freeCredits: 20, dataFolder, log: silentLog })
    const people = await openFilePeopleStore({ dataFolder, randomBytes })
    const page = await openPage({ clock, people, ledger: () => ledger, plans, env: { RIFTLINE_PAYMENTS: 'test' } })
    const from = '203.0.113.77'
    const member = await page.member(email, from)
    // These actions leave traces: a failed sign-in, a forgotten password, a key, a payment, an unconfirmed change of e-mail.
    await page.visitor(from).post('/sign-in', { email, password: 'wrong wrong wrong' })
    await page.visitor(from).post('/sign-up', { email: 'ada.lovelace+2@example.org', password: goodPassword })
    await page.visitor(from).post('/forgot', { email })
    await member.post('/keys', { ...allScopes, name: 'prod', form: 'A'.repeat(22) })
    await member.post('/credits/checkout', { item: 'pack:small', form: await member.form('/credits') })
    const [payment] = await people.payments()
    await member.post(`/credits/test/${payment?.id}`, { action: 'pay' })
    await member.post('/settings/email', { email: 'lovelace@example.com' })
    await member.post('/settings/export')
    const [person] = await people.people()
    const { passwordHash = '', sessions = [] } = person ?? {}
    const hashes = [passwordHash ?? '', ...sessions.map(({ hash }) => hash)]
    const traces = ['lovelace', from, goodPassword, ...hashes]
    const before = [...filesOf(dataFolder).values()].join('')
    for (const trace of ['lovelace', from, ...hashes]) expect(before).toContain(trace)

    expect((await member.post('/settings/delete', { email: 'ADA.lovelace+x@example.org' })).location).toBe(
      '/?done=deleted',
    )
    expect(member.cookie).toBeNull()
    const mails = await page.mails()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your riftline account was deleted']])
    const left = [...filesOf(dataFolder)].filter(([, bytes]) => {
      const lower = bytes.toLowerCase()
      return traces.some((trace) => lower.includes(trace))
    })
    expect(left.map(([path]) => path.slice(dataFolder.length))).toEqual([`/account/outbox/${mails[0]?.id}.json`])
    expect(await people.payments()).toHaveLength(1)
    await people.close()
    await ledger.close()
    expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, accounts: 1 })
  })

  it('the keys of a deleted person are refused at once', async () => {
    const api = await startServer()
    try {
      const page = await openPage({ clock: api.clock, ledger: () => api.credits })
      const member = await page.member(email)
      const made = await member.post('/keys', { ...allScopes, name: 'prod', form: 'A'.repeat(22) })
      const key = /id="new-key">([^<]*)</.exec(made.text)?.[1] ?? ''
      expect((await send(api, 'GET', '/v1/usage', { key })).status).toBe(200)
      await member.post('/settings/delete', { email })
      expect((await send(api, 'GET', '/v1/usage', { key })).status).toBe(401)
    } finally {
      await api.close()
    }
  })

  it('a deletion needs the person’s own address in its form', async () => {
    const page = await openPage()
    const member = await page.member(email)
    for (const typed of ['', 'eve@example.org', 'yes']) {
      const before = await page.state()
      const answer = await member.post('/settings/delete', { email: typed })
      expect([answer.status, answer.h1]).toEqual([422, 'Settings'])
      expect(await page.state()).toBe(before)
    }
  })

  it('a sign-up with a deleted person’s address gets no account until the month ends, only a mail with that date', async () => {
    const page = await openPage()
    const member = await page.member(email)
    await member.post('/settings/delete', { email })
    const signUp = await page
      .visitor()
      .post('/sign-up', { email: 'ada.lovelace+again@example.org', password: goodPassword })
    expect([signUp.status, signUp.location]).toEqual([303, '/check-inbox'])
    const mail = (await page.mails()).at(-1)
    expect([mail?.to, mail?.link, mail?.text.includes('2026-12-01')]).toEqual([
      'ada.lovelace+again@example.org',
      null,
      true,
    ])
    page.clock.advance(10 * dayMs)
    await page.watch()
    await page.visitor().post('/sign-up', { email, password: goodPassword })
    expect((await page.mails(email)).at(-1)?.link).toContain('/confirm?token=')
  })

  it('a deletion changes nothing when the provider cannot end the plan', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const before = await page.state()
    vi.spyOn(page.deps.payments, 'endPlan').mockRejectedValue(new RiftlineError('payment_provider_unreachable', 'down'))
    const answer = await member.post('/settings/delete', { email })
    expect([answer.status, answer.h1]).toEqual([503, 'Try again soon'])
    expect(await page.state()).toBe(before)
    expect((await member.get('/settings')).status).toBe(200)
  })

  it('an interrupted deletion is completed by the next start, and its person is signed out at once', async () => {
    const page = await openPage()
    const member = await page.member(email)
    await member.post('/keys', { ...allScopes, name: 'prod', form: 'A'.repeat(22) })
    const [person] = await page.people.people()
    await page.people.changePerson(person?.id ?? '', (latest) => ({ ...latest, status: 'deleting' }))
    expect((await member.get('/keys')).status).toBe(303)
    expect((await page.visitor().post('/sign-in', { email, password: goodPassword })).status).toBe(422)
    await page.watch()
    expect(await page.people.people()).toEqual([])
    const [account] = await page.ledger.accounts()
    expect((await page.ledger.keys(account?.id ?? ''))[0]?.revokedAt).not.toBeNull()
  })
})
