import { RiftlineError } from '@riftline/base'
import { describe, expect, it, vi } from 'vitest'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import { allScopes, keyIds, newKey } from './keys-of-page.ts'
import type { Visitor } from './visitor.ts'

/** The manual clock starts on 21 November 2026. */
const dayMs = 86_400_000
const newYear = Date.UTC(2027, 0, 1)
const noScope = { 'scope-read': '', 'scope-predict': '', 'scope-usage': '' }
const noLimits = { monthlyLimit: null, expiresAt: null, scopes: null }

async function ownKeys(page: TestPage) {
  const [account] = await page.ledger.accounts()
  return page.ledger.keys(account?.id ?? '')
}

/** A member with one key. */
async function withKey(limits: Readonly<Record<string, string>> = {}) {
  const page = await openPage()
  const member = await page.member()
  await newKey(member, 'prod', limits)
  const [id = ''] = await keyIds(page)
  return { page, member, id, path: `/keys/${id}` }
}

const save = (member: Visitor, path: string, fields: Readonly<Record<string, string>>) =>
  member.post(`${path}/limits`, { ...allScopes, limit: '', expires: '', ...fields })

/** Spends credits with a key, as calls of `/v1` do. */
async function spend({ ledger }: TestPage, keyId: string, credits: number): Promise<void> {
  const [account] = await ledger.accounts()
  const call = { requestId: `req_${keyId}_${credits}`, accountId: account?.id ?? '', operation: 'predict', model: null }
  const held = await ledger.hold({ ...call, keyId, credits })
  if (held.kind !== 'held') throw new Error(held.kind)
  await ledger.capture(held.hold)
}

/** Signs in again, because a session ends 12 hours after its last use. */
const signIn = (member: Visitor) => member.post('/sign-in', { email: 'member0@example.org', password: goodPassword })

const textOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
/** Text of the cell of a list, or of the value of a fact, below a name. */
const cellOf = (html: string, name: string): string =>
  textOf(new RegExp(`<td data-label="${name}"[^>]*>(.*?)</td>`, 's').exec(html)?.[1] ?? 'missing').trim()
const factOf = (html: string, name: string): string =>
  textOf(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's').exec(html)?.[1] ?? 'missing').trim()
const typedIn = (html: string, field: string): string | undefined => {
  const [input = ''] = new RegExp(`<input id="field-${field}"[^>]*>`).exec(html) ?? []
  return / value="([^"]*)"/.exec(input)?.[1]
}
const isChecked = (html: string, scope: string): boolean =>
  / checked/.test(new RegExp(`<input id="field-scope-${scope}"[^>]*>`).exec(html)?.[0] ?? '')

describe('the form for a new key', () => {
  it('a key made with the form as it is shown has no limit', async () => {
    const { page, member } = await withKey()
    expect(await ownKeys(page)).toMatchObject([noLimits])
    const { text } = await member.get('/keys')
    expect(['read', 'predict', 'usage'].map((scope) => isChecked(text, scope))).toEqual([true, true, true])
    expect([typedIn(text, 'limit'), typedIn(text, 'expires')]).toEqual(['', ''])
    expect([cellOf(text, 'Expires'), cellOf(text, 'Scopes'), cellOf(text, 'Credits this month')]).toEqual([
      'never',
      'all',
      '0',
    ])
  })

  it('limit, day of expiry and scopes are those of the new key, and its page repeats them', async () => {
    const page = await openPage()
    const member = await page.member()
    const made = await newKey(member, 'bot', { limit: ' 500 ', expires: '2027-01-01', 'scope-usage': '' })
    expect(await ownKeys(page)).toMatchObject([{ monthlyLimit: 500, expiresAt: newYear, scopes: ['predict', 'read'] }])
    expect(['Monthly limit', 'Expires', 'Scopes'].map((name) => factOf(made.text, name))).toEqual([
      '500 credits',
      '2027-01-01 00:00 UTC',
      'read, predict',
    ])
    expect(made.text).toContain('Send this request')
    const reader = await newKey(member, 'reader', { ...noScope, 'scope-read': 'on' })
    expect(reader.text).not.toContain('Send this request')
  })

  it('what was typed stays in a refused form, which is unfolded and says at each field what is wrong', async () => {
    const page = await openPage()
    const member = await page.member()
    const answer = await newKey(member, '', { limit: '1,000', expires: '2026-11-21', ...noScope })
    expect([answer.status, answer.title]).toEqual([422, 'Error: Keys · riftline'])
    const messages = [...answer.text.matchAll(/<p id="error-(\w+)">([^<]*)</g)].map(([, field]) => field)
    expect(messages).toEqual(['name', 'limit', 'expires', 'scopes'])
    expect(answer.text.match(/class="fault"/g)).toHaveLength(4)
    expect([typedIn(answer.text, 'limit'), typedIn(answer.text, 'expires')]).toEqual(['1,000', '2026-11-21'])
    expect(['read', 'predict', 'usage'].some((scope) => isChecked(answer.text, scope))).toBe(false)
    expect(answer.text).toMatch(/<details[^>]* open/)
    expect(answer.text).toContain('2,147,483,647')
    expect(answer.text).toContain('after 2026-11-21, today in UTC')
    expect((await member.get('/keys')).text).not.toMatch(/<details[^>]* open/)
  })
})

