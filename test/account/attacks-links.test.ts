import { describe, expect, it } from 'vitest'
import { until } from '../support/server.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'

const known = 'ada@example.org'
const minuteMs = 60_000

async function pageWithAda(): Promise<TestPage> {
  const page = await openPage()
  await page.member(known)
  return page
}

describe('a mailed link', () => {
  const reset = (page: TestPage, token: string, password = 'another good password') =>
    page.visitor().post('/reset', { token, password })

  async function forgot(page: TestPage): Promise<string> {
    await page.visitor().post('/forgot', { email: known })
    return page.token(known)
  }

  it('a mailed link works once', async () => {
    const page = await pageWithAda()
    const token = await forgot(page)
    expect((await reset(page, token)).location).toBe('/sign-in?done=password-saved')
    const before = await page.state()
    const again = await reset(page, token, 'a third good password')
    expect([again.status, again.h1]).toEqual([410, 'This link no longer works'])
    expect((await page.visitor().get(`/reset?token=${token}`)).status).toBe(410)
    expect(await page.state()).toBe(before)
  })

  it('a mailed link works once when its form is sent twice at once', async () => {
    const page = await pageWithAda()
    const token = await forgot(page)
    const answers = await Promise.all([reset(page, token), reset(page, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410])
  })

  it('a mailed link is refused after its lifetime, and when one character differs', async () => {
    const page = await pageWithAda()
    const token = await forgot(page)
    const before = await page.state()
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    for (const wrong of [`${token.slice(0, -1)}${last}`, token.toLowerCase(), `${token}=`, ` ${token}`, '']) {
      expect((await page.visitor().get(`/reset?token=${encodeURIComponent(wrong)}`)).status).toBe(410)
      expect((await reset(page, wrong)).status).toBe(410)
    }
    expect((await page.visitor().get(`/invite?token=${token}`)).status).toBe(410)
    expect((await page.visitor().get(`/email?token=${token}`)).status).toBe(410)
    page.clock.advance(60 * minuteMs)
    expect((await page.visitor().get(`/reset?token=${token}`)).status).toBe(410)
    expect((await reset(page, token)).status).toBe(410)
    expect(await page.state()).toBe(before)
  })

  it('a mailed link still works after mail scanners have opened it', async () => {
    const page = await pageWithAda()
    const token = await forgot(page)
    const before = await page.state()
    for (let i = 0; i < 10; i++) expect((await page.visitor().get(`/reset?token=${token}`)).status).toBe(200)
    expect((await page.visitor().ask('HEAD', `/reset?token=${token}`)).status).toBe(200)
    expect(await page.state()).toBe(before)
    expect((await reset(page, token)).status).toBe(303)
  })

  it('a mailed link ends with a newer one', async () => {
    const page = await pageWithAda()
    const first = await forgot(page)
    const second = await forgot(page)
    expect((await reset(page, first)).status).toBe(410)
    expect((await reset(page, second)).status).toBe(303)
  })

  it('a form with a weak password and an expired link reports the password first', async () => {
    const page = await pageWithAda()
    const answer = await reset(page, 'A'.repeat(43), 'short')
    expect([answer.status, answer.h1, answer.title]).toEqual([
      422,
      'Choose a new password',
      'Error: Choose a new password · riftline',
    ])
  })

  it('the link of a sign-up works only with that sign-up’s password, and ends with the fifth wrong one', async () => {
    const page = await openPage()
    await page.visitor().post('/sign-up', { email: known, password: 'the password of a stranger' })
    const token = await page.token(known)
    const before = await page.state()
    const confirm = (password: string) => page.visitor().post('/confirm', { token, password })
    for (let i = 0; i < 5; i++) {
      const answer = await confirm(goodPassword)
      expect([answer.status, answer.h1]).toEqual([422, 'Confirm your e-mail'])
    }
    expect((await confirm('the password of a stranger')).status).toBe(410)
    expect(await page.state()).toBe(before)
    expect(await page.ledger.accounts()).toEqual([])
  })

  it('the link of a sign-up takes five guesses at most when many come at once', async () => {
    let waiting = 0
    let guesses = 0
    const page = await openPage({
      hasher: (real) => ({
        ...real,
        async verify(password, stored) {
          waiting++
          await until(() => waiting >= guesses)
          // The check of the right password ends last.
          if (password === goodPassword) await until(() => waiting < 0)
          const isRight = await real.verify(password, stored)
          if (--guesses === 1) waiting = -1
          return isRight
        },
      }),
    })
    await page.visitor().post('/sign-up', { email: known, password: goodPassword })
    const token = await page.token(known)
    guesses = 12
    const passwords = Array.from({ length: guesses }, (_, i) => (i === 0 ? goodPassword : 'not the right one'))
    const answers = await Promise.all(passwords.map((password) => page.visitor().post('/confirm', { token, password })))
    expect(answers.map(({ status }) => status)).toEqual([410, ...Array(11).fill(422)])
    expect(await page.ledger.accounts()).toEqual([])
  })

  it('a mailed link goes to the stored address, not to the typed one', async () => {
    const page = await pageWithAda()
    const before = (await page.mails()).length
    for (const email of ['ada+x@example.org', 'ADA@EXAMPLE.ORG']) await page.visitor().post('/forgot', { email })
    expect((await page.mails()).slice(before).map(({ to }) => to)).toEqual([known, known])
  })

  it('a mailed link does not go to an address that only looks like the stored one', async () => {
    const page = await openPage()
    await page.member('mike@example.org')
    const before = await page.state()
    for (const email of ['m\u0131ke@example.org', 'mike@ex\u0430mple.org', 'mike@example.org,eve@example.org']) {
      const answer = await page.visitor().post('/forgot', { email })
      expect([answer.status, answer.location]).toEqual([303, '/check-inbox'])
    }
    expect(await page.state()).toBe(before)
  })
})

describe('an invalid address', () => {
  it.each([
    ['a comma and a second address', 'ada@example.org,eve@example.org'],
    ['a line break and a header', 'ada@example.org\r\nBcc: eve@example.org'],
    ['255 characters', `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(9)}.m`],
    ['a dotless i', 'm\u0131ke@example.org'],
    ['no characters', ''],
    ['angle brackets', '<ada@example.org>'],
  ])('an address with %s is refused, and no mail is sent', async (_what, email) => {
    const page = await openPage()
    const member = await page.member()
    const before = await page.state()
    const signUp = await page.visitor().post('/sign-up', { email, password: goodPassword })
    expect([signUp.status, signUp.h1, signUp.title]).toEqual([
      422,
      'Create your account',
      'Error: Create your account · riftline',
    ])
    expect((await member.post('/settings/email', { email })).status).toBe(422)
    expect((await page.visitor().post('/forgot', { email })).status).toBe(303)
    expect(await page.state()).toBe(before)
  })
})
