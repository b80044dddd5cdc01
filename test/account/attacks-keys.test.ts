import { describe, expect, it, vi } from 'vitest'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import { keyIds, newKey } from './keys-of-page.ts'

const minuteMs = 60_000

/** A ledger that takes its time with new keys, so that requests meet. */
function slowly(page: TestPage, before: () => Promise<unknown> = turns): TestPage {
  const { addKey } = page.ledger
  vi.spyOn(page.ledger, 'addKey').mockImplementation(async (key) => {
    await before()
    return addKey(key)
  })
  return page
}

async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a key', () => {
  it('a key named like markup is shown as that text', async () => {
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
    ['a mark that turns text around', 'a\u202eb'],
    ['a separator of lines', 'a\u2028b'],
    ['a separator of paragraphs', 'a\u2029b'],
    ['a filler that nobody sees', '\u3164'],
    ['nothing', ''],
    ['spaces alone', '   '],
    ['65 characters', 'x'.repeat(65)],
  ])('a key cannot have a name of %s', async (_what, name) => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    const before = await page.state()
    const answer = await member.post('/keys', { name, form })
    expect([answer.status, answer.h1, answer.title]).toEqual([422, 'Keys', 'Error: Keys · riftline'])
    expect(await page.state()).toBe(before)
  })

  it('a key needs the password again after a quarter of an hour', async () => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    page.clock.advance(15 * minuteMs)
    const before = await page.state()
    const answer = await member.post('/keys', { name: 'prod', form })
    expect([answer.status, answer.location]).toEqual([303, '/password?next=/keys'])
    expect(await page.state()).toBe(before)
    const old = member.cookie
    expect((await member.post('/password', { password: goodPassword, next: '/keys' })).location).toBe('/keys')
    expect(member.cookie).not.toBe(old)
    expect((await page.visitor().get('/keys', { cookie: old })).status).toBe(303)
    expect((await member.post('/keys', { name: 'prod', form })).status).toBe(200)
  })

  it('a key is made once by a form that is sent twenty times at once', async () => {
    const page = await openPage()
    const member = await page.member()
    const form = await member.form('/keys')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => member.copy().post('/keys', { name: 'prod', form })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.h1).toBe('Already sent')
    expect(await keyIds(page)).toHaveLength(1)
  })

  it('a key of another account is not found, to look at, to rotate, to revoke, to filter by', async () => {
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

  it('a key is one of at most twenty, also when thirty are asked for at once', async () => {
    const page = slowly(await openPage())
    const member = await page.member()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        member.copy().post('/keys', { name: `key ${i}`, form: `${'A'.repeat(20)}${10 + i}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    const [id = ''] = await keyIds(page)
    expect((await member.post(`/keys/${id}/revoke`)).location).toBe('/keys?done=revoked')
    expect((await newKey(member)).status).toBe(200)
  })

  it('a key is rotated once, however many forms ask for it at once', async () => {
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

  it('a key is not left to an account that is deleted while it is made', async () => {
    const email = 'ada@example.org'
    const page = await openPage()
    const member = await page.member(email)
    const form = await member.form('/keys')
    slowly(page, () => member.copy().post('/settings/delete', { email }))
    expect((await member.copy().post('/keys', { name: 'prod', form })).status).toBe(409)
    const [account] = await page.ledger.accounts()
    const keys = await page.ledger.keys(account?.id ?? '')
    expect(keys.map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
    expect((await page.mails(email)).map(({ subject }) => subject)).toEqual(['Your riftline account was deleted'])
    expect(await page.people.people()).toEqual([])
  })
})
