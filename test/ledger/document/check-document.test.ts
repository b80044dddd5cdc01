import { describe, expect, it } from 'vitest'
import { createDocumentCheck } from '#ledger/document/check-document.ts'
import { importBatches, readKeptCharges } from '#ledger/document/import-records.ts'
import { type LedgerSource, ledgerContent } from '#ledger/document/ledger-content.ts'
import type { ChargeLine, ContentLine, EntryLine, GrantLine } from '#ledger/document/ledger-document.ts'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState, keptMs } from '#ledger/rules/ledger-state.ts'

const account: ContentLine = { type: 'account', id: 'acc_a', name: 'a', createdAt: 1, ban: null }
const grant: GrantLine = {
  ...{ type: 'grant', account: 'acc_a', ref: 'payment', kind: 'topup', amount: 10, remaining: 10, captured: 0 },
  ...{ refunded: 0, reversed: 0, grantedAt: 1, expiresAt: null, planName: null, reversedAt: null, reversedWhy: null },
}
const spent: GrantLine = { ...grant, remaining: 6, captured: 4 }
const charge: ChargeLine = {
  ...{ type: 'charge', requestId: 'r1', account: 'acc_a', operation: 'predict', model: null, amount: 4 },
  ...{ state: 'captured', reason: null, capturedAt: 2, closedAt: null, lines: [['payment', 4]] },
}
const entry: EntryLine = {
  ...{ type: 'entry', account: 'acc_a', ref: 'payment', kind: 'grant', amount: 10, requestId: null, at: 1 },
}

/** The fault of the last line, or of the end. */
function faultOf(...lines: readonly ContentLine[]): string | null {
  const check = createDocumentCheck()
  const faults = lines.map((line) => check.add(line))
  expect(faults.slice(0, -1)).toEqual(faults.slice(0, -1).map(() => null))
  return faults.at(-1) ?? check.end()
}

async function* each<T>(values: readonly T[]): AsyncIterable<T> {
  yield* values
}

describe('the lines of a document', () => {
  it.each<[string, readonly ContentLine[], string]>([
    ['an exempt address before any account', [{ type: 'exempt', address: '192.0.2.1' }], 'address: expected after'],
    ['more refunded than captured', [account, { ...grant, reversed: 1, refunded: 1 }], 'refunded: expected at most 0'],
    ['a reversal without a reason', [account, { ...grant, reversedAt: 2 }], 'reversedAt: expected with an amount'],
    ['a reversal without a time', [account, { ...grant, remaining: 9, reversed: 1 }], 'reversedAt: expected with an amount'],
    ['a grant that takes', [account, grant, { ...entry, amount: -10 }], 'amount: expected the sign of a grant'],
    [
      'a capture from a grant that did not pay',
      [account, spent, { ...grant, ref: 'other' }, charge, { ...entry, ref: 'other', kind: 'capture', amount: -4, requestId: 'r1' }],
      'amount: expected 0 by the charge, got -4',
    ],
    [
      'a refund to a grant that did not pay',
      [account, spent, { ...grant, ref: 'other' }, charge, { ...entry, ref: 'other', kind: 'refund', amount: 4, requestId: 'r1' }],
      'amount: expected none by the charge, got 4',
    ],
    ['a charge without its entries', [account, grant, { ...charge, amount: 0, lines: [['payment', 0]] }, entry], 'entries of charge r1'],
  ])('%s is refused', (_, lines, fault) => {
    expect(faultOf(...lines)).toContain(fault)
  })

  it('a document of a ledger that spent more than it had is refused, though its sums fit', () => {
    const refunded = { ...charge, requestId: 'r2', amount: 10, state: 'refunded', reason: 'crash', closedAt: 3 } as const
    const moved = (requestId: string, kind: 'capture' | 'refund', amount: number): EntryLine => {
      return { ...entry, kind, amount, requestId, at: 2 }
    }
    const grants = [{ ...grant, remaining: 6, captured: 14, refunded: 10 }]
    const charges: readonly ChargeLine[] = [{ ...refunded, lines: [['payment', 10]] }, charge]
    const entries = [entry, moved('r2', 'capture', -10), moved('r1', 'capture', -4), moved('r2', 'refund', 10)]
    expect(faultOf(account, ...grants, ...charges, ...entries)).toBeNull()
    const others = { keys: [], answers: [], addresses: [], exempt: [] }
    const accounts = [{ type: 'account', id: 'acc_a', name: 'a', createdAt: 1, ban: null }] as const
    const document = { accounts, grants, charges, entries, ...others } as unknown as Parameters<typeof importBatches>[0]
    expect(() => importBatches(document)).toThrow('the ledger cannot have come to be: grant 1')
  })
})

describe('the content of a ledger whose old records are gone', () => {
  const answer = { path: '/v1/predict', key: 'k', fingerprint: 'f', status: 200, body: '{}' }
  const capture = { type: 'capture', at: 2, accountId: 'acc_a', requestId: 'r1', operation: 'predict', model: null } as const
  const records: readonly LedgerRecord[] = [
    { type: 'account', at: 1, accountId: 'acc_a', name: 'a' },
    { type: 'grant', at: 1, accountId: 'acc_a', grantId: 1, ref: 'payment', kind: 'topup', credits: 10, expiresAt: null },
    { ...capture, credits: 4, lines: [[1, 4]], answer },
    { ...capture, requestId: 'r2', credits: 1, lines: [[1, 1]] },
    { type: 'delivered', at: 3, requestIds: ['r1'] },
    { type: 'refund', at: 3, requestId: 'r2', reason: 'disconnect' },
    { type: 'account', at: keptMs + 3, accountId: 'acc_b', name: 'b' },
  ]

  async function contentAfter(gone: number): Promise<ContentLine[]> {
    const state = createLedgerState()
    for (const record of records) applyRecord(state, record)
    const source: LedgerSource = { state, records: () => each(records.slice(gone)) }
    const lines: ContentLine[] = []
    for await (const line of ledgerContent(source)) lines.push(line)
    return lines
  }

  it('charges are summed, and a refund of one of them has no entry of its own', async () => {
    const kept = await readKeptCharges(each(records.slice(4)))
    expect(kept.outcomes.size).toBe(0)
    const entries = (await contentAfter(4)).filter(({ type }) => type === 'entry') as readonly EntryLine[]
    expect(entries.map(({ kind, amount, requestId }) => [kind, amount, requestId])).toEqual([
      ['grant', 10, null],
      ['capture', -5, null],
      ['refund', 1, null],
    ])
  })

  it('an answer that is no longer repeated is left out', async () => {
    expect((await contentAfter(0)).filter(({ type }) => type === 'answer')).toEqual([])
  })
})
