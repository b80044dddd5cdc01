import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mostUses, redateUses } from '#ledger/rules/address-uses.ts'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import { createLedgerTally } from '#ledger/rules/ledger-invariants.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createAccountState, createLedgerState, type LedgerState, storeAnswer } from '#ledger/rules/ledger-state.ts'
import { changeHeld } from '#ledger/rules/spending.ts'
import { addUsage, daysOfMonth, type UsageSums, usageOf } from '#ledger/rules/usage-sums.ts'
import { createMemoryStore } from '#ledger/store/memory-store.ts'
import { createUseRecorder } from '#ledger/store/record-use.ts'
import { createManualClock } from '../../support/clock.ts'

const account: LedgerRecord = { type: 'account', at: 1, accountId: 'acc_a', name: 'a' }
const topup = {
  type: 'grant',
  accountId: 'acc_a',
  ref: 'payment',
  kind: 'topup',
  credits: 10,
  expiresAt: null,
} as const

function stateOf(...records: readonly LedgerRecord[]): LedgerState {
  const state = createLedgerState()
  for (const record of records) applyRecord(state, record)
  return state
}

describe('usage', () => {
  const at = Date.UTC(2026, 10, 21)

  it('usage by day is not known from sums if a charge of an earlier release names no key', () => {
    const sums: UsageSums = []
    addUsage(sums, { at, operation: 'predict', model: null, keyId: null, credits: 2 }, 1, at)
    expect(daysOfMonth(sums, at)).toEqual([{ day: '2026-11-21', calls: 1, credits: 2 }])
    addUsage(sums, { at, operation: 'predict', model: null, keyId: undefined, credits: 2 }, 1, at)
    expect(daysOfMonth(sums, at)).toBeNull()
  })

  it('a refund of a charge whose month is not kept changes no sums', () => {
    const sums: UsageSums = []
    addUsage(sums, { at, operation: 'predict', model: null, keyId: null, credits: 2 }, -1, at)
    expect(sums).toEqual([])
  })

  it('usage calls a plan without a name plan', () => {
    const grants = [{ kind: 'plan', ref: 'p', name: undefined, credits: 5, remaining: 4, expiresAt: at + 1 }] as const
    const { plan } = usageOf({ grants: grants as never, calls: [], today: 0, freeCredits: 20, at })
    expect(plan).toEqual({ name: 'plan', perPeriod: 5, remaining: 4, to: at + 1 })
  })
})

describe('answers of an account', () => {
  it('an account keeps the newest answers of at most 64 MiB together', () => {
    const { answers } = createAccountState({ id: 'acc_a', name: 'a', status: 'active', createdAt: 1 })
    const body = 'x'.repeat(1_048_576)
    const store = (name: string, at: number, text = body) =>
      storeAnswer(answers, name, { at, requestId: name, fingerprint: 'f', status: 200, body: text })
    for (let at = 1; at <= 64; at++) expect(store(`k${at}`, at)).toBe(0)
    // An answer that takes the place of another leaves its room.
    expect(store('k64', 65)).toBe(0)
    expect(store('k65', 66, 'x')).toBe(1)
    expect([...answers.keys()].slice(0, 1)).toEqual(['k2'])
    expect(store('k66', 67, 'x'.repeat(3 * 1_048_576))).toBe(3)
    expect(answers.size).toBe(62)
    answers.delete('k66')
    expect(answers.bodyLength).toBe(60 * 1_048_576 + 1)
  })
})

describe('rules of records', () => {
  it('a key that was revoked is not revoked later', () => {
    const key = { type: 'key', at: 1, keyId: 'k', accountId: 'acc_a', name: 'prod', sha256: 'f'.repeat(64) } as const
    const revoked = [2, 3].map((time) => ({ type: 'key-revoked', at: time, keyId: 'k' }) as const)
    const state = stateOf(account, key, ...revoked)
    expect(state.keys.get(key.sha256)?.key.revokedAt).toBe(2)
  })

  it('a grant cannot have less than nothing held', () => {
    const state = stateOf(account, { ...topup, at: 1, grantId: 1 })
    expect(() => changeHeld(state.grants.get(1)!, -1)).toThrow('cannot have -1 held')
  })

  it('sums of an import are compared with the state', () => {
    const folded = { type: 'folded', at: 2, accountId: 'acc_a', grantId: 1, captured: 3, refunded: 1 } as const
    const records: readonly LedgerRecord[] = [account, { ...topup, at: 1, grantId: 1 }, folded]
    const tally = createLedgerTally()
    for (const record of records) tally.add(record)
    expect(tally.violations(stateOf(...records))).toEqual([])
    expect(tally.violations(stateOf(...records.slice(0, 2)))).toHaveLength(1)
  })

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.2', '192.0.2.1'],
  ])('of uses with one date ahead of the clock the address decides the order: %s before %s', (first, second) => {
    const seen = (address: string) => ({ type: 'seen', at: 100, accountId: 'acc_a', address, requestId: 'r' }) as const
    const state = stateOf(account, seen(first), seen(second))
    redateUses(state, 50)
    const uses = state.accounts.get('acc_a')!.uses
    expect([uses.get('192.0.2.2')?.lastAt, uses.get('192.0.2.1')?.lastAt]).toEqual([49, 50])
  })

  it('beyond ten thousand records an hour a known network is still noted as used last, without a record', () => {
    const state = stateOf(account)
    let records = 0
    const recorder = createUseRecorder(state, (record) => {
      records += 1
      applyRecord(state, record)
    })
    const use = (address: string) => recorder.note({ type: 'seen', at: 1, accountId: 'acc_a', address, requestId: 'r' })
    for (let index = 0; index < 10_000; index++) use(`network ${index}`)
    const { uses } = state.accounts.get('acc_a')!
    const known = `network ${10_000 - mostUses + 1}`
    const before = records
    use(known)
    expect(records).toBe(before)
    expect([...uses.keys()].at(-1)).toBe(known)
  })
})

describe('a store refuses', () => {
  const store = createMemoryStore({ clock: createManualClock(), randomBytes, freeCredits: 20 })

  it('names that are no text, and a plan that ends at no time', async () => {
    await expect(store.createAccount(5 as never)).rejects.toMatchObject({ code: 'validation_error' })
    const { id } = await store.createAccount('plans')
    const plan = { kind: 'plan', ref: 'p', credits: 1, name: 'starter' } as const
    for (const expiresAt of [-1, 0.5, 1e18]) {
      await expect(store.grant(id, { ...plan, expiresAt })).rejects.toMatchObject({ code: 'validation_error' })
    }
  })
})
