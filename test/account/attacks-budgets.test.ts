import { describe, expect, it, vi } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import type { Visitor } from './visitor.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ada = 'ada@example.org'

/** Sends a form `count` times and returns the number of answers that are not 429. */
async function many(count: number, send: (index: number) => Promise<{ readonly status: number }>): Promise<number> {
  let passed = 0
  for (let i = 0; i < count; i++) if ((await send(i)).status !== 429) passed++
  return passed
}

const linksTo = async (page: TestPage, domain: string) =>
  (await page.mails()).filter(({ to, link }) => to.endsWith(`@${domain}`) && link?.includes('token=')).length

describe('a signed-in person', () => {
  it('a signed-in person can send three mails a day to new addresses, from any network', async () => {
    const page = await openPage()
    const member = await page.member(ada)
    const change = (index: number) =>
      member.post(
        '/settings/email',
        { email: `s${index}@victim.org` },
        { headers: { 'X-Forwarded-For': `203.0.113.${index % 250}` } },
      )
    const add = vi.spyOn(page.people.mails, 'add')
    expect(await many(60, change)).toBe(3)
    expect(add.mock.calls.filter(([{ to }]) => to.endsWith('@victim.org'))).toHaveLength(3)
    // Three mails were queued; a newer link removes the older mail.
    expect(await linksTo(page, 'victim.org')).toBe(1)
    page.clock.advance(dayMs)
    await member.post('/sign-in', { email: ada, password: goodPassword })
    expect(await many(5, change)).toBe(3)
  })

  it('several people in one network can send three mails a day to new addresses together', async () => {
    const page = await openPage()
    const from = '203.0.113.7'
    const members: Visitor[] = []
    for (let i = 0; i < 4; i++) members.push(await page.member(`m${i}@example.org`, from))
    const passed = await many(8, (index) =>
      members[index % 4]!.post('/settings/email', { email: `s${index}@victim.org` }),
    )
    expect([passed, await linksTo(page, 'victim.org')]).toEqual([3, 3])
  })

  it('a mistyped address does not count against the budget of a signed-in person', async () => {
    const page = await openPage()
    const member = await page.member(ada)
    for (let i = 0; i < 20; i++)
      expect((await member.post('/settings/email', { email: 'no address' })).status).toBe(422)
    expect((await member.post('/settings/email', { email: 'new@example.org' })).status).toBe(303)
  })

  const budgets: readonly (readonly [path: string, fields: Readonly<Record<string, string>>, most: number])[] = [
    ['/settings/export', {}, 10],
    ['/settings/alerts', { below: '1000' }, 10],
    ['/settings/sessions', { session: 'others' }, 60],
    // A console form with wrong fields counts only against the budget of all forms.
    ['/console', { operation: 'team' }, 600],
  ]
  it.each(budgets.slice(0, amount(3, 4)))(
    'a signed-in person sends %s no more often than its budget allows',
    async (path, fields, most) => {
      const page = await openPage()
      const member = await page.member(ada)
      expect(await many(most + 20, () => member.post(path, fields))).toBe(most)
    },
  )

  it('a signed-in person downloads thirty files an hour over all sessions', async () => {
    const page = await openPage()
    const member = await page.member(ada)
    const other = page.visitor()
    await other.post('/sign-in', { email: ada, password: goodPassword })
    expect(await many(60, (index) => (index % 2 === 0 ? member : other).get('/usage.csv'))).toBe(30)
  })

  it.runIf(runsAll)('a signed-in person sees three hundred pages a minute', async () => {
    const page = await openPage()
    const member = await page.member(ada)
    expect(await many(320, () => member.get('/settings'))).toBe(300)
    expect((await page.visitor().get('/')).status).toBe(200)
    page.clock.advance(minuteMs)
    expect((await member.get('/settings')).status).toBe(200)
  })

  it.runIf(runsAll)('a person signs in thirty times in a quarter of an hour, and gets ten mails about it', async () => {
    const page = await openPage()
    await page.member(ada)
    const enter = (index: number) =>
      page
        .visitor(`203.0.113.${index}`)
        .post('/sign-in', { email: ada, password: goodPassword }, { headers: { 'User-Agent': `Firefox/${index}` } })
    expect(await many(50, enter)).toBe(30)
    const notices = (await page.mails(ada)).filter(({ subject }) => subject === 'New sign-in to riftline')
    expect(notices).toHaveLength(10)
  })
})

describe.runIf(runsAll)('a network', () => {
  it('a network of many /64 has the sign-up budget of a few of them', async () => {
    const page = await openPage()
    const signUp = (from: (index: number) => string) => (index: number) =>
      page
        .visitor(from(index))
        .post('/sign-up', { email: `a${index}x${from(index).length}@example.org`, password: goodPassword })
    expect(
      await many(
        30,
        signUp((index) => `2001:db8:1:2${(16 + index).toString(16)}::1`),
      ),
    ).toBeLessThanOrEqual(20)
    expect(
      await many(
        60,
        signUp((index) => `2001:db8:7:${(4096 + 300 * index).toString(16)}::1`),
      ),
    ).toBe(20)
  })

  it('a network asks for twenty resets an hour over all addresses', async () => {
    const page = await openPage()
    const forgot = (index: number) => page.visitor('203.0.113.7').post('/forgot', { email: `a${index}@example.org` })
    expect(await many(50, forgot)).toBe(20)
    expect((await page.visitor('203.0.113.8').post('/forgot', { email: ada })).status).toBe(303)
  })

  it('a network signs in thirty times in a quarter of an hour, over all people and with right passwords too', async () => {
    const page = await openPage()
    const emails = Array.from({ length: 3 }, (_, index) => `m${index}@example.org`)
    for (const email of emails) await page.member(email)
    const before = page.hashes()
    const enter = (index: number) =>
      page.visitor('203.0.113.7').post('/sign-in', { email: emails[index % 3]!, password: goodPassword })
    expect(await many(60, enter)).toBe(30)
    expect(page.hashes() - before).toBe(30)
  })
})

describe.runIf(runsAll)('a customer whose password strangers guess', () => {
  it('the customer signs in from a known network during the attack, and from elsewhere an hour later', async () => {
    const page = await openPage()
    const home = '198.51.100.7'
    const member = await page.member(ada, home)
    const guess = (index: number) =>
      page.visitor(`2001:db8:${index % 10}:1::1`).post('/sign-in', { email: ada, password: 'wrong wrong wrong' })
    expect(await many(130, guess)).toBe(100)
    const enter = (visitor: Visitor) => visitor.post('/sign-in', { email: ada, password: goodPassword })
    expect((await enter(page.visitor('203.0.113.9'))).status).toBe(429)
    expect((await enter(page.visitor(home))).status).toBe(303)
    // A browser with a session is counted by the session, not by its network.
    const moved = { headers: { 'X-Forwarded-For': '192.0.2.99' } }
    expect((await member.post('/password', { password: goodPassword }, moved)).status).toBe(303)
    page.clock.advance(60 * minuteMs)
    expect((await enter(page.visitor('203.0.113.9'))).status).toBe(303)
  })

  it('guesses from the customer’s own network are limited to ten wrong passwords', async () => {
    const page = await openPage()
    await page.member(ada, '198.51.100.7')
    const guess = () => page.visitor('198.51.100.7').post('/sign-in', { email: ada, password: 'wrong wrong wrong' })
    expect(await many(30, guess)).toBe(10)
  })
})