describe('the form for the limits of a key', () => {
  it('limits are set, kept and taken away, each alone', async () => {
    const { page, member, path } = await withKey()
    const steps = [
      [{ limit: '120' }, { ...noLimits, monthlyLimit: 120 }],
      [
        { limit: '120', expires: '2027-01-01' },
        { ...noLimits, monthlyLimit: 120, expiresAt: newYear },
      ],
      [
        { ...noScope, 'scope-read': 'on', expires: '2027-01-01' },
        { ...noLimits, expiresAt: newYear, scopes: ['read'] },
      ],
      [{}, noLimits],
    ] as const
    for (const [fields, limits] of steps) {
      const saved = await save(member, path, fields)
      expect([saved.status, saved.location]).toEqual([303, `${path}?done=limits-saved`])
      expect(await ownKeys(page)).toMatchObject([limits])
      const shown = (await member.get(saved.location)).text
      expect(shown).toContain('The limits are saved.')
      expect(typedIn(shown, 'limit')).toBe(limits.monthlyLimit?.toString() ?? '')
      expect(typedIn(shown, 'expires')).toBe(limits.expiresAt === null ? '' : '2027-01-01')
      expect(isChecked(shown, 'predict')).toBe(limits.scopes === null)
    }
    const [person] = await page.people.people()
    expect(person?.events.filter(({ kind }) => kind === 'key-changed')).toHaveLength(4)
    expect((await member.get('/settings')).text).toContain('Limits of a key changed: rl_live_')
  })

  it('a form that changes nothing writes nothing', async () => {
    const { page, member, path } = await withKey({ limit: '5', expires: '2027-01-01', 'scope-read': '' })
    const before = await page.state()
    const saved = await save(member, path, { limit: '5', expires: '2027-01-01', 'scope-read': '' })
    expect(saved.location).toBe(`${path}?done=limits-saved`)
    expect(await page.state()).toBe(before)
  })

  it('a day of expiry that was not changed keeps its time of day, and an expired key its date', async () => {
    const { page, member, id, path } = await withKey()
    const noon = newYear + dayMs / 2
    await page.ledger.setKey(id, { expiresAt: noon })
    await save(member, path, { limit: '7', expires: '2027-01-01' })
    expect(await ownKeys(page)).toMatchObject([{ monthlyLimit: 7, expiresAt: noon }])
    page.clock.advanceTo(noon)
    await signIn(member)
    expect((await save(member, path, { limit: '8', expires: '2027-01-01' })).status).toBe(303)
    expect(await ownKeys(page)).toMatchObject([{ monthlyLimit: 8, expiresAt: noon }])
    const shown = (await member.get('/keys')).text
    expect(shown).toContain(`data-key="${id}" data-status="expired"`)
    expect([cellOf(shown, 'Status'), cellOf(shown, 'Expires')]).toEqual(['expired', '2027-01-01 12:00 UTC'])
    await save(member, path, { expires: '2027-01-02' })
    expect((await member.get('/keys')).text).toContain(`data-key="${id}" data-status="active"`)
  })

  it('a refusal of the ledger is shown in words at its field', async () => {
    const { page, member, path } = await withKey()
    const { deps } = page
    const late = new RiftlineError('validation_error', 'expiresAt: expected a later time, got 1')
    vi.spyOn(deps.ledger, 'setKey').mockRejectedValueOnce(late)
    const answer = await save(member, path, { expires: '2027-01-01' })
    expect([answer.status, answer.h1, typedIn(answer.text, 'expires')]).toEqual([422, 'prod', '2027-01-01'])
    expect(answer.text).toContain('<p id="error-expires">Choose a day after')
  })

  it('a rotated key passes its limits on', async () => {
    const { page, member, id, path } = await withKey({ limit: '5', expires: '2027-01-01', 'scope-read': '' })
    const rotated = await member.post(`${path}/rotate`, { stops: 'now', form: 'B'.repeat(22) })
    expect(rotated.status).toBe(200)
    const [old, young] = await ownKeys(page)
    expect([old?.id, old?.revokedAt === null]).toEqual([id, false])
    expect(young).toMatchObject({ monthlyLimit: 5, expiresAt: newYear, scopes: ['predict', 'usage'], revokedAt: null })
    expect(young?.id).not.toBe(id)
  })
})

