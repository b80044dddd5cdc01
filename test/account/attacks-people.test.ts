import { describe, expect, it, vi } from 'vitest'
import { until } from '../support/server.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import type { PageAnswer } from './visitor.ts'

const known = 'ada@example.org'
const unknown = 'eve@example.org'
const minuteMs = 60_000

/** The answer as text, without its date and without the address that the client sent. */
function seen({ status, headers, text }: PageAnswer, email: string): string {
  const { date: _, ...others } = headers
  return JSON.stringify([status, others, text]).replaceAll(email, 'EMAIL')
}

/** Counts, since the last `take`, the hashed passwords and the milliseconds by which answers were delayed. */
function workOf(page: TestPage): { readonly take: () => readonly (number | readonly number[])[] } {
  let [hashes, waits] = [page.hashes(), page.waits.length]
  return {
    take() {
      const done = [page.hashes() - hashes, page.waits.slice(waits)]
      hashes = page.hashes()
      waits = page.waits.length
      return done
    },
  }
}

async function pageWithAda(): Promise<TestPage> {
  const page = await openPage()
  await page.member(known)
  return page
}

describe('answers for known and unknown addresses', () => {
  it.each<[string, string, Record<string, string>, readonly unknown[]]>([
    ['a wrong password', '/sign-in', { password: 'not the right one' }, [1, [300]]],
    ['a sign-up', '/sign-up', { password: goodPassword }, [1, [300]]],
    ['a sign-up with a weak password', '/sign-up', { password: 'weak' }, [0, []]],
    ['a forgotten password', '/forgot', {}, [0, [300]]],
  ])(
    'the answer to %s and its work are the same for a known and an unknown address',
    async (_what, path, fields, expected) => {
      const page = await pageWithAda()
      const work = workOf(page)
      const first = await page.visitor().post(path, { ...fields, email: known })
      expect(work.take()).toEqual(expected)
      const second = await page.visitor().post(path, { ...fields, email: unknown })
      expect(seen(second, unknown)).toBe(seen(first, known))
      expect(work.take()).toEqual(expected)
    },
  )

  it('a sign-up with a known address gets a mail that says so, without a link to confirm', async () => {
    const page = await pageWithAda()
    await page.visitor().post('/sign-up', { email: known, password: goodPassword })
    const mail = (await page.mails(known)).at(-1)
    expect([mail?.subject, mail?.link]).toEqual(['You already have a riftline account', `${page.origin}/sign-in`])
  })

  it('the answer to the eleventh wrong password is the same for a known and an unknown address', async () => {
    const page = await pageWithAda()
    const last: string[] = []
    for (const email of [known, unknown]) {
      for (let i = 0; i < 10; i++) {
        expect((await page.visitor().post('/sign-in', { email, password: 'wrong wrong wrong' })).status).toBe(422)
      }
      last.push(seen(await page.visitor().post('/sign-in', { email, password: goodPassword }), email))
    }
    expect(last[0]).toBe(last[1])
    expect(last[0]).toContain('429')
  })
})

describe('a guesser of passwords', () => {
  it('ten wrong passwords block a guesser for a quarter of an hour, even with the right one', async () => {
    const page = await pageWithAda()
    const enter = (password: string, from?: string) => page.visitor(from).post('/sign-in', { email: known, password })
    for (let i = 0; i < 11; i++) await enter('wrong wrong wrong')
    const before = await page.state()
    const late = await enter(goodPassword)
    expect([late.status, late.h1]).toEqual([429, 'Too many attempts'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect(await page.state()).toBe(before)
    expect((await enter(goodPassword, '203.0.113.9')).status).toBe(303)
    page.clock.advance(15 * minuteMs)
    expect((await enter(goodPassword)).status).toBe(303)
  })

  it('a guesser gains nothing by sending many passwords at once', async () => {
    const page = await pageWithAda()
    const all = await Promise.all(
      Array.from({ length: 15 }, () => page.visitor().post('/sign-in', { email: known, password: 'wrong wrong' })),
    )
    expect(all.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})

describe('the end of a session', () => {
  it('a session ends when the password is reset', async () => {
    const page = await openPage()
    const member = await page.member(known)
    await page.visitor().post('/forgot', { email: known })
    await page.visitor().post('/reset', { token: await page.token(known), password: 'another good password' })
    const answer = await member.get('/dashboard')
    expect([answer.status, answer.location]).toEqual([303, '/sign-in?next=/dashboard'])
    expect((await page.visitor().post('/sign-in', { email: known, password: goodPassword })).status).toBe(422)
  })

  it('a session ends when its account is deleted', async () => {
    const page = await openPage()
    const member = await page.member(known)
    const old = member.copy()
    expect((await member.post('/settings/delete', { email: known })).location).toBe('/?done=deleted')
    expect((await old.get('/dashboard')).location).toBe('/sign-in?next=/dashboard')
    expect((await old.post('/keys', { name: 'x', form: 'A'.repeat(22) })).location).toBe('/sign-in?next=/keys')
  })

  it('a request whose session a reset ends meanwhile does not change the e-mail', async () => {
    const page = await openPage()
    const member = await page.member(known)
    const { changePerson } = page.people
    const end = vi.spyOn(page.people, 'changePerson').mockImplementation(async (id, change) => {
      end.mockRestore()
      await changePerson(id, (latest) => ({ ...latest, sessions: [] }))
      return changePerson(id, change)
    })
    expect((await member.post('/settings/email', { email: unknown })).location).toBe('/sign-in')
    expect(await page.mails(unknown)).toEqual([])
    expect((await page.people.findPerson({ emailKey: known }))?.links).toEqual([])
  })

  it('a sign-in fails when a reset replaces the password during its check', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let holds = false
    let isHeld = false
    const page = await openPage({
      hasher: (real) => ({
        ...real,
        async verify(password, stored) {
          const isRight = await real.verify(password, stored)
          isHeld = holds
          if (holds) await held
          return isRight
        },
      }),
    })
    await page.member(known)
    await page.visitor().post('/forgot', { email: known })
    holds = true
    const visitor = page.visitor()
    const late = visitor.post('/sign-in', { email: known, password: goodPassword })
    await until(() => isHeld)
    await page.visitor().post('/reset', { token: await page.token(known), password: 'another good password' })
    release()
    expect((await late).location).toBe('/sign-in')
    expect(visitor.cookie).toBeNull()
    expect((await page.people.findPerson({ emailKey: known }))?.sessions).toEqual([])
  })
})
