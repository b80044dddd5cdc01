import { describe, expect, it } from 'vitest'
import { goodPassword, openPage, plans, type TestPage } from './account-page.ts'
import { allScopes } from './keys-of-page.ts'
import type { Visitor } from './visitor.ts'

const env = { RIFTLINE_PAYMENTS: 'test' }

describe('a banned person', () => {
  async function banned(): Promise<{ readonly page: TestPage; readonly member: Visitor }> {
    const page = await openPage({ plans, env })
    const member = await page.member('ada@example.org')
    const [account] = await page.ledger.accounts()
    await page.ledger.ban(account?.id ?? '', { reason: 'several accounts' })
    return { page, member }
  }

  it('a banned person can read every page, and each shows the reason for the ban', async () => {
    const { member } = await banned()
    for (const path of ['/dashboard', '/keys', '/usage', '/credits', '/settings', '/console', '/', '/docs']) {
      const { status, text } = await member.get(path)
      expect([path, status, text.includes('id="ban"'), text.includes('several accounts')]).toEqual([
        path,
        200,
        true,
        true,
      ])
    }
    expect((await member.get('/usage.csv')).status).toBe(200)
    for (const answer of [
      await member.get('/nowhere'),
      await member.ask('DELETE', '/keys'),
      await member.post('/sign-in', { more: '1' }),
    ]) {
      expect([answer.status >= 400, answer.text.includes('id="ban"'), answer.text.includes('Sign out')]).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  it('a banned person cannot make keys, buy credits or call from the console', async () => {
    const { page, member } = await banned()
    const before = await page.state()
    const form = 'A'.repeat(22)
    const refusals: [string, Record<string, string>][] = [
      ['/keys', { name: 'x', form }],
      ['/keys/key_000000000000/rotate', { stops: 'now', form }],
      ['/keys/key_000000000000/limits', { ...allScopes, limit: '5' }],
      ['/credits/checkout', { item: 'pack:small', form }],
      ['/credits/test/pay_1', { action: 'pay' }],
      ['/console', { operation: 'predict', key: 'x' }],
    ]
    for (const [path, fields] of refusals) {
      const answer = await member.post(path, fields)
      expect([path, answer.status, answer.h1]).toEqual([path, 403, 'Not allowed'])
      expect(answer.text).toContain('id="ban"')
    }
    expect((await member.post('/credits/plan', { action: 'keep' })).status).toBe(403)
    expect(await page.state()).toBe(before)
    for (const path of ['/keys', '/credits']) {
      expect((await member.get(path)).text).not.toMatch(/Create key|Buy |Subscribe/)
    }
  })

  it('a banned person can revoke keys, export, sign in and out, and delete the account', async () => {
    const page = await openPage({ plans, env })
    const member = await page.member('ada@example.org')
    await member.post('/keys', { ...allScopes, name: 'prod', form: 'A'.repeat(22) })
    const [account] = await page.ledger.accounts()
    const [key] = await page.ledger.keys(account?.id ?? '')
    await page.ledger.ban(account?.id ?? '', { reason: 'several accounts' })
    expect((await member.post(`/keys/${key?.id}/revoke`)).location).toBe('/keys?done=revoked')
    expect((await member.post('/settings/export')).headers['content-disposition']).toContain('riftline-account.json')
    expect((await member.post('/credits/plan', { action: 'cancel' })).status).toBe(409)
    await member.post('/sign-out')
    await member.post('/sign-in', { email: 'ada@example.org', password: goodPassword })
    expect((await member.post('/settings/delete', { email: 'ada@example.org' })).location).toBe('/?done=deleted')
    expect(await page.people.people()).toEqual([])
  })
})
