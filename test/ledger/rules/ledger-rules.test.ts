import { randomBytes } from 'node:crypto'
import { StorageError } from '@riftline/ledger'
import { describe, expect, it } from 'vitest'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import type { Journal } from '#ledger/store/live-ledger.ts'
import { createLedgerStore, createMemoryJournal } from '#ledger/store/memory-store.ts'
import { createManualClock } from '../../support/clock.ts'
import { anAnswer, callOf } from '../store/credit-store.fixture.ts'

const account: LedgerRecord = { type: 'account', at: 1, accountId: 'acc_a', name: 'a' }
const key: LedgerRecord = { type: 'key', at: 1, keyId: 'k', accountId: 'acc_a', name: 'prod', sha256: 'f'.repeat(64) }
const grant: LedgerRecord = {
  type: 'grant',
  at: 1,
  accountId: 'acc_a',
  grantId: 1,
  ref: 'payment',
  kind: 'topup',
  credits: 10,
  expiresAt: null,
}
const call = { type: 'capture', at: 2, accountId: 'acc_a', operation: 'predict', model: 'fasttree' } as const
const capture: LedgerRecord = { ...call, requestId: 'r1', credits: 4, lines: [[1, 4]] }
const refund: LedgerRecord = { type: 'refund', at: 3, requestId: 'r1', reason: 'disconnect' }
const delivered: LedgerRecord = { type: 'delivered', at: 3, requestIds: ['r1'] }
const reverse: LedgerRecord = {
  type: 'reverse',
  at: 4,
  accountId: 'acc_a',
  grantId: 1,
  credits: 6,
  reason: 'charged back',
}
const begin = [account, key, grant, capture]

describe('an impossible record', () => {
  it.each<[string, readonly LedgerRecord[]]>([
    ['an account twice', [account]],
    ['a name twice', [{ ...account, accountId: 'acc_b' }]],
    ['a key twice', [key]],
    ['a key hash twice', [{ ...key, keyId: 'other' }]],
    ['a key of an unknown account', [{ ...key, keyId: 'other', sha256: 'e'.repeat(64), accountId: 'acc_nobody' }]],
    ['a revocation of an unknown key', [{ type: 'key-revoked', at: 2, keyId: 'other' }]],
    ['a grant reference twice', [{ ...grant, grantId: 2 }]],
    ['a grant id twice', [{ ...grant, ref: 'other' }]],
    ['a grant of 0 credits', [{ ...grant, grantId: 2, ref: 'other', credits: 0 }]],
    ['a grant to an unknown account', [{ ...grant, grantId: 2, accountId: 'acc_nobody' }]],
    ['a capture twice', [capture]],
    ['a capture of more than remains', [{ ...capture, requestId: 'r2', credits: 7, lines: [[1, 7]] }]],
    ['a capture of 0 credits', [{ ...capture, requestId: 'r2', credits: 0, lines: [] }]],
    ['a capture with a line of 0 credits', [{ ...capture, requestId: 'r2', credits: 0, lines: [[1, 0]] }]],
    ['a capture of a negative amount', [{ ...capture, requestId: 'r2', credits: -1, lines: [[1, -1]] }]],
    ['a capture of half a credit', [{ ...capture, requestId: 'r2', credits: 0.5, lines: [[1, 0.5]] }]],
    ['a capture whose lines do not add up', [{ ...capture, requestId: 'r2', credits: 2, lines: [[1, 1]] }]],
    ['a capture from an unknown grant', [{ ...capture, requestId: 'r2', credits: 1, lines: [[2, 1]] }]],
    [
      'a capture from the grant of another account',
      [
        { ...account, accountId: 'acc_b', name: 'b' },
        { ...capture, requestId: 'r2', accountId: 'acc_b', credits: 1, lines: [[1, 1]] },
      ],
    ],
    ['a refund of an unknown charge', [{ ...refund, requestId: 'r2' }]],
    ['a refund twice', [refund, refund]],
    ['a refund of a delivered charge', [delivered, refund]],
    ['a delivery twice', [delivered, delivered]],
    ['a delivery of a refunded charge', [refund, delivered]],
    ['a reversal twice', [reverse, { ...reverse, credits: 0 }]],
    ['a reversal of more than remains', [{ ...reverse, credits: 7 }]],
    ['a reversal of a negative amount', [{ ...reverse, credits: -1 }]],
    [
      'old charges above the amount',
      [{ type: 'folded', at: 2, accountId: 'acc_a', grantId: 1, captured: 7, refunded: 0 }],
    ],
    [
      'old refunds above old charges',
      [{ type: 'folded', at: 2, accountId: 'acc_a', grantId: 1, captured: 0, refunded: 5 }],
    ],
    ['a ban of an unknown account', [{ type: 'ban', at: 2, accountId: 'acc_nobody' }]],
    ['an unban of an unknown account', [{ type: 'unban', at: 2, accountId: 'acc_nobody', by: 'operator' }]],
    [
      'an address of an unknown account',
      [{ type: 'seen', at: 2, accountId: 'acc_nobody', address: '203.0.113.7', requestId: 'r2' }],
    ],
  ])('an impossible record stops the ledger: %s', (_name, records) => {
    const state = createLedgerState()
    for (const record of [...begin, ...records.slice(0, -1)]) applyRecord(state, record)
    expect(() => applyRecord(state, records.at(-1) as LedgerRecord)).toThrow()
  })

  it('valid records are applied', () => {
    const state = createLedgerState()
    for (const record of [
      ...begin,
      refund,
      { ...capture, requestId: 'r2' },
      { ...delivered, requestIds: ['r2'] },
      reverse,
    ]) {
      applyRecord(state, record)
    }
    expect(state.grants.get(1)).toMatchObject({ remaining: 0, captured: 8, refunded: 4 })
  })
})

