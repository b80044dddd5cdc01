import type { StatementLine } from '@riftline/ledger'
import { describe, expect, it, vi } from 'vitest'
import { amount } from '../support/amount.ts'
import { openPage, type TestPage } from './account-page.ts'
import type { Visitor } from './visitor.ts'

const line = (index: number): StatementLine => ({
  at: Date.UTC(2026, 10, 1) + index,
  kind: 'capture',
  requestId: `req_${index}`,
  operation: 'predict',
  model: 'fasttree',
  keyId: 'key_000000000010',
  reason: null,
  credits: -1,
})

/** Makes the ledger's `statementPage` return pages of a statement with `count` charges. */
function withLines(page: TestPage, count: number) {
  return vi.spyOn(page.ledger, 'statementPage').mockImplementation(async (_account, { before = '0', limit }) => {
    const from = Number(before)
    const lines = Array.from({ length: Math.min(limit, count - from) }, (_, index) => line(from + index))
    const next = from + lines.length
    return { lines, next: next < count ? String(next) : null }
  })
}

/** Counts the turns of the event loop that other work gets during a task. */
async function turnsDuring<T>(act: () => Promise<T>, onTurn = () => {}): Promise<readonly [T, number]> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    onTurn()
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const result = await act()
  isOver = true
  return [result, turns]
}

it('page and CSV show the number of calls of a charge for several', async () => {
  const page = await openPage()
  const member = await page.member()
  const lines = [{ ...line(1), operation: 'predict-batch', model: null, credits: -200, calls: 100 }, line(0)]
  vi.spyOn(page.ledger, 'statementPage').mockResolvedValue({ lines, next: null })
  expect((await member.get('/usage?month=2026-11')).text).toContain('predict-batch, 100 calls')
  const rows = (await member.get('/usage.csv?month=2026-11')).text.split('\r\n').slice(1, 3)
  expect(rows.map((row) => row.split(',').slice(3))).toEqual([
    ['predict-batch', '', 'key_000000000010', '', '-200', '100', ''],
    ['predict', 'fasttree', 'key_000000000010', '', '-1', '1', ''],
  ])
})

describe('a download', () => {
  const charges = amount(10_000, 60_000)
  it(`a download of ${charges} charges is written in parts, and other work runs between them`, async () => {
    const page = await openPage()
    const member = await page.member()
    const pages = withLines(page, charges)
    const [csv, turns] = await turnsDuring(() => member.get('/usage.csv?month=2026-11'))
    const rows = csv.text.split('\r\n')
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      charges + 2,
      'atUtc,kind,requestId,operation,model,keyId,reason,credits,calls,keyName',
      '',
    ])
    expect(rows[charges]).toContain(`req_${charges - 1}`)
    expect(pages.mock.calls.length).toBe(charges / 500)
    expect(turns).toBeGreaterThan(charges / 500)
    expect(csv.headers['content-length']).toBeUndefined()

    const [exported, more] = await turnsDuring(() => member.post('/settings/export'))
    const document = JSON.parse(exported.text)
    expect(document.statement).toHaveLength(charges)
    expect(document.statement[0]).toEqual({ atUtc: '2026-11-01T00:00:00', ...line(0), at: undefined, keyName: null })
    expect(more).toBeGreaterThan(charges / 500)
  })

  it.each([
    ['csv', (member: Visitor) => member.get('/usage.csv?month=2026-11')],
    ['export', (member: Visitor) => member.post('/settings/export')],
  ])('one turn of the event loop handles at most 500 charges of a download: %s', async (_name, download) => {
    const count = amount(5000, 20_000)
    const page = await openPage()
    const member = await page.member()
    const pages = withLines(page, count)
    const read = pages.getMockImplementation()!
    let inTurn = 0
    let most = 0
    pages.mockImplementation(async (account, wanted) => {
      const { lines, next } = await read(account, wanted)
      inTurn += lines.length
      most = Math.max(most, inTurn)
      return { lines, next }
    })
    const [answer] = await turnsDuring(
      () => download(member),
      () => {
        inTurn = 0
      },
    )
    expect(answer.text).toContain(`req_${count - 1}`)
    expect(most).toBe(500)
  })

  it('a download reads only as fast as its client, and stops when the client disconnects', async () => {
    const page = await openPage()
    const member = await page.member()
    const pages = withLines(page, 10_000_000)
    const response = await fetch(`${page.origin}/usage.csv?month=2026-11`, { headers: { Cookie: member.cookie ?? '' } })
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
    const read = pages.mock.calls.length
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(pages.mock.calls.length).toBe(read)
    expect(read).toBeLessThan(1000)
  })

  it('without charges, the CSV has its head alone and the export has all of its lists', async () => {
    const page = await openPage()
    const member = await page.member()
    expect((await member.get('/usage.csv?month=2026-10')).text).toBe(
      'atUtc,kind,requestId,operation,model,keyId,reason,credits,calls,keyName\r\n',
    )
    const { text } = await member.post('/settings/export')
    const names = [
      'exportedAtUtc',
      'account',
      'person',
      'sessions',
      'events',
      'keys',
      'grants',
      'payments',
      'statement',
    ]
    expect(Object.keys(JSON.parse(text))).toEqual(names)
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  })

  it('a download that fails before its first line gets an error page', async () => {
    const page = await openPage()
    const member = await page.member()
    vi.spyOn(page.ledger, 'findAccount').mockImplementation(async () => {
      throw new Error('gone')
    })
    expect((await member.get('/usage.csv')).status).toBe(500)
  })
})
