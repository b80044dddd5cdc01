import { describe, expect, it, vi } from 'vitest'
import { until } from '../support/server.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import { allScopes, keyIds, newKey } from './keys-of-page.ts'
import type { Visitor } from './visitor.ts'

const minuteMs = 60_000

/** Delays the ledger's `addKey`, so that requests overlap. */
function slowly(page: TestPage, before: () => Promise<unknown> = turns): TestPage {
  const { addKey } = page.ledger
  vi.spyOn(page.ledger, 'addKey').mockImplementation(async (key, most) => {
    await before()
    return addKey(key, most)
  })
  return page
}

async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a key', () => {
  it('a key’s name with markup is shown as text', async () => {
    const page = await openPage()
    const member = await page.member()
    const name = '<script>alert("1")</script>&'
    const made = await newKey(member, name)
    expect(made.status).toBe(200)
    const [id = ''] = await keyIds(page)
    for (const { text } of [
      made,
      await member.get('/keys'),
      await member.get(`/keys/${id}`),
      await member.get('/usage'),
    ]) {
      expect(text).not.toContain('<script>alert')
      expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;')
    }
  })

  it.each([
    ['a control character', 'a\u0007b'],
    ['a line break', 'a\nb'],
    ['a right-to-left override', 'a\u202eb'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['an invisible filler', '\u3164'],
    ['nothing', ''],
    ['spaces alone', '   '],
    ['65 characters', 'x'.repeat(65)],
  ])('a key’s name cannot contain %s', async (_what, name) => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    const before = await page.state()
    const answer = await member.post('/keys', { ...allScopes, name, form })
    expect([answer.status, answer.h1, answer.title]).toEqual([422, 'Keys', 'Error: Keys · riftline'])
    expect(await page.state()).toBe(before)
  })

  it('a new key needs the password again when the last one is a quarter of an hour old', async () => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    page.clock.advance(15 * minuteMs)
    const before = await page.state()
    const answer = await member.post('/keys', { ...allScopes, name: 'prod', form })
    expect([answer.status, answer.location]).toEqual([303, '/password?next=/keys'])
    expect(await page.state()).toBe(before)
    const old = member.cookie
    expect((await member.post('/password', { password: goodPassword, next: '/keys' })).location).toBe('/keys')
    expect(member.cookie).not.toBe(old)
    expect((await page.visitor().get('/keys', { cookie: old })).status).toBe(303)
    expect((await member.post('/keys', { ...allScopes, name: 'prod', form })).status).toBe(200)
  })

  it('a form sent twenty times at once makes one key', async () => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => member.copy().post('/keys', { ...allScopes, name: 'prod', form })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.h1).toBe('Already sent')
    expect(await keyIds(page)).toHaveLength(1)
  })

  it('a key of another account cannot be viewed, rotated, revoked or used as a filter', async () => {
    const page = await openPage()
    const [owner, stranger] = [await page.member(), await page.member()]
    await newKey(owner)
    const [id = ''] = await keyIds(page)
    const before = await page.state()
    expect((await stranger.get(`/keys/${id}`)).status).toBe(404)
    expect((await stranger.get(`/usage?key=${id}`)).status).toBe(404)
    expect((await stranger.get(`/usage.csv?key=${id}`)).status).toBe(404)
    const form = 'A'.repeat(22)
    expect((await stranger.post(`/keys/${id}/rotate`, { stops: 'now', form })).status).toBe(404)
    expect((await stranger.post(`/keys/${id}/rotate`, { stops: 'never', form })).status).toBe(404)
    expect((await stranger.post(`/keys/${id}/revoke`)).status).toBe(404)
    expect(await page.state()).toBe(before)
  })

  /** Sends `count` forms at once, each with a one-time value of its own. */
  const makeMany = async (member: Visitor, count: number, letter: string) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        member.copy().post('/keys', { ...allScopes, name: `key ${i}`, form: `${letter.repeat(20)}${10 + i}` }),
      ),
    )
    return (status: number) => answers.filter((answer) => answer.status === status)
  }

  it('an account makes ten keys an hour and has at most twenty, also when thirty forms come at once', async () => {
    const page = slowly(await openPage())
    const member = await page.member()
    for (const letter of ['A', 'B']) {
      const made = await makeMany(member, 30, letter)
      expect([made(200).length, made(429).length]).toEqual([10, 20])
      expect(Number(made(429)[0]?.headers['retry-after'])).toBeGreaterThan(3500)
      page.clock.advance(60 * minuteMs)
      await member.post('/password', { password: goodPassword })
    }
    expect((await makeMany(member, 30, 'C'))(422)).toHaveLength(30)
    const [id = ''] = await keyIds(page)
    expect((await member.post(`/keys/${id}/revoke`)).location).toBe('/keys?done=revoked')
    expect((await newKey(member)).status).toBe(200)
    expect((await newKey(member)).status).toBe(422)
  })

  const rotate = (member: Visitor, id: string, stops: string, letter: string) =>
    member.post(`/keys/${id}/rotate`, { stops, form: letter.repeat(22) })

  it('a rotated key counts until it stops: rotations leave at most twenty working keys', async () => {
    const page = await openPage()
    const member = await page.member()
    for (const letter of ['A', 'B']) {
      await makeMany(member, 10, letter)
      page.clock.advance(60 * minuteMs)
      await member.post('/password', { password: goodPassword })
    }
    const [id = ''] = await keyIds(page)
    for (const stops of ['1h', '24h', '7d']) expect((await rotate(member, id, stops, 'C')).status).toBe(422)
    expect(await keyIds(page)).toHaveLength(20)
    expect((await rotate(member, id, 'now', 'D')).status).toBe(200)
    expect((await newKey(member)).status).toBe(422)
  })

  it('a key can be rotated with an overlap only when the key that it replaced has stopped', async () => {
    const page = await openPage()
    const member = await page.member()
    await newKey(member)
    const [first = ''] = await keyIds(page)
    expect((await rotate(member, first, '7d', 'B')).status).toBe(200)
    const [, second = ''] = await keyIds(page)
    const again = await rotate(member, second, '1h', 'C')
    expect([again.status, again.text.includes('has not stopped yet')]).toEqual([422, true])
    expect((await rotate(member, second, 'now', 'D')).status).toBe(200)
    await member.post(`/keys/${first}/revoke`)
    const [, , third = ''] = await keyIds(page)
    expect((await rotate(member, third, '1h', 'E')).status).toBe(200)
  })

  it('rotations count against the ten new keys an hour', async () => {
    const page = await openPage()
    const member = await page.member()
    await newKey(member)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const id = (await keyIds(page)).at(-1) ?? ''
      statuses.push((await rotate(member, id, 'now', String.fromCharCode(66 + i))).status)
    }
    expect(statuses).toEqual([...Array(9).fill(200), 429, 429, 429])
  })

  it('two processes that both see nineteen keys make twenty, not twenty-one', async () => {
    const page = await openPage()
    const member = await page.member()
    for (const letter of ['A', 'B']) {
      await makeMany(member, letter === 'A' ? 10 : 9, letter)
      page.clock.advance(60 * minuteMs)
      await member.post('/password', { password: goodPassword })
    }
    const [account] = await page.ledger.accounts()
    const { addKey } = page.ledger
    vi.spyOn(page.ledger, 'addKey').mockImplementationOnce(async (key, most) => {
      await addKey({ id: 'key_000000000000', accountId: account?.id ?? '', name: 'other', sha256: 'f'.repeat(64) })
      return addKey(key, most)
    })
    expect((await newKey(member)).status).toBe(422)
    const working = (await page.ledger.keys(account?.id ?? '')).filter(({ revokedAt }) => revokedAt === null)
    expect(working).toHaveLength(20)
  })

  it('a new key of one account does not wait for a slow one of another account', async () => {
    const page = await openPage()
    const [slow, quick] = [await page.member(), await page.member()]
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { addKey } = page.ledger
    vi.spyOn(page.ledger, 'addKey').mockImplementationOnce(async (key, most) => {
      await held
      return addKey(key, most)
    })
    const late = newKey(slow)
    await until(() => vi.mocked(page.ledger.addKey).mock.calls.length === 1)
    expect((await newKey(quick)).status).toBe(200)
    release()
    expect((await late).status).toBe(200)
  })

  it('keys are listed on pages of fifty, working keys first', async () => {
    const page = await openPage()
    const member = await page.member()
    const [account] = await page.ledger.accounts()
    for (let i = 0; i < 60; i++) {
      const id = `key_0000000000${10 + i}`
      await page.ledger.addKey({
        id,
        accountId: account?.id ?? '',
        name: `key ${i}`,
        sha256: String(10 + i).repeat(32),
      })
      if (i > 0) await page.ledger.revokeKey(id)
    }
    const listed = (text: string) => [...text.matchAll(/data-key="([^"]+)" data-status="([^"]+)"/g)]
    const first = await member.get('/keys')
    expect(listed(first.text)).toHaveLength(50)
    expect(listed(first.text)[0]?.slice(1)).toEqual(['key_000000000010', 'active'])
    expect(first.text).toContain('href="/keys?page=2"')
    expect(listed((await member.get('/keys?page=2')).text)).toHaveLength(10)
    expect((await member.get('/keys?page=0')).status).toBe(400)
    expect([...(await member.get('/usage')).text.matchAll(/<option/g)]).toHaveLength(51)
  })

  it('a key is rotated once when several forms ask for it at once', async () => {
    const page = slowly(await openPage())
    const member = await page.member()
    await newKey(member)
    const [id = ''] = await keyIds(page)
    const answers = await Promise.all(
      ['B', 'C', 'D'].map((letter) =>
        member.copy().post(`/keys/${id}/rotate`, { stops: '1h', form: letter.repeat(22) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await keyIds(page)).toHaveLength(2)
    expect((await member.get('/keys')).text).toContain(`data-key="${id}" data-status="ending"`)
    page.clock.advance(60 * minuteMs)
    expect((await member.get('/keys')).text).toContain(`data-key="${id}" data-status="revoked"`)
  })

  it('a key that is made while its account is deleted does not remain', async () => {
    const email = 'ada@example.org'
    const page = await openPage()
    const member = await page.member(email)
    const form = await member.form('/keys')
    slowly(page, () => member.copy().post('/settings/delete', { email }))
    expect((await member.copy().post('/keys', { ...allScopes, name: 'prod', form })).status).toBe(409)
    const [account] = await page.ledger.accounts()
    const keys = await page.ledger.keys(account?.id ?? '')
    expect(keys.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
    expect((await page.mails(email)).map(({ subject }) => subject)).toEqual(['Your riftline account was deleted'])
    expect(await page.people.people()).toEqual([])
  })
})