describe('the list of keys', () => {
  it('a key shows what it used of its limit and when the month starts anew', async () => {
    const { page, member, id, path } = await withKey({ limit: '15' })
    expect(cellOf((await member.get('/keys')).text, 'Credits this month')).toBe('0 of 15 credits, resets 1 December')
    await spend(page, id, 12)
    for (const at of ['/keys', path]) {
      const { text } = await member.get(at)
      const shown = at === '/keys' ? cellOf(text, 'Credits this month') : factOf(text, 'Credits this month')
      expect(shown).toBe('12 of 15 credits, resets 1 December')
    }
    await spend(page, id, 3)
    expect(cellOf((await member.get('/keys')).text, 'Credits this month')).toBe(
      '15 of 15 credits, limit reached, resets 1 December',
    )
    page.clock.advanceTo(Date.UTC(2026, 11, 1))
    await signIn(member)
    expect(cellOf((await member.get('/keys')).text, 'Credits this month')).toBe('0 of 15 credits, resets 1 January')
  })

  it('a key warns of its expiry for a week and is expired from that moment on', async () => {
    const { page, member } = await withKey({ expires: '2026-12-01' })
    const expiresAt = Date.UTC(2026, 11, 1)
    const at = async (time: number) => {
      page.clock.advanceTo(time - 2)
      await signIn(member)
      const { text } = await member.get('/keys')
      return [cellOf(text, 'Status'), cellOf(text, 'Expires')]
    }
    expect(await at(expiresAt - 7 * dayMs - 1)).toEqual(['active', '2026-12-01 00:00 UTC'])
    expect(await at(expiresAt - 7 * dayMs + 10)).toEqual(['active', '2026-12-01 00:00 UTC within 7 days'])
    expect((await member.get('/dashboard')).text).toContain('A key expires within a week.')
    expect(await at(expiresAt - 1)).toEqual(['active', '2026-12-01 00:00 UTC within a day'])
    expect(await at(expiresAt + 10)).toEqual(['expired', '2026-12-01 00:00 UTC'])
    expect((await member.get('/dashboard')).text).not.toContain('within a week')
  })

  it('expired keys come after working ones and before revoked ones', async () => {
    const page = await openPage()
    const member = await page.member()
    await newKey(member, 'works')
    await newKey(member, 'expires', { expires: '2026-11-22' })
    await newKey(member, 'stops')
    const ids = await keyIds(page)
    await member.post(`/keys/${ids[2]}/revoke`)
    page.clock.advance(dayMs)
    await signIn(member)
    const listed = [...(await member.get('/keys')).text.matchAll(/data-key="[^"]+" data-status="([^"]+)"/g)]
    expect(listed.map(([, status]) => status)).toEqual(['active', 'expired', 'revoked'])
  })
})

it('the console refuses an expired key and says where it gets a later date', async () => {
  const page = await openPage()
  const member = await page.member()
  const { key } = await newKey(member, 'prod', { expires: '2026-11-22' })
  const call = () => member.post('/console', { operation: 'predict', id: '', query: '', body: '{}', key })
  expect((await call()).status).toBe(200)
  page.clock.advance(dayMs / 2)
  await signIn(member)
  const answer = await call()
  expect([answer.status, answer.text.includes('This key has expired.')]).toEqual([422, true])
  expect(page.apiCalls).toHaveLength(1)
})

it('usage, its CSV and the download of an account name the key of a charge', async () => {
  const { page, member, id } = await withKey()
  const [, second = ''] = await newKey(member, '=2+2,"x"').then(() => keyIds(page))
  await spend(page, id, 3)
  await spend(page, second, 2)
  const { text } = await member.get('/usage')
  expect(
    [...text.matchAll(/<td data-label="Key"[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell).trim()),
  ).toEqual(expect.arrayContaining([`prod rl_live_${id}`, `=2+2,&quot;x&quot; rl_live_${second}`]))
  const rows = (await member.get('/usage.csv')).text.split('\r\n')
  expect(rows[0]).toBe('atUtc,kind,requestId,operation,model,keyId,reason,credits,calls,keyName')
  expect(rows.find((row) => row.includes(`req_${id}`))).toMatch(/,-3,1,prod$/)
  expect(rows.find((row) => row.includes(`req_${second}`))).toMatch(/,-2,1,"'=2\+2,""x"""$/)
  expect(rows.find((row) => row.includes(',grant,'))).toMatch(/,$/)
  const exported = JSON.parse((await member.post('/settings/export')).text)
  expect(exported.statement.map(({ keyName }: { readonly keyName: string | null }) => keyName).sort()).toEqual(
    ['=2+2,"x"', 'prod', null].sort(),
  )
  expect(exported.keys[0]).toMatchObject({ name: 'prod', monthlyLimit: null, expiresAtUtc: null, scopes: null })
})
