import type { CreditStore } from '@riftline/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallToCharge, Hold } from '../../../packages/server/src/credits/credit-store.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'

/** What a test of one store needs: to open it, and whether it outlives its process. */
export interface StoreKind {
  open(clock: ManualClock): Promise<CreditStore>
  readonly durable: boolean
}

let calls = 0
function callOf(accountId: string, credits: number, change: Partial<CallToCharge> = {}): CallToCharge {
  calls += 1
  return { requestId: `req_${calls}`, accountId, operation: 'predict', model: 'fasttree', credits, ...change }
}

async function hold(store: CreditStore, accountId: string, credits: number): Promise<Hold> {
  const result = await store.hold(callOf(accountId, credits))
  if (result.kind !== 'held') throw new Error(`not held: ${JSON.stringify(result)}`)
  return result.hold
}

/** A delivered charge; gives its request id. */
async function charge(store: CreditStore, accountId: string, credits: number): Promise<string> {
  const held = await hold(store, accountId, credits)
  await store.capture(held)
  store.delivered(held.requestId)
  return held.requestId
}

/** The rules of credits, the same for every store. */
export function describeCreditStore(name: string, kind: StoreKind): void {
  describe(`the ${name} store`, () => {
    let clock: ManualClock
    let store: CreditStore
    let account: string
    beforeEach(async () => {
      clock = createManualClock()
      store = await kind.open(clock)
      account = (await store.createAccount('test')).id
    })
    afterEach(() => store.close())
    const topUp = (credits: number, ref = 'payment') => store.grant(account, { kind: 'topup', ref, credits })
    const plan = (credits: number, expiresAt: string) =>
      store.grant(account, { kind: 'plan', ref: expiresAt, credits, name: 'starter', expiresAt: Date.parse(expiresAt) })
    const remaining = async () => {
      const { free, plan: planned, topUp: bought } = await store.usage(account)
      return [free.remaining, planned?.remaining ?? null, bought.remaining]
    }

    test('grants 20 free credits a UTC month, without being asked and without roll-over', async () => {
      expect(await store.balance(account)).toBe(20)
      await charge(store, account, 5)
      expect(await store.balance(account)).toBe(15)
      clock.setNow(Date.parse('2026-11-30T23:59:59.999Z'))
      expect(await store.balance(account)).toBe(15)
      clock.setNow(Date.parse('2026-12-01T00:00:00Z'))
      expect(await store.balance(account)).toBe(20)
      expect((await store.usage(account)).free).toEqual({
        monthly: 20,
        remaining: 20,
        from: Date.parse('2026-12-01T00:00:00Z'),
        to: Date.parse('2027-01-01T00:00:00Z'),
      })
    })

    test('does not enter a month again that was left when the wall clock is set back', async () => {
      clock.setNow(Date.parse('2026-12-01T00:00:00Z'))
      await charge(store, account, 20)
      clock.setNow(Date.parse('2026-11-30T00:00:00Z'))
      expect(await store.balance(account)).toBe(0)
    })

    test('spends the free month first, then the plan, then top-ups', async () => {
      await topUp(10)
      await plan(10, '2026-12-21T12:00:00Z')
      await charge(store, account, 15)
      expect(await remaining()).toEqual([5, 10, 10])
      await charge(store, account, 10)
      expect(await remaining()).toEqual([0, 5, 10])
      await charge(store, account, 10)
      expect(await remaining()).toEqual([0, 0, 5])
    })

    test('spends what expires sooner first', async () => {
      await plan(10, '2026-11-25T00:00:00Z')
      await charge(store, account, 12)
      expect(await remaining()).toEqual([18, 0, 0])
    })

    test('counts an expired plan no more', async () => {
      await plan(10, '2026-11-25T00:00:00Z')
      clock.setNow(Date.parse('2026-11-25T00:00:00Z'))
      expect(await remaining()).toEqual([20, null, 0])
    })

    test('counts a grant with a known reference once', async () => {
      await Promise.all([topUp(10), topUp(10)])
      await topUp(10)
      expect(await store.balance(account)).toBe(30)
    })

    test('refuses a grant that is no positive integer', async () => {
      for (const credits of [0, -1, 1.5, Number.NaN])
        await expect(topUp(credits)).rejects.toThrow('expected an integer')
    })

    test('a hold takes from what is available but not from the balance', async () => {
      const held = await hold(store, account, 15)
      expect(await store.balance(account)).toBe(20)
      expect(await store.hold(callOf(account, 10))).toEqual({ kind: 'insufficient', available: 20, held: 15 })
      store.voidHold(held)
      expect((await store.hold(callOf(account, 20))).kind).toBe('held')
    })

    test('a hold made before the month ends is captured from that month', async () => {
      const held = await hold(store, account, 5)
      clock.setNow(Date.parse('2026-12-01T00:00:00Z'))
      await store.capture(held)
      expect(await store.balance(account)).toBe(20)
    })

    test('a refund goes back to the grants it came from and leaves no call behind', async () => {
      await topUp(10)
      const held = await hold(store, account, 25)
      await store.capture(held)
      expect(await remaining()).toEqual([0, null, 5])
      await store.refund(held.requestId, 'disconnect')
      expect(await remaining()).toEqual([20, null, 10])
      expect(await store.usage(account)).toMatchObject({ used: { today: 0, thisMonth: 0 }, calls: [] })
    })

    test('refuses a refund of what was delivered or refunded already', async () => {
      const delivered = await charge(store, account, 2)
      await expect(store.refund(delivered, 'disconnect')).rejects.toThrow('cannot be refunded')
      const held = await hold(store, account, 2)
      await store.capture(held)
      await store.refund(held.requestId, 'disconnect')
      await expect(store.refund(held.requestId, 'disconnect')).rejects.toThrow('cannot be refunded')
    })

    test('of 200 parallel calls on a balance for 100 exactly 100 succeed', async () => {
      await topUp(180)
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, async () => {
          const result = await store.hold(callOf(account, 2))
          if (result.kind === 'held') await store.capture(result.hold)
          return result.kind
        }),
      )
      expect(outcomes.filter((outcome) => outcome === 'held').length).toBe(100)
      expect(await store.balance(account)).toBe(0)
    })

    test('sums up calls and credits by operation and model, by day and month', async () => {
      await topUp(100)
      await charge(store, account, 2)
      clock.setNow(Date.parse('2026-11-22T00:00:00Z'))
      await charge(store, account, 2)
      const draft = await store.hold(callOf(account, 10, { operation: 'predict-draft', model: 'consensus' }))
      if (draft.kind === 'held') await store.capture(draft.hold)
      expect(await store.usage(account)).toMatchObject({
        used: { today: 12, thisMonth: 14 },
        calls: [
          { operation: 'predict', model: 'fasttree', calls: 2, credits: 4 },
          { operation: 'predict-draft', model: 'consensus', calls: 1, credits: 10 },
        ],
      })
      clock.setNow(Date.parse('2026-12-01T00:00:00Z'))
      expect(await store.usage(account)).toMatchObject({ used: { today: 0, thisMonth: 0 }, calls: [] })
    })

    test('finds keys by hash and remembers a revocation', async () => {
      const key = { id: 'abcdefgh', accountId: account, name: 'prod', sha256: 'f'.repeat(64) }
      await store.addKey(key)
      expect(await store.findKey(key.sha256)).toEqual({ ...key, createdAt: clock.now(), revokedAt: null })
      clock.advance(1000)
      await store.revokeKey(key.id)
      expect(await store.findKey(key.sha256)).toMatchObject({ revokedAt: clock.now() })
      expect(await store.findKey('e'.repeat(64))).toBeNull()
    })

    test('knows its accounts', async () => {
      expect(await store.accounts()).toEqual([{ id: account, name: 'test', createdAt: clock.now() }])
      await expect(store.balance('acc_nobody')).rejects.toThrow('unknown account')
    })

    test.runIf(kind.durable)('has everything again after a restart', async () => {
      await topUp(100)
      await plan(50, '2026-12-21T12:00:00Z')
      const key = { id: 'abcdefgh', accountId: account, name: 'prod', sha256: 'f'.repeat(64) }
      await store.addKey(key)
      await charge(store, account, 25)
      const open = await hold(store, account, 3)
      await store.capture(open)
      await store.refund(open.requestId, 'disconnect')
      const [usage, found] = [await store.usage(account), await store.findKey(key.sha256)]
      await store.close()
      store = await kind.open(clock)
      expect(await store.usage(account)).toEqual(usage)
      expect(await store.findKey(key.sha256)).toEqual(found)
      expect((await store.accounts()).length).toBe(1)
    })

    test.runIf(kind.durable)('gives back at a restart what has no proof of delivery', async () => {
      await charge(store, account, 2)
      await store.capture(await hold(store, account, 5))
      await hold(store, account, 5)
      await store.close()
      store = await kind.open(clock)
      expect(await store.usage(account)).toMatchObject({
        creditsRemaining: 18,
        used: { today: 2 },
        calls: [{ calls: 1 }],
      })
    })
  })
}
