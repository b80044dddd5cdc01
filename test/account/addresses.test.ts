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

describe('an address that somebody gave up', () => {
  it('an address that somebody gave up begins no other account until the month ends, by change as by deletion', async () => {
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

  it('an address that somebody gave up is not confirmed by a link from before', async () => {
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

  it("an address that somebody gave up is nobody else's by a change either, asked for or confirmed", async () => {
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

  it('an address that somebody gave up is theirs again when they ask for it', async () => {
    const page = await openPage()
    const member = await page.member(first)
    await moveTo(page, member, second)
    expect(await moveTo(page, member, first)).toBe('/settings?done=email-changed')
  })
})

describe('a mailbox of Gmail', () => {
  it('a mailbox of Gmail is one account, however its dots and its domain are written', async () => {
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

  it('a mailbox of Gmail kept under its dots gets the key without, of two the first; each signs in as before', async () => {
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

describe('mails that wait for an address', () => {
  it('mails that wait for an address stay when somebody else turns to another', async () => {
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

describe('whether somebody has an address', () => {
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

  it('whether somebody has an address makes no difference to what is written before the answer', async () => {
    const page = await openPage()
    await page.member(first)
    const member = await page.member('eve@example.org')
    const asks = (email: string) => [() => signUp(page, email), () => member.post('/settings/email', { email })]
    const known: Work[] = []
    for (const ask of asks(first)) known.push(await workOf(page, ask))
    for (const [index, ask] of asks('nobody@example.org').entries())
      expect(await workOf(page, ask)).toEqual(known[index])
    page.clock.advance(60 * 60_000)
    // A person's document for one who is known, a sign-up's for one who is not; each waits for its turn among both.
    const turns = (work: Work) => work.map(([name, count]) => [name.endsWith('Pending') ? 'pending' : name, count])
    const sorted = (work: Work) => turns(work).toSorted((a, b) => String(a).localeCompare(String(b)))
    const forgot = (email: string) => workOf(page, () => page.visitor().post('/forgot', { email }))
    expect(sorted(await forgot('none@example.org'))).toEqual(sorted(await forgot(first)))
  })

  it.each(['add', 'addPending', 'changePerson'] as const)(
    'whether somebody has an address is not told by a full disk (%s)',
    async (name) => {
      const people = createMemoryPeopleStore()
      const page = await openPage({ people })
      await page.member(first)
      const fail = async (): Promise<never> => {
        throw new StorageError('no space left')
      }
      if (name === 'add') people.mails.add = fail
      else {
        // Both documents are on one disk.
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

  it('whether somebody has an address is not told by an earlier link that goes on working', async () => {
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

it('pages that promise a mail say in which file it is while no mail server is set, and nothing where one is', async () => {
  const note = 'No mail server is set here, so the mail is a file in <code>/srv/data/account/outbox</code>'
  const page = await openPage({ dataFolder: '/srv/data' })
  const member = await page.member('ada@example.org')
  expect((await page.visitor().get('/check-inbox')).text).toContain(note)
  expect((await member.get('/settings?done=email-sent')).text).toContain(note)
  const mailing = await openPage({ dataFolder: '/srv/data', env: { RIFTLINE_SMTP_URL: 'smtp://mail.example.org' } })
  expect((await mailing.visitor().get('/check-inbox')).text).not.toContain('outbox')
})
