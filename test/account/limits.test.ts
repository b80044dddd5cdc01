import { describe, expect, it } from 'vitest'
import { until } from '../support/server.ts'
import { goodPassword, openPage } from './account-page.ts'
import { allScopes } from './keys-of-page.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('sign-ups', () => {
  it('a network signs up five times a day; refused forms do not count', async () => {
    const page = await openPage()
    const signUp = (email: string, from: string, password = goodPassword) =>
      page.visitor(from).post('/sign-up', { email, password })
    for (let i = 0; i < 10; i++) expect((await signUp(`a${i}@example.org`, '203.0.113.7', 'weak')).status).toBe(422)
    for (let i = 0; i < 5; i++) expect((await signUp(`a${i}@example.org`, '203.0.113.7')).status).toBe(303)
    const before = await page.state()
    const late = await signUp('late@example.org', '203.0.113.7')
    expect([late.status, Number(late.headers['retry-after']) > 86_000]).toEqual([429, true])
    expect((await signUp('weak@example.org', '203.0.113.7', 'weak')).status).toBe(429)
    expect(await page.state()).toBe(before)
    expect((await signUp('b@example.org', '203.0.113.8')).status).toBe(303)
    page.clock.advance(24 * hourMs)
    expect((await signUp('late@example.org', '203.0.113.7')).status).toBe(303)
  })

  it('sign-ups of one /64 count together, and those of exempt networks do not count', async () => {
    const page = await openPage()
    for (let i = 0; i < 6; i++) {
      const email = `a${i}@example.org`
      const from = `2001:db8::${i + 1}`
      const { status } = await page.visitor(from).post('/sign-up', { email, password: goodPassword })
      expect(status).toBe(i < 5 ? 303 : 429)
      expect((await page.visitor('10.0.0.7').post('/sign-up', { email, password: goodPassword })).status).toBe(303)
      expect((await page.visitor().post('/sign-up', { email, password: goodPassword })).status).toBe(303)
    }
  })

  it('sign-ups at a blocked domain are refused', async () => {
    const page = await openPage({ blockedDomains: 'mailinator.com\n' })
    for (const email of ['a@mailinator.com', 'a@eu.MAILINATOR.com']) {
      expect((await page.visitor().post('/sign-up', { email, password: goodPassword })).status).toBe(422)
    }
    expect(await page.mails()).toEqual([])
  })

  it('sign-ups are refused when accounts are by invitation only', async () => {
    const page = await openPage({ env: { RIFTLINE_ACCOUNT_SIGNUP: 'invite' } })
    for (const answer of [
      await page.visitor().get('/sign-up'),
      await page.visitor().post('/sign-up', { email: 'a@example.org', password: goodPassword }),
    ]) {
      expect([answer.status, answer.h1]).toEqual([403, 'Not allowed'])
    }
    expect(await page.mails()).toEqual([])
    const { link } = await page.administration.invite('a@example.org', null)
    const token = new URL(link).searchParams.get('token') ?? ''
    const guest = page.visitor()
    expect((await guest.get(`/invite?token=${token}`)).h1).toBe('Accept your invitation')
    expect((await guest.post('/invite', { token, password: goodPassword })).location).toBe('/dashboard')
    expect((await guest.get('/dashboard')).status).toBe(200)
    expect((await guest.post('/invite', { token, password: goodPassword })).status).toBe(410)
  })

  it('a sign-up must accept the terms when there are any', async () => {
    const page = await openPage({ terms: '# One\n' })
    const fields = { email: 'a@example.org', password: goodPassword }
    expect((await page.visitor().post('/sign-up', fields)).status).toBe(422)
    expect((await page.visitor().post('/sign-up', { ...fields, terms: 'yes' })).status).toBe(422)
    expect((await page.visitor().post('/sign-up', { ...fields, terms: 'on' })).status).toBe(303)
  })
})

