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

  describe('what a key has spent', () => {
    const key = { type: 'key', at: 1, keyId: 'k1', accountId: 'acc_a', name: 'prod', sha256: 'a'.repeat(64) } as const
    const ofKey: readonly LedgerRecord[] = [
      ...[...records.slice(0, 3), key],
      { ...call, keyId: 'k1', requestId: 'r4', credits: 4, lines: [[2, 4]] },
      { ...call, keyId: 'k1', requestId: 'r5', credits: 5, lines: [[2, 5]] },
      { type: 'refund', at: 3, requestId: 'r4', reason: 'crash' },
    ]
    const spend = (state: LedgerState, credits: number) =>
      state.accounts.get('acc_a')?.usage[0]?.keys.set('k1', credits)

    it('agrees with the records, and may be more where records were deleted', () => {
      for (const from of ofKey.keys())
        expect(checkInvariants(stateOf(ofKey), tallyOf(ofKey.slice(from))), String(from)).toEqual([])
    })

    it.each([4, 6, 0])('%i instead of 5 credits are reported', (credits) => {
      const state = stateOf(ofKey)
      spend(state, credits)
      expect(checkInvariants(state, tallyOf(ofKey))).toEqual([
        {
          invariant: 'I4',
          message: `key k1 of account acc_a: ${credits} credits from 1970-01-01T00:00:00 on, the records sum up to 5`,
        },
      ])
    })

    it('is not compared after a clock was turned back, which may have forgotten months', () => {
      const back = { type: 'delivered', at: 3, requestIds: [], turnsBack: true } as const
      const state = stateOf(ofKey)
      spend(state, 4)
      expect(checkInvariants(state, tallyOf([...ofKey, back]))).toEqual([])
    })
  })

  it('the check reports a record that the state has and the journal has not', () => {
    expect(invariantsOf(stateOf(records), tallyOf(records.toSpliced(7, 1)))).toEqual(['I6'])
  })
})
