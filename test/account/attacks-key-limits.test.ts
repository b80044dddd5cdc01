import { describe, expect, it } from 'vitest'
import { goodPassword, openPage } from './account-page.ts'
import { allScopes, keyIds, newKey } from './keys-of-page.ts'
import type { Visitor } from './visitor.ts'

const minuteMs = 60_000

async function withKey() {
  const page = await openPage()
  const member = await page.member()
  await newKey(member, 'prod', { limit: '5', expires: '2027-01-01', 'scope-usage': '' })
  const [id = ''] = await keyIds(page)
  const state = () => page.state()
  return { page, member, path: `/keys/${id}/limits`, state }
}

const own = { ...allScopes, 'scope-usage': '', limit: '5', expires: '2027-01-01' }

/** Encodes a form as the visitor does. */
const bodyOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

const wrong: readonly (readonly [what: string, fields: Readonly<Record<string, string>>, field: string])[] = [
  ['a limit of nothing', { limit: '0' }, 'limit'],
  ['a negative limit', { limit: '-5' }, 'limit'],
  ['a limit with a fraction', { limit: '1.5' }, 'limit'],
  ['a limit with an exponent', { limit: '1e3' }, 'limit'],
  ['a limit in hexadecimal digits', { limit: '0x10' }, 'limit'],
  ['a limit with a leading zero', { limit: '007' }, 'limit'],
  ['a limit of 2,147,483,648', { limit: '2147483648' }, 'limit'],
  ['a limit of a thousand digits', { limit: '9'.repeat(1000) }, 'limit'],
  ['a limit in Arabic digits', { limit: '٥٠٠' }, 'limit'],
  ['a limit that is no number', { limit: 'NaN' }, 'limit'],
  ['a limit with a separator', { limit: '1,000' }, 'limit'],
  ['a limit of __proto__', { limit: '__proto__' }, 'limit'],
  ['a limit with markup', { limit: '"><script>alert(1)</script>' }, 'limit'],
  ['today', { expires: '2026-11-21' }, 'expires'],
  ['a day of the past', { expires: '2025-01-01' }, 'expires'],
  ['the year 0', { expires: '0000-01-01' }, 'expires'],
  ['30 February', { expires: '2027-02-30' }, 'expires'],
  ['29 February of a year without it', { expires: '2027-02-29' }, 'expires'],
  ['month 13', { expires: '2027-13-01' }, 'expires'],
  ['a year of five digits', { expires: '12027-01-01' }, 'expires'],
  ['a year of six digits and a sign', { expires: '+012027-01-01' }, 'expires'],
  ['a time', { expires: '2027-01-01T12:00' }, 'expires'],
  ['a time zone', { expires: '2027-01-01+14:00' }, 'expires'],
  ['a date in words', { expires: 'tomorrow' }, 'expires'],
  ['milliseconds', { expires: '1798761600000' }, 'expires'],
  ['a date with markup', { expires: '"><script>alert(1)</script>' }, 'expires'],
  ['no scope', { 'scope-read': '', 'scope-predict': '', 'scope-usage': '' }, 'scopes'],
  ['scopes that are off', { 'scope-read': 'off', 'scope-predict': 'false', 'scope-usage': '0' }, 'scopes'],
]