describe('the ledger in memory', () => {
  const open = (journal: Journal, state = createLedgerState()) => {
    const clock = createManualClock()
    return { clock, state, store: createLedgerStore({ state, journal, clock, randomBytes, freeCredits: 20 }) }
  }

  it('the state does not grow with closed charges', async () => {
    const { store, state, clock } = open(createMemoryJournal())
    const { id } = await store.createAccount('test')
    await store.grant(id, { kind: 'topup', ref: 'payment', credits: 10_000 })
    for (let index = 0; index < 2000; index += 1) {
      const result = await store.hold(callOf(id, 1))
      if (result.kind !== 'held') throw new Error('not held')
      await store.capture(result.hold)
      if (index % 3 === 0) await store.refund(result.hold.requestId, 'disconnect')
      else store.delivered(result.hold.requestId)
      clock.advance(3_600_000)
    }
    expect(state.open.size).toBe(0)
    expect(state.accounts.get(id)?.usage.length).toBe(2)
    expect(state.accounts.get(id)?.spendable.length).toBeLessThan(3)
  })

  it('the state drops expired answers and expired uses of addresses', async () => {
    const { store, state, clock } = open(createMemoryJournal())
    const { id } = await store.createAccount('test')
    const claim = { accountId: id, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_k' }
    await store.claim(claim)
    const result = await store.hold(callOf(id, 2, { requestId: 'req_k' }))
    if (result.kind === 'held') await store.capture(result.hold, { ...anAnswer, claim })
    await store.useAddress({ accountId: id, address: '203.0.113.7', requestId: 'req_u' }, 0)
    clock.advance(40 * 86_400_000)
    await store.createAccount('other')
    expect(state.accounts.get(id)?.answers.size).toBe(0)
    expect(state.addresses.size).toBe(0)
  })

  it('a use of an address is recorded once an hour', async () => {
    const records: LedgerRecord[] = []
    const { store, clock } = open({ ...createMemoryJournal(), appendLazily: (record) => records.push(record) })
    const { id } = await store.createAccount('test')
    for (let minute = 0; minute <= 120; minute += 1) {
      await store.useAddress({ accountId: id, address: '203.0.113.7', requestId: `req_${minute}` }, 0)
      clock.advance(60_000)
    }
    expect(records.map(({ type }) => type)).toEqual(['seen', 'seen', 'seen'])
  })

  it('a repeated grant, reversal, revocation or ban waits until the first one is durable', async () => {
    let flushed = 0
    const { store } = open({
      ...createMemoryJournal(),
      flush: async () => {
        flushed += 1
      },
    })
    const { id } = await store.createAccount('test')
    await store.addKey({ id: 'k', accountId: id, name: 'prod', sha256: 'a'.repeat(64) })
    for (const expected of [0, 5]) {
      await store.grant(id, { kind: 'topup', ref: 'r', credits: 5 })
      await store.reverseGrant(id, 'r', 'mistake')
      await store.revokeKey('k')
      await store.ban(id)
      if (expected > 0) await store.ban(id)
      expect(flushed).toBe(expected)
    }
  })
})

describe('a journal that fails', () => {
  const failing = (): Journal & { broken: boolean } => {
    const journal = {
      ...createMemoryJournal(),
      broken: false,
      isSound: () => !journal.broken,
      append: async () => {
        if (journal.broken) throw new StorageError('no space')
      },
    }
    return journal
  }

  it('a failed capture charges nothing, releases its hold and frees its idempotency key', async () => {
    const journal = failing()
    const clock = createManualClock()
    const store = createLedgerStore({ state: createLedgerState(), journal, clock, randomBytes, freeCredits: 20 })
    const { id } = await store.createAccount('test')
    const claim = { accountId: id, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_k' }
    await store.claim(claim)
    const [first, second] = [await store.hold(callOf(id, 2, { requestId: 'req_k' })), await store.hold(callOf(id, 3))]
    if (first.kind !== 'held' || second.kind !== 'held') throw new Error('not held')
    const sound = journal.isSound
    journal.isSound = () => true
    journal.broken = true
    await expect(store.capture(first.hold, { ...anAnswer, claim })).rejects.toThrow(StorageError)
    journal.isSound = sound
    await expect(store.capture(second.hold)).rejects.toThrow(StorageError)
    expect(store.isSound()).toBe(false)
    expect(await store.balance(id)).toBe(20)
    expect(await store.claim({ ...claim, requestId: 'req_l' })).toEqual({ kind: 'claimed' })
    expect(await store.hold(callOf(id, 21))).toEqual({ kind: 'insufficient', available: 20, held: 0 })
    await expect(store.createAccount('other')).rejects.toThrow(StorageError)
    expect((await store.accounts()).length).toBe(1)
  })

  it('a retry gets an answer only after the answer is durable', async () => {
    let release = () => {}
    const journal = { ...createMemoryJournal(), append: () => new Promise<void>((resolve) => (release = resolve)) }
    const state = createLedgerState()
    applyRecord(state, account)
    const clock = createManualClock()
    const store = createLedgerStore({ state, journal, clock, randomBytes, freeCredits: 20 })
    const claim = { accountId: 'acc_a', path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_k' }
    await store.claim(claim)
    const result = await store.hold(callOf('acc_a', 2, { requestId: 'req_k' }))
    if (result.kind !== 'held') throw new Error('not held')
    const captured = store.capture(result.hold, { ...anAnswer, claim })
    expect(await store.claim({ ...claim, requestId: 'req_l' })).toEqual({ kind: 'in_progress' })
    release()
    expect(await captured).toBe(18)
    expect(await store.claim({ ...claim, requestId: 'req_l' })).toEqual({ kind: 'in_progress' })
    store.delivered('req_k')
    expect(await store.claim({ ...claim, requestId: 'req_l' })).toMatchObject({ kind: 'stored' })
  })
})
