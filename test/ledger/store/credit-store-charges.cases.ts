import { describe, expect, it } from 'vitest'
import { callOf, type StoreKind, useStore } from './credit-store.fixture.ts'

export function describeCharges(kind: StoreKind): void {
  describe('charges', () => {
    const at = useStore(kind)

    it('a hold reduces the available credits but not the balance', async () => {
      const held = await at.hold(15)
      expect(await at.store.balance(at.account)).toBe(20)
      expect(await at.store.hold(callOf(at.account, 10))).toEqual({ kind: 'insufficient', available: 20, held: 15 })
      at.store.voidHold(held)
      expect((await at.store.hold(callOf(at.account, 20))).kind).toBe('held')
    })

    it('a capture returns the new balance, whatever other calls hold', async () => {
      await at.hold(5)
      expect(await at.store.capture(await at.hold(2))).toBe(18)
      expect(await at.store.balance(at.account)).toBe(18)
    })

    it('a hold ends once, by a capture or a void', async () => {
      const [captured, voided] = [await at.hold(2), await at.hold(3)]
      await at.store.capture(captured)
      at.store.voidHold(voided)
      await expect(at.store.capture(captured)).rejects.toThrow()
      await expect(at.store.capture(voided)).rejects.toThrow()
      expect(await at.store.balance(at.account)).toBe(18)
      expect(await at.store.hold(callOf(at.account, 19))).toMatchObject({ kind: 'insufficient', held: 0 })
    })

    it('a request id holds credits once', async () => {
      const { requestId } = await at.hold(2)
      await expect(async () => at.store.hold(callOf(at.account, 2, { requestId }))).rejects.toThrow()
      expect(await at.store.hold(callOf(at.account, 19))).toMatchObject({ kind: 'insufficient', held: 2 })
    })

    it('a hold made before the month ends is captured from that month', async () => {
      await at.topUp(10)
      const held = await at.hold(25)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 10])
      await at.store.capture(held)
      expect(await at.left()).toEqual([20, null, 5])
    })

    it('a hold made before a plan expires is captured from it afterwards', async () => {
      await at.plan(10, '2026-11-25T00:00:00Z')
      const held = await at.hold(10)
      at.clock.advanceTo(Date.parse('2026-11-25T00:00:00Z'))
      await at.store.capture(held)
      expect(await at.left()).toEqual([20, null, 0])
    })

    it('a refund returns credits to the grants they came from, and the call no longer counts', async () => {
      await at.topUp(10)
      const requestId = await at.capture(25)
      expect(await at.left()).toEqual([0, null, 5])
      await at.store.refund(requestId, 'disconnect')
      expect(await at.left()).toEqual([20, null, 10])
      expect(await at.store.usage(at.account)).toMatchObject({ used: { today: 0, thisMonth: 0 }, calls: [] })
      await at.charge(25)
      expect(await at.left()).toEqual([0, null, 5])
    })

    it('credits refunded to a grant that has expired meanwhile stay expired', async () => {
      await at.topUp(10)
      const requestId = await at.capture(25)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.store.refund(requestId, 'disconnect')
      expect(await at.left()).toEqual([20, null, 10])
    })

    it('a refund of the day before does not reduce today’s use', async () => {
      const requestId = await at.capture(5)
      at.clock.advanceTo(Date.parse('2026-11-22T00:00:00Z'))
      await at.charge(2)
      await at.store.refund(requestId, 'operator')
      expect((await at.store.usage(at.account)).used).toEqual({ today: 2, thisMonth: 2 })
    })

    it('a call that was delivered, refunded or never charged cannot be refunded', async () => {
      const refused = { code: 'charge_not_open', message: expect.stringContaining('cannot be refunded') }
      await expect(at.store.refund(await at.charge(2), 'disconnect')).rejects.toMatchObject(refused)
      const requestId = await at.capture(2)
      await at.store.refund(requestId, 'disconnect')
      await expect(at.store.refund(requestId, 'disconnect')).rejects.toMatchObject(refused)
      await expect(at.store.refund('req_nobody', 'operator')).rejects.toMatchObject(refused)
      expect(await at.store.balance(at.account)).toBe(18)
    })

    it('one of two concurrent refunds counts', async () => {
      const requestId = await at.capture(2)
      const refunds = [at.store.refund(requestId, 'disconnect'), at.store.refund(requestId, 'operator')]
      const outcomes = await Promise.allSettled(refunds)
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a delivery after a refund changes nothing', async () => {
      const requestId = await at.capture(2)
      await at.store.refund(requestId, 'operator')
      at.store.delivered(requestId)
      at.store.delivered('req_nobody')
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('of 200 parallel calls on a balance for 100 exactly 100 succeed, every time', {
      timeout: 300_000,
    }, async () => {
      for (let round = 0; round < (kind.rounds ?? 10); round += 1) {
        const account = (await at.store.createAccount(`round ${round}`)).id
        await at.store.grant(account, { kind: 'topup', ref: 'payment', credits: 80 })
        const balances: number[] = []
        const outcomes = await Promise.all(
          Array.from({ length: 200 }, async () => {
            const result = await at.store.hold(callOf(account, 1))
            if (result.kind !== 'held') return result.kind
            balances.push(await at.store.capture(result.hold))
            at.store.delivered(result.hold.requestId)
            return result.kind
          }),
        )
        expect(outcomes.filter((outcome) => outcome === 'held').length).toBe(100)
        expect(outcomes.filter((outcome) => outcome === 'insufficient').length).toBe(100)
        expect(Math.min(...balances)).toBe(0)
        expect(await at.store.balance(account)).toBe(0)
        expect(await at.store.hold(callOf(account, 1))).toEqual({ kind: 'insufficient', available: 0, held: 0 })
      }
    })

    it('failed calls among parallel ones leave their credits to the others', async () => {
      await at.topUp(80)
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const result = await at.store.hold(callOf(at.account, 1))
          if (result.kind !== 'held') return result.kind
          if (index % 3 === 0) at.store.voidHold(result.hold)
          else await at.store.capture(result.hold)
          return index % 3 === 0 ? 'voided' : 'captured'
        }),
      )
      expect(outcomes.filter((outcome) => outcome === 'captured').length).toBe(66)
      expect(await at.store.balance(at.account)).toBe(34)
      expect((await at.store.hold(callOf(at.account, 34))).kind).toBe('held')
    })

    it('calls and credits are summed by operation and model, by day and month', async () => {
      await at.topUp(100)
      await at.charge(2)
      at.clock.advanceTo(Date.parse('2026-11-22T00:00:00Z'))
      await at.charge(2)
      await at.charge(10, { operation: 'predict-draft', model: 'consensus' })
      await at.charge(1, { operation: 'team', model: null })
      expect(await at.store.usage(at.account)).toMatchObject({
        used: { today: 13, thisMonth: 15 },
        calls: [
          { operation: 'predict', model: 'fasttree', calls: 2, credits: 4 },
          { operation: 'predict-draft', model: 'consensus', calls: 1, credits: 10 },
          { operation: 'team', model: null, calls: 1, credits: 1 },
        ],
      })
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.store.usage(at.account)).toMatchObject({ used: { today: 0, thisMonth: 0 }, calls: [] })
    })

    it('calls for an unknown account are refused', async () => {
      await expect(at.store.balance('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
      await expect(async () => at.store.hold(callOf('acc_nobody', 1))).rejects.toThrow('unknown account')
    })
  })
}
