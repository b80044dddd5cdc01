import { describe, expect, it } from 'vitest'
import { goodPassword, openPage, type TestPage } from './account-page.ts'

const email = 'ada@example.org'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function signIn(page: TestPage) {
  const visitor = page.visitor()
  expect((await visitor.post('/sign-in', { email, password: goodPassword })).status).toBe(303)
  return visitor
}

const statusOf = async (page: TestPage, cookie: string | null) =>
  (await page.visitor().get('/dashboard', { cookie })).status

describe('a session', () => {
  it('a session ends after twelve hours without use', async () => {
    const page = await openPage()
    await page.member(email)
    const member = await signIn(page)
    page.clock.advance(12 * hourMs - 10)
    expect((await member.get('/dashboard')).status).toBe(200)
    page.clock.advance(12 * hourMs - 10)
    expect((await member.get('/dashboard')).status).toBe(200)
    page.clock.advance(12 * hourMs)
    expect((await member.get('/dashboard')).status).toBe(303)
  })

  it('a session ends after fourteen days, even if it is used and the password is entered again', async () => {
    const page = await openPage()
    const member = await page.member(email)
    for (let day = 0; day < 27; day++) {
      page.clock.advance(dayMs / 2 - 60_000)
      expect((await member.get('/dashboard')).status).toBe(200)
      if (day % 9 === 0) expect((await member.post('/password', { password: goodPassword })).status).toBe(303)
    }
    page.clock.advance(dayMs / 2)
    expect((await member.get('/dashboard')).status).toBe(303)
  })

  it('a twenty-first session ends the oldest', async () => {
    const page = await openPage()
    const first = await page.member(email)
    const others = []
    for (let i = 0; i < 20; i++) others.push(await signIn(page))
    expect(await statusOf(page, first.cookie)).toBe(303)
    for (const { cookie } of others) expect(await statusOf(page, cookie)).toBe(200)
  })

  it('the sign-in form is shown to a signed-in person, who may want another account', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const answer = await member.get('/sign-in?next=/keys')
    expect([answer.status, answer.h1]).toEqual([200, 'Sign in'])
  })

  it('entering the password gives a session a new cookie and ends the old one', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const cookies = [member.cookie]
    await member.post('/password', { password: goodPassword, next: '/keys' })
    cookies.push(member.cookie)
    await member.post('/sign-in', { email, password: goodPassword })
    cookies.push(member.cookie)
    for (const [i, cookie] of cookies.entries()) expect(await statusOf(page, cookie)).toBe(i < 2 ? 303 : 200)
    const password = 'another good password'
    expect((await member.post('/settings/password', { current: goodPassword, password })).status).toBe(303)
    page.hide(password)
    cookies.push(member.cookie)
    expect(new Set(cookies).size).toBe(4)
    for (const cookie of cookies.slice(0, -1)) expect(await statusOf(page, cookie)).toBe(303)
    expect(await statusOf(page, cookies.at(-1) ?? null)).toBe(200)
    expect((await page.people.findPerson({ emailKey: email }))?.sessions).toHaveLength(1)
  })

  it('a wrong password leaves the session’s cookie unchanged', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const before = member.cookie
    const wrong = await member.post('/password', { password: 'wrong wrong wrong', next: '/keys' })
    expect([wrong.status, wrong.h1, wrong.headers['set-cookie']]).toEqual([422, 'Enter your password', undefined])
    expect(await statusOf(page, before)).toBe(200)
  })

  it('the settings end one session of another browser or all of them', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const [second, third] = [await signIn(page), await signIn(page)]
    const person = await page.people.findPerson({ emailKey: email })
    const { id = '' } = person?.sessions[1] ?? {}
    expect((await member.post('/settings/sessions', { session: id })).location).toBe('/settings?done=session-ended')
    expect(await statusOf(page, second.cookie)).toBe(303)
    expect((await member.post('/settings/sessions', { session: id })).status).toBe(422)
    await member.post('/settings/sessions', { session: 'others' })
    expect(await statusOf(page, third.cookie)).toBe(303)
    expect(await statusOf(page, member.cookie)).toBe(200)
  })

  it('a session of another person cannot be ended', async () => {
    const page = await openPage()
    await page.member(email)
    const stranger = await page.member()
    const { id = '' } = (await page.people.findPerson({ emailKey: email }))?.sessions[0] ?? {}
    const before = await page.state()
    expect((await stranger.post('/settings/sessions', { session: id })).status).toBe(422)
    expect(await page.state()).toBe(before)
  })

  it('confirming a new e-mail ends all other sessions', async () => {
    const page = await openPage()
    const member = await page.member(email)
    const other = await signIn(page)
    await member.post('/settings/email', { email: 'new@example.org' })
    const token = await page.token('new@example.org')
    expect((await page.mails(email)).at(-1)?.subject).toBe('Your riftline e-mail is being changed')
    expect((await member.post('/email', { token })).location).toBe('/settings?done=email-changed')
    expect(await statusOf(page, other.cookie)).toBe(303)
    expect(await statusOf(page, member.cookie)).toBe(200)
    expect((await page.visitor().post('/sign-in', { email, password: goodPassword })).status).toBe(422)
    expect((await page.visitor().post('/sign-in', { email: 'new@example.org', password: goodPassword })).status).toBe(
      303,
    )
    expect((await member.post('/email', { token })).status).toBe(410)
  })

  it('a change of e-mail is refused when another person has taken the address meanwhile', async () => {
    const page = await openPage()
    const member = await page.member(email)
    await member.post('/settings/email', { email: 'new@example.org' })
    const token = await page.token('new@example.org')
    page.clock.advance(1)
    await page.member('new@example.org')
    expect((await member.post('/email', { token })).status).toBe(410)
    expect((await page.people.findPerson({ emailKey: email }))?.email).toBe(email)
  })
})
