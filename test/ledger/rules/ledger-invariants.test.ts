import { describe, expect, it } from 'vitest'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import { checkInvariants, createLedgerTally } from '#ledger/rules/ledger-invariants.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState, type LedgerState } from '#ledger/rules/ledger-state.ts'

const exp = Date.UTC(2026, 11, 1)
const call = { type: 'capture', at: 2, accountId: 'acc_a', operation: 'predict', model: 'fasttree' } as const
const records: readonly LedgerRecord[] = [
  { type: 'account', at: 1, accountId: 'acc_a', name: 'a' },
  { type: 'grant', at: 1, accountId: 'acc_a', grantId: 1, ref: 'payment', kind: 'topup', credits: 10, expiresAt: null },
  {
    type: 'grant',
    at: 1,
    accountId: 'acc_a',
    grantId: 2,
    ref: 'free:2026-11',
    kind: 'free',
    credits: 20,
    expiresAt: exp,
  },
  {
    ...call,
    requestId: 'r1',
    credits: 24,
    lines: [
      [2, 20],
      [1, 4],
    ],
  },
  { type: 'refund', at: 3, requestId: 'r1', reason: 'disconnect' },
  { ...call, requestId: 'r2', credits: 4, lines: [[2, 4]] },
  { type: 'delivered', at: 3, requestIds: ['r2'] },
  { ...call, requestId: 'r3', credits: 3, lines: [[2, 3]] },
  { type: 'reverse', at: 4, accountId: 'acc_a', grantId: 1, credits: 10, reason: 'charged back' },
]

function stateOf(list: readonly LedgerRecord[]): LedgerState {
  const state = createLedgerState()
  for (const record of list) applyRecord(state, record)
  return state
}

function tallyOf(list: readonly LedgerRecord[]) {
  const tally = createLedgerTally()
  for (const record of list) tally.add(record)
  return tally
}

const invariantsOf = (...args: Parameters<typeof checkInvariants>) => [
  ...new Set(checkInvariants(...args).map(({ invariant }) => invariant)),
]

describe('the invariants', () => {
  it('the invariants hold after every record', () => {
    for (let count = 0; count <= records.length; count += 1) {
      const some = records.slice(0, count)
      expect(checkInvariants(stateOf(some), tallyOf(some)), String(count)).toEqual([])
    }
  })

  it('the invariants hold when only records of the last months are left', () => {
    for (let from = 0; from < records.length; from += 1) {
      expect(checkInvariants(stateOf(records), tallyOf(records.slice(from))), String(from)).toEqual([])
    }
  })

  // biome-ignore lint/suspicious/noExplicitAny: reaches into the state to break it
  it.each<[string, readonly string[], (state: any) => void]>([
    [
      'an additional credit in a grant',
      ['I1', 'I6'],
      (state) => {
        state.grants.get(2).remaining += 1
      },
    ],
    [
      'more credits held than remain',
      ['I1'],
      (state) => {
        state.grants.get(2).held = 18
      },
    ],
    [
      'a negative hold',
      ['I1'],
      (state) => {
        state.grants.get(2).held = -1
      },
    ],
    [
      'more refunded than captured',
      ['I3'],
      (state) => {
        Object.assign(state.grants.get(1), { captured: 0, refunded: 4, remaining: 4 })
      },
    ],
    ['a grant that its account does not know', ['I2'], (state) => state.accounts.get('acc_a').grants.delete('payment')],
    [
      'a reversed grant listed as spendable',
      ['I2'],
      (state) => state.accounts.get('acc_a').spendable.push(state.grants.get(1)),
    ],
    [
      'a grant listed twice as spendable',
      ['I2'],
      (state) => state.accounts.get('acc_a').spendable.push(state.grants.get(2)),
    ],
    [
      'an open charge with wrong lines',
      ['I4'],
      (state) => {
        state.open.get('r3').lines[0][1] = 2
      },
    ],
    [
      'an open charge on an unknown grant',
      ['I2'],
      (state) => {
        state.open.get('r3').lines[0][0] = 7
      },
    ],
    [
      'two free grants in a month',
      ['I7'],
      (state) => {
        applyRecord(state, {
          type: 'grant',
          at: 5,
          accountId: 'acc_a',
          grantId: 3,
          ref: 'free:2026-12',
          kind: 'free',
          credits: 20,
          expiresAt: exp,
        })
      },
    ],
  ])('the check of the invariants reports %s', (_name, invariants, damage) => {
    const state = stateOf(structuredClone(records))
    damage(state)
    expect(invariantsOf(state).toSorted()).toEqual(invariants)
  })

  it.each<[string, string, readonly LedgerRecord[]]>([
    ['a charge captured twice', 'I3', [records[3] as LedgerRecord]],
    ['a charge refunded twice', 'I3', [records[4] as LedgerRecord]],
    ['a refund of a delivered charge', 'I4', [{ type: 'refund', at: 5, requestId: 'r2', reason: 'crash' }]],
    ['a delivery of a refunded charge', 'I3', [{ type: 'delivered', at: 5, requestIds: ['r1'] }]],
    ['a capture that is missing in the state', 'I6', [{ ...call, requestId: 'r9', credits: 1, lines: [[2, 1]] }]],
    [
      'a grant that is missing in the state',
      'I6',
      [{ type: 'reverse', at: 4, accountId: 'acc_a', grantId: 7, credits: 1, reason: 'why' }],
    ],
  ])('the check of the state against the records reports %s', (_name, invariant, more) => {
    expect(invariantsOf(stateOf(records), tallyOf([...records, ...more]))).toContain(invariant)
  })

  it('the check reports a record that the state has and the journal has not', () => {
    expect(invariantsOf(stateOf(records), tallyOf(records.toSpliced(7, 1)))).toEqual(['I6'])
  })
})
