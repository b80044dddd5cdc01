import { describe, expect, it } from 'vitest'
import { exampleBody } from '#cli/serve/start-messages.ts'
import { callInProcess } from '#server/http/call-in-process.ts'
import { startServer } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { openPage } from './account-page.ts'
import { keyIds, newKey } from './keys-of-page.ts'

const minuteMs = 60_000

describe('the console', () => {
  const operation = { operation: 'predict', id: '', query: '', body: '{}' }

  it('the console makes no call with a revoked key or a key of another account', async () => {
    const page = await openPage()
    const [owner, stranger] = [await page.member(), await page.member()]
    const { key } = await newKey(owner)
    for (const wrong of [key, '', 'rl_live_x', `${key.slice(0, -1)}0`]) {
      const answer = await stranger.post('/console', { ...operation, key: wrong })
      expect([answer.status, answer.h1, answer.text.includes(key)]).toEqual([422, 'Console', false])
    }
    expect((await owner.post('/console', { ...operation, key })).status).toBe(200)
    const [id = ''] = await keyIds(page)
    await owner.post(`/keys/${id}/revoke`)
    expect((await owner.post('/console', { ...operation, key })).status).toBe(422)
    expect(page.apiCalls).toHaveLength(1)
  })

  it('the console makes no call for a banned account but still shows its page', async () => {
    const page = await openPage()
    const member = await page.member()
    const { key } = await newKey(member)
    const [account] = await page.ledger.accounts()
    await page.ledger.ban(account?.id ?? '', { reason: 'spam' })
    const answer = await member.post('/console', { ...operation, key })
    expect([answer.status, answer.h1]).toEqual([403, 'Not allowed'])
    expect(answer.text).toContain('id="ban"')
    expect(page.apiCalls).toEqual([])
    const shown = await member.get('/console')
    expect([shown.status, shown.text.includes('id="ban"')]).toEqual([200, true])
  })

  it('the console shows that the API did not answer and logs the cause', async () => {
    const page = await openPage({
      api: {
        call: async () => {
          throw new Error('socket hang up')
        },
      },
    })
    const member = await page.member()
    const { key } = await newKey(member)
    const answer = await member.post('/console', { ...operation, key })
    expect([answer.status, answer.h1]).toEqual([503, 'Try again soon'])
    expect(page.log.map(({ event }) => event)).toContain('console_call_failed')
  })

  it('the console takes thirty calls a minute', async () => {
    const page = await openPage()
    const member = await page.member()
    const { key } = await newKey(member)
    for (let i = 0; i < 30; i++) expect((await member.post('/console', { ...operation, key })).status).toBe(200)
    const late = await member.post('/console', { ...operation, key })
    expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
    page.clock.advance(minuteMs)
    expect((await member.post('/console', { ...operation, key })).status).toBe(200)
  })

  it('a call from the console is charged like any other and comes from the visitor’s address', async () => {
    const api = await startServer()
    try {
      const page = await openPage({
        clock: api.clock,
        ledger: () => api.credits,
        api: { call: (call) => callInProcess(api.server, call) },
      })
      const member = await page.member('ada@example.org', '203.0.113.7')
      const { key } = await newKey(member)
      const body = exampleBody(catalogue) ?? ''
      const sent = await member.post('/console', { operation: 'predict', id: '', query: '', body, key })
      expect(sent.text).toContain('id="answer-status"')
      expect(sent.text).not.toContain(key)
      const [, account] = await page.ledger.accounts()
      const { lines } = await page.ledger.statementPage(account?.id ?? '', { month: '2026-11', limit: 50 })
      expect(lines.map(({ kind, operation: name }) => [kind, name])).toContainEqual(['capture', 'predict'])
      expect(await page.ledger.otherAccountsAt('203.0.113.7', api.accountId, 0)).toBe(1)
      const wrong = await member.post('/console', { operation: 'team', id: '../../x', query: '', body: '', key })
      expect([wrong.status, wrong.text.includes('400')]).toEqual([200, true])
    } finally {
      await api.close()
    }
  })
})

describe('queries', () => {
  it.each(['/usage?month=2026-13', '/usage.csv?month=2026-13', '/usage?month=', '/usage?page=0', '/usage?page=x'])(
    'the invalid query of %s is refused',
    async (path) => {
      const page = await openPage()
      const member = await page.member()
      const answer = await member.get(path)
      expect([answer.status, answer.h1]).toEqual([400, 'Usage'])
    },
  )

  it('unknown query parameters are ignored', async () => {
    const page = await openPage()
    const member = await page.member()
    expect((await member.get('/usage?utm=1&utm=2&month=2026-11&month=x')).status).toBe(200)
  })

  it('the CSV download escapes texts that a spreadsheet would take for formulas', async () => {
    const page = await openPage()
    const member = await page.member()
    const [account] = await page.ledger.accounts()
    await page.ledger.grant(account?.id ?? '', { kind: 'topup', ref: '=1+1', credits: 5 })
    const { text, headers } = await member.get('/usage.csv?month=2026-11')
    expect(text.split('\r\n')[0]).toBe('atUtc,kind,requestId,operation,model,keyId,reason,credits,calls,keyName')
    expect(text).toMatch(/^2026-11-21T12:00:0\d,grant,,,,,'=1\+1,5,,\r$/m)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="riftline-usage-2026-11.csv"')
  })
})
