import { StorageError } from '@riftline/ledger'
import { describe, expect, it, vi } from 'vitest'
import { comparedEmail } from '#account/mail/email.ts'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import { withComparedEmails } from '#account/people/person.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import { aPerson } from './people/examples.ts'
import type { Visitor } from './visitor.ts'

const dayMs = 86_400_000
const [first, second] = ['ada@example.org', 'lovelace@example.org']

async function moveTo(page: TestPage, member: Visitor, email: string): Promise<string> {
  await member.post('/settings/email', { email })
  return (await member.post('/email', { token: await page.token(email) })).location
}

const signUp = (page: TestPage, email: string) => page.visitor().post('/sign-up', { email, password: goodPassword })

describe('an address that a person gave up', () => {
  it('a given-up address gets no new account until the month ends, whether its person changed it or was deleted', async () => {
    const page = await openPage()
    const member = await page.member(first)
    expect(await moveTo(page, member, second)).toBe('/settings?done=email-changed')
    await member.post('/settings/delete', { email: second })
    for (const email of [first, second]) {
      await signUp(page, email)
      const mail = (await page.mails(email)).at(-1)
      expect([email, mail?.link, mail?.text.includes('2026-12-01')]).toEqual([email, null, true])
    }
    expect(await page.people.people()).toEqual([])
    page.clock.advance(10 * dayMs)
    await signUp(page, first)
    expect((await page.mails(first)).at(-1)?.link).toContain('/confirm?token=')
  })

  it('a sign-up link mailed before the address was given up does not confirm it', async () => {
    const page = await openPage()
    await signUp(page, second)
    const early = await page.token(second)
    const member = await page.member(first)
    await moveTo(page, member, second)
    page.clock.advance(1)
    await moveTo(page, member, 'third@example.org')
    expect((await page.visitor().post('/confirm', { token: early, password: goodPassword })).status).toBe(410)
    expect(await page.ledger.accounts()).toHaveLength(1)
  })

  it('no other person can change to a given-up address, neither by asking nor by confirming an earlier link', async () => {
    const page = await openPage()
    const [member, other] = [await page.member(first), await page.member('other@example.org')]
    await other.post('/settings/email', { email: second })
    const early = await page.token(second)
    await moveTo(page, member, second)
    await moveTo(page, member, 'third@example.org')
    expect((await other.post('/email', { token: early })).status).toBe(410)
    await other.post('/settings/email', { email: first })
    expect((await page.mails(first)).at(-1)?.link).toBeNull()
    expect((await page.people.findPerson({ emailKey: 'other@example.org' }))?.email).toBe('other@example.org')
  })

  it('the person who gave up an address can change back to it', async () => {
    const page = await openPage()
    const member = await page.member(first)
    await moveTo(page, member, second)
    expect(await moveTo(page, member, first)).toBe('/settings?done=email-changed')
  })
})

describe('a Gmail mailbox', () => {
  it('a Gmail mailbox gets one account only, however its dots and domain are written', async () => {
    const page = await openPage()
    await page.member('ada.lovelace@gmail.com')
    for (const email of ['adalovelace@gmail.com', 'A.d.a.lovelace+x@googlemail.com', 'ada.love.lace@Gmail.com']) {
      await signUp(page, email)
      expect((await page.mails()).at(-1)).toMatchObject({
        to: 'ada.lovelace@gmail.com',
        link: `${page.origin}/sign-in`,
      })
      expect((await page.visitor().post('/sign-in', { email, password: goodPassword })).status).toBe(303)
      page.clock.advance(dayMs / 2)
    }
    expect(comparedEmail('a.b@example.org')).toBe('a.b@example.org')
  })

  it('stored Gmail addresses get a key without dots unless another person has that key; all people sign in as before', async () => {
    const [dotted, plain, alone] = ['a.da@gmail.com', 'ada@gmail.com', 'g.hopper@googlemail.com'].map(
      (email, index) => ({
        ...aPerson(`p${index}`),
        email,
        emailKey: email,
      }),
    )
    const keys = withComparedEmails([dotted!, plain!, alone!]).map(({ emailKey }) => emailKey)
    expect(keys).toEqual(['a.da@gmail.com', 'ada@gmail.com', 'ghopper@gmail.com'])

    const page = await openPage()
    const members = [await page.member('one@example.org'), await page.member('two@example.org')]
    const people = await page.people.people()
    for (const [index, email] of ['a.da@gmail.com', 'ada@gmail.com'].entries())
      await page.people.changePerson(people[index]!.id, (person) => ({ ...person, email, emailKey: email }))
    expect(members).toHaveLength(2)
    for (const [index, email] of ['a.da@gmail.com', 'ada@gmail.com'].entries()) {
      const visitor = page.visitor()
      await visitor.post('/sign-in', { email, password: goodPassword })
      expect((await page.people.person(people[index]!.id))?.sessions).toHaveLength(2)
    }
  })
})

