import { describe, expect, it } from 'vitest'
import { type StoreKind, useStore } from './credit-store.fixture.ts'

const plain = { requestId: null, operation: null, model: null, keyId: null }
const call = { operation: 'predict', model: 'fasttree', keyId: null }

export function describeStatement(kind: StoreKind): void {
  describe('the statement', () => {
    const at = useStore(kind)

    it('the statement has one line for each grant, charge and refund, oldest first, however many grants paid', async () => {
      await at.store.balance(at.account)
      at.clock.advance(1000)
      await at.topUp(10)
      at.clock.advance(1000)
      const delivered = await at.charge(25)
      at.clock.advance(1000)
      const refunded = await at.capture(2)
      at.clock.advance(1000)
      await at.store.refund(refunded, 'disconnect')
      at.clock.advance(1000)
      const draft = await at.charge(1, { operation: 'team', model: null })
      expect(await at.statement('2026-11')).toEqual([
        { ...plain, kind: 'grant', reason: 'free:2026-11', credits: 20 },
        { ...plain, kind: 'grant', reason: 'payment', credits: 10 },
        { ...call, kind: 'capture', requestId: delivered, reason: null, credits: -25 },
        { ...call, kind: 'capture', requestId: refunded, reason: null, credits: -2 },
        { ...call, kind: 'refund', requestId: refunded, reason: 'disconnect', credits: 2 },
        { ...call, kind: 'capture', requestId: draft, operation: 'team', model: null, reason: null, credits: -1 },
      ])
    })

    it('the statement shows that a charge was kept although its answer did not arrive', async () => {
      await at.store.balance(at.account)
      const [kept, delivered] = [await at.capture(5), await at.capture(2)]
      at.clock.advance(1000)
      at.store.keep(kept)
      at.store.delivered(delivered)
      await expect(at.store.refund(kept, 'operator')).rejects.toMatchObject({ code: 'charge_not_open' })
      expect(await at.statement('2026-11')).toEqual([
        { ...plain, kind: 'grant', reason: 'free:2026-11', credits: 20 },
        { ...call, kind: 'capture', requestId: kept, reason: 'undelivered', credits: -5 },
        { ...call, kind: 'capture', requestId: delivered, reason: null, credits: -2 },
      ])
      expect(await at.store.usage(at.account)).toMatchObject({ creditsRemaining: 13, used: { today: 7 } })
    })

    it('a charge for several calls has one line with their number, also when it is refunded', async () => {
      const batch = { operation: 'predict-batch', model: null }
      const one = await at.charge(2, { ...batch, calls: 1 })
      at.clock.advance(1000)
      const delivered = await at.charge(4, { ...batch, calls: 3 })
      at.clock.advance(1000)
      const refunded = await at.capture(2, { ...batch, calls: 2 })
      at.clock.advance(1000)
      await at.store.refund(refunded, 'disconnect')
      const lines = [
        { ...call, ...batch, kind: 'capture', requestId: one, reason: null, credits: -2 },
        { ...call, ...batch, kind: 'capture', requestId: delivered, reason: null, credits: -4, calls: 3 },
        { ...call, ...batch, kind: 'capture', requestId: refunded, reason: null, credits: -2, calls: 2 },
        { ...call, ...batch, kind: 'refund', requestId: refunded, reason: 'disconnect', credits: 2, calls: 2 },
      ]
      const usage = { ...batch, calls: 4, credits: 6 }
      const expectAll = async (): Promise<void> => {
        const statement = await at.statement('2026-11')
        expect(statement.slice(1)).toEqual(lines)
        expect(statement.map((line) => 'calls' in line)).toEqual([false, false, true, true, true])
        const page = await at.store.statementPage(at.account, { month: '2026-11', limit: 4 })
        expect(page.lines.map(({ at: _, ...line }) => line)).toEqual(lines.toReversed())
        expect((await at.store.usage(at.account)).calls).toEqual([usage])
        expect(await at.store.usageByDay(at.account, '2026-11')).toMatchObject([{ calls: 4, credits: 6 }])
      }
      await expectAll()
      if (!kind.durable) return
      await at.restart()
      await expectAll()
    })

    it('the statement has the time of each line', async () => {
      await at.store.balance(at.account)
      const granted = at.clock.now()
      at.clock.advance(1000)
      await at.charge(1)
      const lines = await at.store.statement(at.account, '2026-11')
      expect(lines.map((line) => line.at)).toEqual([granted, granted + 1000])
    })

    it('the statement does not show a voided call', async () => {
      at.store.voidHold(await at.hold(5))
      expect((await at.statement('2026-11')).length).toBe(1)
    })

    it('the statement has the lines of its month, and a refund shows its call of the month before', async () => {
      at.clock.advanceTo(Date.parse('2026-11-30T23:59:59.999Z'))
      const requestId = await at.capture(5)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.store.refund(requestId, 'operator')
      await at.charge(2)
      expect(await at.statement('2026-11')).toMatchObject([{ kind: 'grant' }, { kind: 'capture', credits: -5 }])
      expect(await at.statement('2026-12')).toMatchObject([
        { ...call, kind: 'refund', requestId, reason: 'operator', credits: 5 },
        { kind: 'grant', reason: 'free:2026-12' },
        { kind: 'capture', credits: -2 },
      ])
      expect(await at.statement('2026-10')).toEqual([])
      expect(await at.statement('2027-01')).toEqual([])
    })

    it('the statement covers the current and the previous three months', async () => {
      for (const month of ['2026-11', '2026-12', '2027-01', '2027-02']) {
        at.clock.advanceTo(Date.parse(`${month}-28T12:00:00Z`))
        await at.charge(3)
      }
      for (const month of ['2026-11', '2026-12', '2027-01', '2027-02']) {
        expect(await at.statement(month), month).toMatchObject([{ kind: 'grant' }, { kind: 'capture', credits: -3 }])
      }
    })

    it('the statement has no lines of another account', async () => {
      const other = (await at.store.createAccount('other')).id
      await at.charge(5, { accountId: other })
      const lost = await at.capture(3, { accountId: other })
      await at.store.refund(lost, 'disconnect')
      expect(await at.statement('2026-11')).toEqual([])
    })

    it('the statement refuses an invalid month and an unknown account', async () => {
      for (const month of ['', '2026', '2026-13', '2026-00', '26-11', '2026-11-01', '2026-1']) {
        await expect(at.store.statement(at.account, month), month).rejects.toMatchObject({ code: 'validation_error' })
      }
      await expect(at.store.statement('acc_nobody', '2026-11')).rejects.toMatchObject({ code: 'account_not_found' })
    })
  })
}