describe('wrong passwords', () => {
  it('a network tries thirty passwords in a quarter of an hour over all e-mails', async () => {
    const page = await openPage()
    await page.member('ada@example.org')
    const enter = (email: string, password: string) => page.visitor('203.0.113.7').post('/sign-in', { email, password })
    for (let i = 0; i < 30; i++) expect((await enter(`a${i}@example.org`, 'wrong wrong')).status).toBe(422)
    expect((await enter('ada@example.org', goodPassword)).status).toBe(429)
    page.clock.advance(15 * minuteMs)
    expect((await enter('ada@example.org', goodPassword)).status).toBe(303)
  })

  it('an e-mail takes a hundred wrong passwords an hour from all networks, and a reset clears the count', async () => {
    const page = await openPage()
    await page.member('ada@example.org')
    const enter = (from: string, password: string) =>
      page.visitor(from).post('/sign-in', { email: 'ada+x@example.org', password })
    for (let i = 0; i < 100; i++) expect((await enter(`203.0.113.${i % 25}`, 'wrong wrong')).status).toBe(422)
    expect((await enter('198.51.100.1', goodPassword)).status).toBe(429)
    await page.visitor().post('/forgot', { email: 'ada@example.org' })
    const password = 'another good password'
    await page.visitor().post('/reset', { token: await page.token('ada@example.org'), password })
    expect((await enter('198.51.100.1', password)).status).toBe(303)
  })

  it('wrong passwords count in every form that asks for a password', async () => {
    const page = await openPage()
    const member = await page.member('ada@example.org')
    const current = 'wrong wrong wrong'
    for (let i = 0; i < 5; i++) {
      expect((await member.post('/password', { password: current })).status).toBe(422)
      expect((await member.post('/settings/password', { current, password: 'another good password' })).status).toBe(422)
    }
    expect((await member.post('/password', { password: goodPassword })).status).toBe(429)
    expect((await member.post('/sign-in', { email: 'ada@example.org', password: goodPassword })).status).toBe(429)
  })
})

describe('mails with a link', () => {
  it('an address gets three links an hour and ten a day; more are dropped silently, notices are not', async () => {
    const page = await openPage()
    const member = await page.member('ada@example.org')
    const links = async () =>
      (await page.mails('ada@example.org')).filter(({ link }) => link?.includes('token=')).length
    const ask = async () => {
      const answer = await page.visitor().post('/forgot', { email: 'ada+tag@example.org' })
      expect([answer.status, answer.location]).toEqual([303, '/check-inbox'])
    }
    for (let i = 0; i < 5; i++) await ask()
    expect(await links()).toBe(3)
    await member.post('/keys', { ...allScopes, name: 'prod', form: 'A'.repeat(22) })
    expect((await page.mails('ada@example.org')).at(-1)?.subject).toBe('A riftline key was created')
    for (let hour = 0; hour < 5; hour++) {
      page.clock.advance(hourMs)
      for (let i = 0; i < 3; i++) await ask()
    }
    expect(await links()).toBe(10)
    page.clock.advance(24 * hourMs)
    await ask()
    expect(await links()).toBe(11)
  })
})

describe('concurrent password checks', () => {
  it('two passwords are checked at once and twenty wait; the next gets 503 and is not counted, but another network is served', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { createPasswordHasher } = await import('#account/people/password-hasher.ts')
    let running = 0
    let holds = false
    const page = await openPage({
      hasher: (real) => {
        const slow = createPasswordHasher({
          randomBytes: (size) => new Uint8Array(size),
          async runScrypt() {
            running++
            await released
            return new Uint8Array(32)
          },
        })
        return {
          ...real,
          verify: (...args) => (holds ? slow.verify(...args) : real.verify(...args)),
          hash: (...args) => (holds ? slow.hash(...args) : real.hash(...args)),
        }
      },
    })
    await page.member('ada@example.org')
    holds = true
    const enter = (i: number) =>
      page.visitor().post('/sign-in', { email: `a${i}@example.org`, password: 'wrong wrong' })
    const waiting = Array.from({ length: 22 }, (_, i) => enter(i))
    let refused = enter(22)
    await until(() => running === 2)
    const before = await page.state()
    for (let i = 0; i < 3; i++) {
      const answers = [
        await refused,
        await page.visitor().post('/sign-up', { email: 'new@example.org', password: goodPassword }),
      ]
      for (const { status, h1, headers } of answers)
        expect([status, h1, headers['retry-after']]).toEqual([503, 'Try again soon', '5'])
      refused = enter(22)
    }
    expect((await refused).status).toBe(503)
    expect(await page.state()).toBe(before)
    // A check from another network replaces the last one that waits.
    const elsewhere = page.visitor('198.51.100.9').post('/sign-in', { email: 'b@example.org', password: 'wrong wrong' })
    expect((await waiting.pop()!).status).toBe(503)
    release()
    expect((await elsewhere).status).toBe(422)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(21).fill(422))
    expect(running).toBe(22)
  })
})