describe('queued mails to an address', () => {
  it('queued mails to an address stay when another person asks to change to a different one', async () => {
    const page = await openPage()
    await signUp(page, second)
    const member = await page.member(first)
    await member.post('/settings/email', { email: second })
    await member.post('/settings/email', { email: 'third@example.org' })
    expect((await page.mails(second)).map(({ subject }) => subject)).toEqual(['Confirm your e-mail for riftline'])
    await member.post('/settings/email', { email: second })
    await member.post('/settings/delete', { email: first })
    expect((await page.mails(second)).map(({ subject }) => subject)).toEqual(['Confirm your e-mail for riftline'])
  })
})

describe('answers for known and unknown addresses', () => {
  type Work = readonly [name: string, count: number][]

  /** Counts the writes during a call, by method. */
  async function workOf(page: TestPage, act: () => Promise<unknown>): Promise<Work> {
    const { people } = page
    const spies = {
      changePerson: vi.spyOn(people, 'changePerson'),
      addPending: vi.spyOn(people, 'addPending'),
      changePending: vi.spyOn(people, 'changePending'),
      add: vi.spyOn(people.mails, 'add'),
      remove: vi.spyOn(people.mails, 'remove'),
    }
    await act()
    const work = Object.entries(spies).map(([name, spy]): [string, number] => [name, spy.mock.calls.length])
    for (const spy of Object.values(spies)) spy.mockRestore()
    return work
  }

  it('the server writes as much before the answer for a known address as for an unknown one', async () => {
    const page = await openPage()
    await page.member(first)
    const member = await page.member('eve@example.org')
    const asks = (email: string) => [() => signUp(page, email), () => member.post('/settings/email', { email })]
    const known: Work[] = []
    for (const ask of asks(first)) known.push(await workOf(page, ask))
    for (const [index, ask] of asks('nobody@example.org').entries())
      expect(await workOf(page, ask)).toEqual(known[index])
    page.clock.advance(60 * 60_000)
    // A known address changes a person's document, an unknown one a sign-up's; both count as one kind of write.
    const turns = (work: Work) => work.map(([name, count]) => [name.endsWith('Pending') ? 'pending' : name, count])
    const sorted = (work: Work) => turns(work).toSorted((a, b) => String(a).localeCompare(String(b)))
    const forgot = (email: string) => workOf(page, () => page.visitor().post('/forgot', { email }))
    expect(sorted(await forgot('none@example.org'))).toEqual(sorted(await forgot(first)))
  })

  it.each(['add', 'addPending', 'changePerson'] as const)(
    'a full disk gives the same answer for a known and an unknown address (%s)',
    async (name) => {
      const people = createMemoryPeopleStore()
      const page = await openPage({ people })
      await page.member(first)
      const fail = async (): Promise<never> => {
        throw new StorageError('no space left')
      }
      if (name === 'add') people.mails.add = fail
      else {
        // One disk holds both documents, so both writes fail.
        people.addPending = fail
        const { changePerson } = people
        people.changePerson = (id, change) => (id === 'per_000000000000' ? changePerson(id, change) : fail())
      }
      for (const [path, fields] of [
        ['/forgot', {}],
        ['/sign-up', { password: goodPassword }],
        ['/sign-in', { password: 'wrong wrong wrong' }],
      ] as const) {
        const statuses: number[] = []
        for (const email of [first, 'nobody@example.org'])
          statuses.push((await page.visitor().post(path, { ...fields, email })).status)
        expect([path, new Set(statuses).size]).toEqual([path, 1])
      }
    },
  )

  it('another change of address ends the earlier link, whether the new address is known or not', async () => {
    const page = await openPage()
    await page.member(first)
    const member = await page.member('eve@example.org')
    for (const email of [first, 'nobody@example.org']) {
      await member.post('/settings/email', { email: 'eve2@example.org' })
      const token = await page.token('eve2@example.org')
      await member.post('/settings/email', { email })
      expect([email, (await member.get(`/email?token=${token}`)).status]).toEqual([email, 410])
      page.clock.advance(dayMs)
      await member.post('/sign-in', { email: 'eve@example.org', password: goodPassword })
    }
  })
})

it('pages that promise a mail name its file when no mail server is configured, and say nothing about it otherwise', async () => {
  const note = 'No mail server is set here, so the mail is a file in <code>/srv/data/account/outbox</code>'
  const page = await openPage({ dataFolder: '/srv/data' })
  const member = await page.member('ada@example.org')
  expect((await page.visitor().get('/check-inbox')).text).toContain(note)
  expect((await member.get('/settings?done=email-sent')).text).toContain(note)
  const mailing = await openPage({ dataFolder: '/srv/data', env: { RIFTLINE_SMTP_URL: 'smtp://mail.example.org' } })
  expect((await mailing.visitor().get('/check-inbox')).text).not.toContain('outbox')
})
