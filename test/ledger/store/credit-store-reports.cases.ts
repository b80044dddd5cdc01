import { describe, expect, it } from 'vitest'
import { type StoreKind, useStore } from './credit-store.fixture.ts'
import { pagedLines } from './paged-lines.ts'

const month = '2026-11'
const [minute, day] = [60_000, 86_400_000]

/** Cases of the reports on account pages. */
export function describeReports(kind: StoreKind): void {
  describe('a page of a statement', () => {
    const at = useStore(kind)
    const page = (query: object) => at.store.statementPage(at.account, { month, limit: 50, ...query })
    const idsOf = ({ lines }: { readonly lines: readonly { readonly requestId: string | null }[] }) =>
      lines.map(({ requestId }) => requestId)

    /** Makes charges a minute apart and returns their request ids, oldest first. */
    async function charge(count: number, keyId: string | null = null): Promise<string[]> {
      const ids: string[] = []
      for (let call = 0; call < count; call += 1) {
        at.clock.advance(minute)
        ids.push(await at.charge(1, { keyId }))
      }
      return ids
    }

    it('a page of a statement has the newest lines and the cursor of the next page, or null on the last', async () => {
      await at.store.balance(at.account)
      const ids = (await charge(7)).reverse()
      const first = await page({ limit: 3 })
      expect(idsOf(first)).toEqual(ids.slice(0, 3))
      const second = await page({ limit: 3, before: first.next })
      expect(idsOf(second)).toEqual(ids.slice(3, 6))
      const third = await page({ limit: 3, before: second.next })
      expect([idsOf(third), third.next]).toEqual([[ids[6], null], null])
      expect(third.lines[1]).toMatchObject({ kind: 'grant', reason: 'free:2026-11', keyId: null })
      const whole = await page({ limit: 8 })
      expect(whole.next).toBeNull()
      expect([...whole.lines].reverse()).toEqual(await at.store.statement(at.account, month))
    })

    it('a cursor gives the same page of a statement while newer lines arrive', async () => {
      await charge(4)
      const { next } = await page({ limit: 2 })
      const before = await page({ before: next })
      await charge(3)
      await at.topUp(5)
      expect(await page({ before: next })).toEqual(before)
    })

    it('a page of a statement can skip lines', async () => {
      const ids = (await charge(7)).reverse()
      expect(idsOf(await page({ skip: 2, limit: 3 }))).toEqual(ids.slice(2, 5))
      const { next } = await page({ limit: 2 })
      expect(idsOf(await page({ before: next, skip: 2, limit: 2 }))).toEqual(ids.slice(4, 6))
      expect(await page({ skip: 100 })).toEqual({ lines: [], next: null })
      expect((await page({ skip: 8, limit: 1 })).next).toBeNull()
    })

    it('a page of a statement has one line for a charge that drew on several grants, and one for its refund', async () => {
      await at.topUp(10, 'first')
      await at.topUp(10, 'second')
      const requestId = await at.capture(35, { keyId: 'one' })
      at.clock.advance(minute)
      await at.store.refund(requestId, 'operator')
      const [refund, capture] = (await page({ limit: 2 })).lines
      const call = { requestId, operation: 'predict', model: 'fasttree', keyId: 'one' }
      expect(refund).toMatchObject({ ...call, kind: 'refund', reason: 'operator', credits: 35 })
      expect(capture).toMatchObject({ ...call, kind: 'capture', reason: null, credits: -35 })
      expect(await pagedLines(at.store, at.account, { month, limit: 1 })).toEqual(
        await at.store.statement(at.account, month),
      )
    })

    it('a page of a statement shows that a charge was kept, even when a page begins between charge and mark', async () => {
      const kept = await at.capture(1)
      at.clock.advance(minute)
      await at.topUp(1)
      at.store.keep(kept)
      const { next } = await page({ limit: 1 })
      expect((await page({ before: next, limit: 1 })).lines).toMatchObject([{ requestId: kept, reason: 'undelivered' }])
    })

    it('a page filtered by key has only its charges and refunds', async () => {
      await at.topUp(100)
      const [other, first] = [await charge(3, 'other'), await charge(2, 'one')]
      await charge(2)
      const lost = await at.capture(2, { keyId: 'one' })
      at.clock.advance(minute)
      await at.store.refund(lost, 'disconnect')
      await at.store.refund(await at.capture(2, { keyId: 'other' }), 'disconnect')
      const lines = await page({ keyId: 'one' })
      expect(idsOf(lines)).toEqual([lost, lost, ...first.toReversed()])
      expect(lines.lines.every(({ keyId }) => keyId === 'one')).toBe(true)
      const { next } = await page({ keyId: 'other', limit: 3 })
      expect(idsOf(await page({ keyId: 'other', limit: 3, before: next }))).toEqual(other.slice(0, 2).toReversed())
      expect(await page({ keyId: 'none' })).toEqual({ lines: [], next: null })
    })

    it('a page of a statement has no lines of another account, even for an equal key id', async () => {
      const { id } = await at.store.createAccount('other')
      await at.store.refund(await at.capture(1, { accountId: id, keyId: 'one' }), 'disconnect')
      await at.charge(2, { keyId: 'one' })
      expect((await page({ keyId: 'one' })).lines.length).toBe(1)
      expect((await page({})).lines.length).toBe(2)
    })

    it('a page of a statement has the lines of its month', async () => {
      at.clock.advanceTo(Date.parse('2026-11-30T23:59:59.999Z'))
      const requestId = await at.capture(5)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.store.refund(requestId, 'operator')
      await at.charge(2)
      for (const each of ['2026-10', '2026-11', '2026-12', '2027-01']) {
        const lines = await pagedLines(at.store, at.account, { month: each, limit: 2 })
        expect(lines, each).toEqual(await at.store.statement(at.account, each))
      }
    })

    it.each([
      { month: '2026-13' },
      { limit: 0 },
      { limit: 1001 },
      { limit: 1.5 },
      { skip: -1 },
      { skip: Number.NaN },
      { skip: 1_000_001 },
      { before: '' },
      { before: '0' },
      { before: '-1' },
      { before: '1e3' },
      { before: '9999999999999999' },
      { before: "1' OR true" },
    ])('a page of a statement is refused for %j', async (query) => {
      await expect(page(query)).rejects.toMatchObject({ code: 'validation_error' })
    })

    it('a page of a statement is refused for an unknown account', async () => {
      const refused = { code: 'account_not_found' }
      await expect(at.store.statementPage('acc_nobody', { month, limit: 1 })).rejects.toMatchObject(refused)
    })
  })

  describe('use by day', () => {
    const at = useStore(kind)
    const days = (of = month) => at.store.usageByDay(at.account, of)

    it('use by day lists UTC days with calls; refunds are subtracted from the day of their charge', async () => {
      await at.topUp(100)
      expect(await days()).toEqual([])
      at.clock.advanceTo(Date.parse('2026-11-22T23:59:59.999Z'))
      await at.charge(3)
      await at.charge(4, { operation: 'team', model: null, keyId: 'one' })
      const lost = await at.capture(5)
      at.clock.advance(1)
      await at.store.refund(lost, 'disconnect')
      await at.store.refund(await at.capture(9), 'disconnect')
      expect(await days()).toEqual([{ day: '2026-11-22', calls: 2, credits: 7 }])
      await at.charge(1)
      expect((await days()).map(({ day: name, calls }) => [name, calls])).toEqual([
        ['2026-11-22', 2],
        ['2026-11-23', 1],
      ])
    })

    it('use by day covers the current and the previous three months, also after a restart', async () => {
      for (const each of ['2026-11', '2026-12', '2027-01', '2027-02']) {
        at.clock.advanceTo(Date.parse(`${each}-28T12:00:00Z`))
        await at.charge(3)
        await at.store.refund(await at.capture(5), 'disconnect')
      }
      const reports = () => Promise.all(['2026-11', '2026-12', '2027-01', '2027-02', '2027-03'].map(days))
      const expected = ['2026-11', '2026-12', '2027-01', '2027-02'].map((each) => [
        { day: `${each}-28`, calls: 1, credits: 3 },
      ])
      expect(await reports()).toEqual([...expected, []])
      if (!kind.durable) return
      await at.restart()
      expect(await reports()).toEqual([...expected, []])
    })

    it('use by day is refused for an invalid month and for an unknown account', async () => {
      await expect(days('2026-00')).rejects.toMatchObject({ code: 'validation_error' })
      await expect(at.store.usageByDay('acc_nobody', month)).rejects.toMatchObject({ code: 'account_not_found' })
    })
  })

  describe('uses of keys', () => {
    const at = useStore(kind)

    it('uses of keys have the last charge and the credits of this month for each key ever charged', async () => {
      await at.topUp(100)
      await at.charge(1)
      expect(await at.store.keyUses(at.account)).toEqual([])
      await at.charge(3, { keyId: 'b' })
      const firstAt = at.clock.now()
      at.clock.advance(minute)
      await at.charge(2, { keyId: 'a' })
      await at.charge(4, { keyId: 'a', operation: 'team', model: null })
      at.clock.advance(minute)
      await at.store.refund(await at.capture(5, { keyId: 'a' }), 'disconnect')
      const expected = [
        { keyId: 'a', lastUsedAt: at.clock.now(), creditsThisMonth: 6 },
        { keyId: 'b', lastUsedAt: firstAt, creditsThisMonth: 3 },
      ]
      expect(await at.store.keyUses(at.account)).toEqual(expected)
      if (kind.durable) await at.restart()
      expect(await at.store.keyUses(at.account)).toEqual(expected)
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.charge(7, { keyId: 'b' })
      const [a, b] = await at.store.keyUses(at.account)
      expect([a?.creditsThisMonth, b?.creditsThisMonth]).toEqual([0, 7])
      expect(a?.lastUsedAt).toBe(firstAt + 2 * minute)
    })

    it('uses of keys still list a key after a year without use', async () => {
      await at.charge(3, { keyId: 'a' })
      const lastUsedAt = at.clock.now()
      for (let months = 0; months < 13; months += 1) {
        at.clock.advance(30 * day)
        await at.charge(1)
      }
      expect(await at.store.keyUses(at.account)).toEqual([{ keyId: 'a', lastUsedAt, creditsThisMonth: 0 }])
      await expect(at.store.keyUses('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('uses of keys do not count a voided call', async () => {
      at.store.voidHold(await at.hold(5, { keyId: 'a' }))
      expect(await at.store.keyUses(at.account)).toEqual([])
    })
  })

  describe('the list of grants', () => {
    const at = useStore(kind)

    it('the list of grants has the free month and all others, oldest first, with their remaining credits', async () => {
      const start = at.clock.now()
      const [free] = await at.store.grants(at.account)
      const to = Date.parse('2026-12-01T00:00:00Z')
      expect(free).toEqual({
        ref: 'free:2026-11',
        kind: 'free',
        name: null,
        credits: 20,
        remaining: 20,
        grantedAt: start,
        expiresAt: to,
        reversedAt: null,
      })
      at.clock.advance(minute)
      await at.topUp(10)
      await at.plan(50, '2026-12-21T12:00:00Z')
      await at.charge(25)
      at.clock.advance(minute)
      await at.store.reverseGrant(at.account, 'payment', 'charged back')
      at.clock.advanceTo(to)
      const expiresAt = Date.parse('2026-12-21T12:00:00Z')
      const [granted, reversed] = [{ grantedAt: start + minute, reversedAt: null }, { reversedAt: start + 2 * minute }]
      const topUp = { ref: 'payment', kind: 'topup', name: null, credits: 10, remaining: 0, expiresAt: null }
      const plan = { ref: '2026-12-21T12:00:00Z', kind: 'plan', name: 'starter', credits: 50, remaining: 45, expiresAt }
      const expected = [
        { ...free, remaining: 0 },
        { ...topUp, ...granted, ...reversed },
        { ...plan, ...granted },
        { ...free, ref: 'free:2026-12', grantedAt: to, expiresAt: Date.parse('2027-01-01T00:00:00Z') },
      ]
      expect(await at.store.grants('test')).toEqual(expected)
      if (kind.durable) await at.restart()
      expect(await at.store.grants(at.account)).toEqual(expected)
      await expect(at.store.grants('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })
  })
}