describe('limits of a key', () => {
  it('wrong limits are refused at their field, for a new key and an old one, and change nothing', async () => {
    const { page, member, path, state } = await withKey()
    const before = await state()
    for (const [what, fields, field] of wrong) {
      for (const [at, sent] of [
        ['/keys', { ...allScopes, limit: '', expires: '', name: 'new', form: 'A'.repeat(22), ...fields }],
        [path, { ...own, ...fields }],
      ] as const) {
        const answer = await member.post(at, sent)
        expect([what, at, answer.status]).toEqual([what, at, 422])
        expect([what, [...answer.text.matchAll(/<p id="error-(\w+)"/g)].map(([, name]) => name)]).toEqual([
          what,
          [field],
        ])
        expect(answer.text).not.toContain('<script>alert')
      }
    }
    expect(await state()).toBe(before)
    expect(page.log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('the largest limit and the last day are accepted', async () => {
    const { page, member, path } = await withKey()
    expect((await member.post(path, { ...own, limit: '2147483647', expires: '9999-12-31' })).status).toBe(303)
    const [account] = await page.ledger.accounts()
    const [key] = await page.ledger.keys(account?.id ?? '')
    expect(key).toMatchObject({ monthlyLimit: 2_147_483_647, expiresAt: Date.UTC(9999, 11, 31) })
    for (const at of ['/keys', path.replace('/limits', ''), '/dashboard']) {
      expect([at, (await member.get(at)).status]).toEqual([at, 200])
    }
  })

  it.each([
    ['an unknown scope', `${bodyOf(own)}&scope-admin=on`],
    ['a list of scopes', `${bodyOf(own)}&scopes=read,admin`],
    ['a scope sent twice', `${bodyOf(own)}&scope-read=on`],
    ['a limit sent twice', `${bodyOf(own)}&limit=1000000`],
    ['a limit sent twice, once encoded', `${bodyOf(own)}&%6cimit=1000000`],
    ['a day sent twice', `${bodyOf(own)}&expires=2028-01-01`],
    ['a field of the ledger', `${bodyOf(own)}&monthlyLimit=1000000`],
    ['the account of another', `${bodyOf(own)}&accountId=acc_1`],
  ])('a form with %s is refused as a whole', async (_what, body) => {
    const { member, path, state } = await withKey()
    const before = await state()
    expect((await member.post(path, {}, { body })).status).toBe(400)
    expect((await member.post('/keys', {}, { body: `${body}&name=x&form=${'A'.repeat(22)}` })).status).toBe(400)
    expect(await state()).toBe(before)
  })

  it('a form of another site, without an origin, or without a session changes nothing', async () => {
    const { page, member, path, state } = await withKey()
    const before = await state()
    const raised = { ...own, limit: '1000000' }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': undefined, Origin: undefined },
      { 'Sec-Fetch-Site': undefined, Origin: 'null' },
    ]) {
      expect((await member.post(path, raised, { headers })).status).toBe(403)
    }
    expect((await member.get(`${path}?limit=1000000`)).status).toBe(405)
    const stranger = await page.visitor().post(path, raised)
    expect([stranger.status, stranger.location]).toEqual([303, `/sign-in?next=${path.replace('/limits', '')}`])
    expect(await state()).toBe(before)
  })

  it('limits need the password again when the last one is a quarter of an hour old', async () => {
    const { page, member, path, state } = await withKey()
    page.clock.advance(15 * minuteMs)
    const before = await state()
    const answer = await member.post(path, { ...own, limit: '1000000' })
    expect([answer.status, answer.location]).toEqual([303, `/password?next=${path.replace('/limits', '')}`])
    expect(await state()).toBe(before)
  })

  it('a key of another account and one that does not exist are not found, whatever the form says', async () => {
    const { page, path } = await withKey()
    const stranger = await page.member()
    const before = await page.state()
    for (const at of [path, '/keys/none/limits', '/keys/__proto__/limits', '/keys/key_000000000000/limits']) {
      for (const fields of [own, { ...own, limit: '-1' }]) {
        const answer = await stranger.post(at, fields)
        expect([at, answer.status, answer.text.includes('prod')]).toEqual([at, 404, false])
      }
    }
    expect(await page.state()).toBe(before)
  })

  it('a revoked key gets no limits, and its page has no form for them', async () => {
    const { member, path, state } = await withKey()
    const key = path.replace('/limits', '')
    await member.post(`${key}/revoke`)
    const before = await state()
    const answer = await member.post(path, { ...own, limit: '9' })
    expect([answer.status, answer.text.includes('This key is revoked')]).toEqual([409, true])
    expect((await member.get(key)).text).not.toContain('Save limits')
    expect(await state()).toBe(before)
  })

  it('a person changes limits sixty times an hour; refused forms do not count', async () => {
    const { page, member, path } = await withKey()
    const save = (limit: number | string, visitor: Visitor = member) =>
      visitor.post(path, { ...own, limit: String(limit) })
    for (let i = 0; i < 5; i++) expect((await save('x')).status).toBe(422)
    for (let i = 1; i <= 60; i++) expect((await save(i)).status).toBe(303)
    const before = await page.state()
    const late = await save(1000)
    expect([late.status, late.h1, Number(late.headers['retry-after']) > 3500]).toEqual([429, 'Too many attempts', true])
    expect(await page.state()).toBe(before)
    page.clock.advance(60 * minuteMs)
    await member.post('/password', { password: goodPassword })
    expect((await save(1000)).status).toBe(303)
  })

  it('twenty forms at once leave the limits of one of them', async () => {
    const { page, member, path } = await withKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        member.copy().post(path, { ...own, limit: String(100 + i), expires: `2027-02-${10 + i > 28 ? 28 : 10 + i}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303))
    const [account] = await page.ledger.accounts()
    const [key] = await page.ledger.keys(account?.id ?? '')
    const index = (key?.monthlyLimit ?? 0) - 100
    expect(key?.expiresAt).toBe(Date.UTC(2027, 1, Math.min(28, 10 + index)))
  })
})
