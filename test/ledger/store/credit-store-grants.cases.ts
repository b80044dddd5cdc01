import { describe, expect, it, vi } from 'vitest'
import { callOf, type StoreKind, useStore } from './credit-store.fixture.ts'

export function describeGrants(kind: StoreKind): void {
  describe('grants', () => {
    const at = useStore(kind)

    it('an account gets 20 free credits each UTC month, which do not roll over', async () => {
      expect(await at.store.balance(at.account)).toBe(20)
      await at.charge(5)
      expect(await at.store.balance(at.account)).toBe(15)
      at.clock.advanceTo(Date.parse('2026-11-30T23:59:59.999Z'))
      expect(await at.store.balance(at.account)).toBe(15)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.store.balance(at.account)).toBe(20)
      expect((await at.store.usage(at.account)).free).toEqual({
        monthly: 20,
        remaining: 20,
        from: Date.parse('2026-12-01T00:00:00Z'),
        to: Date.parse('2027-01-01T00:00:00Z'),
      })
    })

    it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
      'the free month follows UTC in the time zone %s',
      async (zone) => {
        vi.stubEnv('TZ', zone)
        try {
          for (const edge of ['2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', '2028-03-01T00:00:00Z']) {
            at.clock.advanceTo(Date.parse(edge) - 15 * 3_600_000)
            await at.charge(7)
            at.clock.advanceTo(Date.parse(edge) - 1)
            expect(await at.left()).toEqual([13, null, 0])
            at.clock.advanceTo(Date.parse(edge))
            expect(await at.left()).toEqual([20, null, 0])
          }
        } finally {
          vi.unstubAllEnvs()
        }
      },
    )

    it('a leap day belongs to its month', async () => {
      at.clock.advanceTo(Date.parse('2028-02-28T12:00:00Z'))
      await at.charge(20)
      at.clock.advanceTo(Date.parse('2028-02-29T23:59:59.999Z'))
      expect((await at.store.usage(at.account)).free).toMatchObject({
        remaining: 0,
        to: Date.parse('2028-03-01T00:00:00Z'),
      })
      at.clock.advanceTo(Date.parse('2028-03-01T00:00:00Z'))
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a grant under a known ref returns the stored grant, even when the request differs', async () => {
      const { store, account } = at
      const topUp = { kind: 'topup', ref: 'p1', credits: 100 } as const
      const given = { ...topUp, name: null, expiresAt: null, reversed: false }
      expect(await store.grant(account, topUp)).toEqual(given)
      expect(await store.grant(account, topUp)).toEqual(given)
      expect(await store.grant(account, { ...topUp, credits: 600 })).toEqual(given)
      const expiresAt = Date.parse('2026-12-24T00:00:00Z')
      const plan = { kind: 'plan', ref: 'p2', credits: 50, name: 'starter', expiresAt } as const
      expect(await store.grant(account, plan)).toEqual({ ...plan, reversed: false })
      expect(await store.grant(account, { ...plan, ref: 'p1' })).toEqual(given)
      expect(await store.grant(account, { ...plan, expiresAt: expiresAt + 1 })).toEqual({ ...plan, reversed: false })
      expect(await store.grant(account, { ...topUp, ref: 'p2' })).toEqual({ ...plan, reversed: false })
      expect(await store.balance(account)).toBe(170)
      await store.reverseGrant(account, 'p1', 'bounced')
      expect(await store.grant(account, topUp)).toEqual({ ...given, reversed: true })
      expect(await store.balance(account)).toBe(70)
    })

    it('parallel grants under one ref all return the same grant', async () => {
      const { store, account } = at
      const asks = [100, 200, 300].map((credits) => store.grant(account, { kind: 'topup', ref: 'p1', credits }))
      const credits = new Set((await Promise.all(asks)).map((grant) => grant.credits))
      expect(credits.size).toBe(1)
      expect(await store.balance(account)).toBe(20 + [...credits][0]!)
    })

    it('a free month is granted once when 30 parallel calls are the first in it', async () => {
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      const calls = Array.from({ length: 30 }, () => at.store.hold(callOf(at.account, 1)))
      expect((await Promise.all(calls)).filter(({ kind: result }) => result === 'held').length).toBe(20)
      expect((await at.statement('2026-12')).length).toBe(1)
    })

    it('each account has its own free month', async () => {
      const other = await at.store.createAccount('other')
      await at.charge(20)
      expect(await at.store.balance(other.id)).toBe(20)
    })

    it('a past month does not begin again when the wall clock is set back', async () => {
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.charge(20)
      at.clock.setNow(Date.parse('2026-11-30T23:00:00Z'))
      expect(await at.store.balance(at.account)).toBe(0)
      expect((await at.store.hold(callOf(at.account, 1))).kind).toBe('insufficient')
      await at.topUp(5)
      await at.charge(2)
      expect(await at.left()).toEqual([0, null, 3])
      expect((await at.statement('2026-11')).length).toBe(0)
    })

    it('a charge takes from the free month first, then from the plan, then from top-ups', async () => {
      await at.topUp(10)
      await at.plan(10, '2026-12-21T12:00:00Z')
      await at.charge(15)
      expect(await at.left()).toEqual([5, 10, 10])
      await at.charge(10)
      expect(await at.left()).toEqual([0, 5, 10])
      await at.charge(10)
      expect(await at.left()).toEqual([0, 0, 5])
    })

    it('a charge takes first from the grant that expires sooner', async () => {
      await at.plan(10, '2026-11-25T00:00:00Z')
      await at.charge(12)
      expect(await at.left()).toEqual([18, 0, 0])
    })

    it('a charge takes first from the free month among equal expiries, and from the oldest grant of a kind', async () => {
      await at.plan(10, '2026-12-01T00:00:00Z')
      await at.topUp(10, 'first')
      await at.topUp(10, 'second')
      await at.charge(33)
      expect(await at.left()).toEqual([0, 0, 17])
      await at.store.reverseGrant(at.account, 'first', 'charged back')
      expect(await at.left()).toEqual([0, 0, 10])
    })

    it('an expired plan no longer counts', async () => {
      await at.plan(10, '2026-11-25T00:00:00Z')
      at.clock.advanceTo(Date.parse('2026-11-25T00:00:00Z'))
      expect(await at.left()).toEqual([20, null, 0])
      expect((await at.store.hold(callOf(at.account, 21))).kind).toBe('insufficient')
    })

    it('usage shows the newest valid plan, with the remaining credits of older ones added', async () => {
      await at.plan(10, '2026-12-21T12:00:00Z')
      await at.charge(25)
      await at.plan(50, '2026-12-25T00:00:00Z')
      const { plan } = await at.store.usage(at.account)
      expect(plan).toEqual({ name: 'starter', perPeriod: 50, remaining: 55, to: Date.parse('2026-12-25T00:00:00Z') })
    })

    it('a reference counts once in each account', async () => {
      await Promise.all([at.topUp(10), at.topUp(10)])
      await at.topUp(10)
      expect(await at.store.balance(at.account)).toBe(30)
      const other = await at.store.createAccount('other')
      await at.store.grant(other.id, { kind: 'topup', ref: 'payment', credits: 10 })
      expect(await at.store.balance(other.id)).toBe(30)
    })

    it('a grant is refused unless its credits are a positive integer below 2³¹', async () => {
      for (const credits of [0, -1, 1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY]) {
        await expect(at.topUp(credits)).rejects.toMatchObject({
          code: 'validation_error',
          message: expect.stringMatching(/^credits: expected an integer/),
        })
      }
    })

    it.each(['', ' ', 'a\nb', 'free:2026-12'])('a grant with the reference %j is refused', async (ref) => {
      await expect(at.topUp(1, ref)).rejects.toMatchObject({ code: 'validation_error' })
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a grant to an unknown account is refused', async () => {
      const grant = at.store.grant('acc_nobody', { kind: 'topup', ref: 'payment', credits: 1 })
      await expect(grant).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('a reversal takes back the remaining credits, once', async () => {
      await at.topUp(10)
      await at.charge(23)
      expect(await at.store.reverseGrant(at.account, 'payment', 'charged back')).toBe(7)
      expect(await at.store.reverseGrant(at.account, 'payment', 'again')).toBe(7)
      expect(await at.left()).toEqual([0, null, 0])
      await at.topUp(10)
      expect(await at.left()).toEqual([0, null, 0])
      const reversal = {
        kind: 'reverse',
        reason: 'charged back',
        credits: -7,
        requestId: null,
        operation: null,
        model: null,
        keyId: null,
      }
      expect((await at.statement('2026-11')).at(-1)).toEqual(reversal)
    })

    it('a reversal leaves the credits that a running call holds', async () => {
      await at.topUp(10)
      const paid = await at.hold(25)
      const given = await at.hold(2)
      expect(await at.store.reverseGrant(at.account, 'payment', 'charged back')).toBe(3)
      expect(await at.store.balance(at.account)).toBe(20)
      expect(await at.store.hold(callOf(at.account, 1))).toEqual({ kind: 'insufficient', available: 20, held: 20 })
      expect(await at.store.capture(paid)).toBe(0)
      at.store.voidHold(given)
      await at.store.refund(paid.requestId, 'disconnect')
      expect(await at.left()).toEqual([20, null, 0])
    })

    it('a spent grant can be reversed, and credits refunded to it later cannot be spent', async () => {
      await at.topUp(10)
      const requestId = await at.capture(30)
      expect(await at.store.reverseGrant(at.account, 'payment', 'charged back')).toBe(0)
      await at.store.refund(requestId, 'disconnect')
      expect(await at.left()).toEqual([20, null, 0])
    })

    it.each(['nothing', 'zero \0 byte'])('a reversal of an unknown grant is refused: %j', async (ref) => {
      await expect(at.store.reverseGrant(at.account, ref, 'why')).rejects.toMatchObject({ code: 'grant_not_found' })
    })
  })
}
