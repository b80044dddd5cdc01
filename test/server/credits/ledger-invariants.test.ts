import { describe, expect, test } from 'vitest'
import { checkInvariants } from '#server/credits/ledger-invariants.ts'
import type { LedgerRecord } from '#server/credits/ledger-record.ts'
import { applyRecord, createLedgerState, type LedgerState } from '#server/credits/ledger-state.ts'
import { createLedgerTally } from '#server/credits/ledger-tally.ts'

const exp = Date.UTC(2026, 11, 1)
const call = { t: 'capture', at: 2, a: 'acc_a', op: 'predict', model: 'fasttree' } as const
const records: readonly LedgerRecord[] = [
  { t: 'account', at: 1, a: 'acc_a', name: 'a' },
  { t: 'grant', at: 1, a: 'acc_a', g: 1, ref: 'payment', kind: 'topup', n: 10, exp: null },
  { t: 'grant', at: 1, a: 'acc_a', g: 2, ref: 'free:2026-11', kind: 'free', n: 20, exp },
  {
    ...call,
    r: 'r1',
    n: 24,
    lines: [
      [2, 20],
      [1, 4],
    ],
  },
  { t: 'refund', at: 3, r: 'r1', why: 'disconnect' },
  { ...call, r: 'r2', n: 4, lines: [[2, 4]] },
  { t: 'delivered', at: 3, rs: ['r2'] },
  { ...call, r: 'r3', n: 3, lines: [[2, 3]] },
  { t: 'reverse', at: 4, a: 'acc_a', g: 1, n: 10, why: 'charged back' },
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
  test('hold after every record', () => {
    for (let count = 0; count <= records.length; count += 1) {
      const some = records.slice(0, count)
      expect(checkInvariants(stateOf(some), tallyOf(some)), String(count)).toEqual([])
    }
  })

  test('hold with the records of the last months alone', () => {
    for (let from = 0; from < records.length; from += 1) {
      expect(checkInvariants(stateOf(records), tallyOf(records.slice(from))), String(from)).toEqual([])
    }
  })

  // biome-ignore lint/suspicious/noExplicitAny: reaches into the state to break it
  test.each<[string, readonly string[], (state: any) => void]>([
    [
      'credits from nowhere',
      ['I1', 'I6'],
      (state) => {
        state.grants.get(2).remaining += 1
      },
    ],
    [
      'more held than is left',
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
    ['a reversed grant to spend', ['I2'], (state) => state.accounts.get('acc_a').spendable.push(state.grants.get(1))],
    ['a grant twice to spend', ['I2'], (state) => state.accounts.get('acc_a').spendable.push(state.grants.get(2))],
    [
      'an open charge with wrong lines',
      ['I4'],
      (state) => {
        state.open.get('r3').lines[0][1] = 2
      },
    ],
    [
      'an open charge on no grant',
      ['I2'],
      (state) => {
        state.open.get('r3').lines[0][0] = 7
      },
    ],
    [
      'two free grants in a month',
      ['I7'],
      (state) => {
        applyRecord(state, { t: 'grant', at: 5, a: 'acc_a', g: 3, ref: 'free:2026-12', kind: 'free', n: 20, exp })
      },
    ],
  ])('show %s', (_name, invariants, damage) => {
    const state = stateOf(structuredClone(records))
    damage(state)
    expect(invariantsOf(state).toSorted()).toEqual(invariants)
  })

  test.each<[string, string, readonly LedgerRecord[]]>([
    ['a charge captured twice', 'I3', [records[3] as LedgerRecord]],
    ['a charge refunded twice', 'I3', [records[4] as LedgerRecord]],
    ['a refund of a delivered charge', 'I4', [{ t: 'refund', at: 5, r: 'r2', why: 'crash' }]],
    ['a delivery of a refunded charge', 'I3', [{ t: 'delivered', at: 5, rs: ['r1'] }]],
    ['a capture that the state has not', 'I6', [{ ...call, r: 'r9', n: 1, lines: [[2, 1]] }]],
    ['a grant that the state has not', 'I6', [{ t: 'reverse', at: 4, a: 'acc_a', g: 7, n: 1, why: 'why' }]],
  ])('show, against the records, %s', (_name, invariant, more) => {
    expect(invariantsOf(stateOf(records), tallyOf([...records, ...more]))).toContain(invariant)
  })

  test('show a record that the state has and the journal has not', () => {
    expect(invariantsOf(stateOf(records), tallyOf(records.toSpliced(7, 1)))).toEqual(['I6'])
  })
})
