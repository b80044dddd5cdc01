import { describe, expect, it } from 'vitest'
import { anAnswer, callOf, type Fixture, type StoreKind, useStore } from './credit-store.fixture.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const nineYears = 9 * 365 * day
const home = '203.0.113.7'

/** Cases in which the clock jumps while a store is open. */
export function describeClock(kind: StoreKind): void {
  describe('a clock that jumps', () => {
    const at = useStore(kind)

    it('a jump ends no plan, no month and no stored answer, and charges continue', async () => {
      await at.plan(100_000, '2026-12-21T12:00:00Z')
      await at.charge(5)
      at.store.delivered(await at.answer(at.claim('k')))
      const right = at.clock.now()
      at.clock.setNow(right + nineYears)
      expect(await at.left()).toEqual([14, 100_000, 0])
      await at.charge(20)
      at.clock.setNow(right)
      expect(await at.left()).toEqual([0, 99_994, 0])
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect((await at.statement('2026-11')).length).toBe(5)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.left()).toEqual([20, 99_994, 0])
    })

    it('ledger time follows a jump by ten minutes at once and by an hour in ten minutes', async () => {
      const [start, right] = [at.store.now(), at.clock.now()]
      at.clock.setNow(right + nineYears)
      expect(at.store.now() - start).toBe(10 * minute)
      at.clock.advance(10 * minute)
      expect(at.store.now() - start).toBe(10 * minute + hour)
      at.clock.setNow(right)
      expect(at.store.now() - start).toBe(10 * minute + hour)
    })

    it('ledger time stands still when the clock jumps back, so an expired plan stays expired', async () => {
      await at.plan(10, '2026-11-25T00:00:00Z')
      at.clock.advanceTo(Date.parse('2026-11-25T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 0])
      at.clock.setNow(Date.parse('2026-11-24T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 0])
    })

    it.each([1, -1])('grants are refused while the clock is over two hours from ledger time (%i)', async (sign) => {
      // Ledger time follows ten minutes of a jump ahead.
      const most = sign === 1 ? 130 * minute : -120 * minute
      const right = at.clock.now()
      at.clock.setNow(right + most + sign)
      const refused = { code: 'clock_differs', message: expect.stringMatching(/ 2026-11-21T.* 2026-11-21T/) }
      await expect(at.topUp(5)).rejects.toMatchObject(refused)
      await expect(at.plan(5, '2026-12-21T12:00:00Z')).rejects.toMatchObject(refused)
      at.clock.setNow(right + most)
      await at.topUp(5)
      expect(await at.left()).toEqual([20, null, 5])
      at.clock.setNow(right + most + sign)
      await at.topUp(5)
      expect(await at.left()).toEqual([20, null, 5])
    })

    it('a plan that would be expired by ledger time is refused, even when the clock is behind', async () => {
      const end = '2026-11-21T14:00:00Z'
      const refused = { code: 'validation_error', message: expect.stringMatching(/^expiresAt: expected a time in the/) }
      at.clock.advanceTo(Date.parse(end))
      await expect(at.plan(5, end)).rejects.toMatchObject(refused)
      at.clock.setNow(Date.parse(end) - hour)
      await expect(at.plan(5, end)).rejects.toMatchObject(refused)
      await at.plan(5, '2026-11-21T14:00:00.001Z')
      expect(await at.left()).toEqual([20, 5, 0])
    })

    it('a jump does not hide uses of an address', async () => {
      const other = await at.store.createAccount('other')
      const [right, since] = [at.clock.now(), at.clock.now() - day]
      await at.store.useAddress({ accountId: at.account, address: home, requestId: 'r1' }, since)
      at.clock.setNow(right + nineYears)
      const met = await at.store.useAddress({ accountId: other.id, address: home, requestId: 'r2' }, since)
      expect(met.map(({ accountId, lastAt }) => [accountId, lastAt])).toEqual([[at.account, right]])
    })
  })
}

/** Cases in which a store starts with a clock behind its newest record. */
export function describeClockAtStart(kind: StoreKind): void {
  describe('a clock that was ahead before', () => {
    const at = useStore(kind)

    it('a ledger over two hours ahead of the clock refuses to start; the error has both times and the cure', async () => {
      await at.charge(1)
      at.clock.setNow(Date.parse('2026-11-21T10:00:00Z'))
      await at.restart()
      expect(await at.store.balance(at.account)).toBe(19)
      at.clock.setNow(Date.parse('2026-11-21T09:59:59.999Z'))
      await expect(at.restart()).rejects.toMatchObject({
        code: 'clock_behind_ledger',
        message: expect.stringMatching(/2026-11-21T12:00:00.*2026-11-21T09:59:59.*RIFTLINE_ACCEPT_CLOCK=on/),
      })
      at.clock.setNow(Date.parse('2026-11-21T12:00:00Z'))
      await at.restart()
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('a ledger cannot be turned back before its first record, and the error has both times', async () => {
      await at.charge(1)
      const first = at.clock.now()
      await startIn2036(at)
      await at.charge(2)
      at.clock.setNow(first - 1000)
      await expect(at.restart(true)).rejects.toMatchObject({
        code: 'clock_behind_ledger',
        message: expect.stringMatching(/^the first record .*2026-11-21T12:00:00.*2026-11-21T11:59:59/),
      })
      at.clock.setNow(first)
      await at.restart(true)
      expect(await at.left()).toEqual([19, null, 0])
    })

    it('a ledger stays turned back: plans are valid again, a free month counts once, and later ones wait', async () => {
      await at.topUp(3)
      await at.plan(100, '2026-12-21T12:00:00Z')
      await at.charge(15)
      await startIn2036(at)
      expect(await at.left()).toEqual([20, null, 3])
      await at.charge(22)
      at.clock.advanceTo(Date.parse('2036-04-01T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 1])
      await turnBack(at, '2026-11-22T00:00:00Z')
      expect(await at.left()).toEqual([5, 100, 1])
      expect((await at.store.hold(callOf(at.account, 107))).kind).toBe('insufficient')
      await at.charge(6)
      expect(await at.left()).toEqual([0, 99, 1])
      await at.restart()
      expect(await at.left()).toEqual([0, 99, 1])
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.left()).toEqual([20, 99, 1])
      await at.restart()
      expect(await at.left()).toEqual([20, 99, 1])
    })

    it('free months granted by a clock that was ahead count in their own time, once', async () => {
      await startIn2036(at)
      await at.charge(8)
      await turnBack(at, '2026-11-22T00:00:00Z')
      expect(await at.left()).toEqual([20, null, 0])
      await at.restart()
      expect(await at.left()).toEqual([20, null, 0])
      at.clock.advanceTo(Date.parse('2036-02-29T23:59:59.999Z'))
      expect(await at.left()).toEqual([20, null, 0])
      at.clock.advanceTo(Date.parse('2036-03-01T00:00:00Z'))
      expect(await at.left()).toEqual([12, null, 0])
      await at.restart()
      expect(await at.store.capture(await at.hold(1))).toBe(11)
      expect((await at.statement('2036-03')).filter(({ kind }) => kind === 'grant').length).toBe(1)
    })

    it('a free month granted hours too early waits, and the month before counts again', async () => {
      at.clock.advanceTo(Date.parse('2026-11-30T12:00:00Z'))
      await at.charge(5)
      at.clock.advanceTo(Date.parse('2026-12-01T03:00:00Z'))
      await at.charge(7)
      await turnBack(at, '2026-11-30T23:00:00Z')
      expect(await at.left()).toEqual([15, null, 0])
      expect((await at.store.usage(at.account)).used).toEqual({ today: 5, thisMonth: 5 })
      await at.charge(1)
      at.clock.advance(hour)
      expect(await at.left()).toEqual([13, null, 0])
      expect((await at.store.usage(at.account)).used).toEqual({ today: 7, thisMonth: 7 })
    })

    it('answers and uses of addresses of a clock that was ahead do not last for years', async () => {
      await startIn2036(at)
      at.store.delivered(await at.answer(at.claim('k')))
      await at.use(at.account, home)
      await turnBack(at, '2026-11-22T00:00:00Z')
      const other = await at.store.createAccount('other')
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect(await at.use(other.id, home)).toEqual([at.account])
      at.clock.advance(day)
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'claimed' })
      at.clock.advance(31 * day)
      const third = await at.store.createAccount('third')
      expect(await at.use(third.id, home)).toEqual([])
    })

    it('a ledger that is turned back refunds open calls to the grants they came from', async () => {
      await at.plan(10, '2026-12-21T12:00:00Z')
      await at.charge(20)
      await startIn2036(at)
      await at.capture(3)
      await turnBack(at, '2026-11-22T00:00:00Z')
      expect(await at.left()).toEqual([0, 10, 0])
      at.clock.advanceTo(Date.parse('2036-03-10T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 0])
    })

    it('a ledger can be turned back a second time after its clock was ahead again', async () => {
      await at.plan(10, '2026-12-21T12:00:00Z')
      for (const clock of ['2026-11-22T00:00:00Z', '2026-11-22T01:00:00Z']) {
        await startIn2036(at)
        expect((await at.store.usage(at.account)).plan).toBe(null)
        await at.charge(1)
        await turnBack(at, clock)
        expect((await at.left())[1]).toBe(10)
      }
      at.clock.setNow(Date.parse('2026-11-21T22:00:00Z'))
      await expect(at.restart()).rejects.toMatchObject({ code: 'clock_behind_ledger' })
      at.clock.setNow(Date.parse('2026-11-22T01:00:00Z'))
      await at.restart()
    })
  })
}

async function startIn2036(at: Fixture): Promise<void> {
  at.clock.setNow(Date.parse('2036-03-07T09:00:00Z'))
  await at.restart()
  await at.left()
}

async function turnBack(at: Fixture, right: string): Promise<void> {
  at.clock.setNow(Date.parse(right))
  await expect(at.restart()).rejects.toMatchObject({ code: 'clock_behind_ledger' })
  await at.restart(true)
}
