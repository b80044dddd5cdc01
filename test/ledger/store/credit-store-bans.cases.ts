import { beforeEach, describe, expect, it } from 'vitest'
import { evidence, monthMs, type StoreKind, useStore } from './credit-store.fixture.ts'

const home = '203.0.113.7'

export function describeBans(kind: StoreKind): void {
  describe('the ban of an account', () => {
    const at = useStore(kind)

    it('an operator’s ban has the given reason until it is lifted', async () => {
      expect(await at.store.banOf(at.account)).toBeNull()
      const found = { at: at.clock.now(), by: 'operator', reason: 'Großmeister’s key was sold 💡', evidence: null }
      await at.store.ban(at.account, { reason: ` ${found.reason} ` })
      expect(await at.store.banOf(at.account)).toEqual(found)
      at.clock.advance(1000)
      await at.store.ban(at.account, { reason: 'again' })
      if (kind.durable) await at.restart()
      expect(await at.store.banOf(at.account)).toEqual(found)
      await at.store.unban(at.account, 'operator', false)
      expect(await at.store.banOf(at.account)).toBeNull()
      await at.store.ban(at.account)
      expect(await at.store.banOf('test')).toEqual({ ...found, at: at.clock.now(), reason: null })
      await at.store.unban(at.account, 'operator', false)
      await at.store.ban(at.account, {})
      expect(await at.store.banOf(at.account)).toMatchObject({ by: 'operator', reason: null })
    })

    it('a ban by the IP rule has its evidence', async () => {
      const met = evidence({ otherAccountId: 'acc_other', address: home })
      await at.store.ban(at.account, met)
      if (kind.durable) await at.restart()
      expect(await at.store.banOf(at.account)).toMatchObject({ by: 'ip-rule', reason: null, evidence: met })
    })

    it.each(['', ' ', 'a\nb', 'x'.repeat(201)])('a ban with the reason %j is refused', async (reason) => {
      await expect(at.store.ban(at.account, { reason })).rejects.toMatchObject({ code: 'validation_error' })
      expect(await at.store.banOf(at.account)).toBeNull()
    })

    it('banOf refuses an unknown account', async () => {
      await expect(at.store.banOf('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })
  })

  describe('other accounts at an address', () => {
    const at = useStore(kind)
    let other: string
    let third: string
    beforeEach(async () => {
      other = (await at.store.createAccount('other')).id
      third = (await at.store.createAccount('third')).id
    })
    const others = (account = at.account, since = 0) => at.store.otherAccountsAt(home, account, since)

    it('other accounts at an address are counted since a time, and counting records no use', async () => {
      expect(await others()).toBe(0)
      await at.use(at.account, home)
      expect(await others()).toBe(0)
      await at.use(other, home)
      const first = at.clock.now()
      at.clock.advance(1000)
      await at.use(third, home)
      await at.use(third, '203.0.113.8')
      expect([await others(), await others(at.account, first + 1), await others('other')]).toEqual([2, 1, 2])
      at.clock.advance(monthMs - 1000)
      expect(await others(at.account, at.clock.now() - monthMs)).toBe(2)
      expect(await others(at.account, at.clock.now() - monthMs + 1)).toBe(1)
      at.clock.advance(2 * monthMs)
      expect(await others(at.account, at.clock.now() - monthMs)).toBe(0)
      expect(await at.use(other, home)).toEqual([])
    })

    it('firstUse gives an account’s first use of any of several addresses while it is stored', async () => {
      await at.use(third, home)
      const first = at.clock.now()
      expect([await at.store.firstUse([home], third), await at.store.firstUse(['203.0.113.8', home], 'third')]).toEqual(
        [first, first],
      )
      at.clock.advance(1000)
      await at.use(third, '203.0.113.8')
      await at.use(third, home)
      expect([
        await at.store.firstUse(['203.0.113.8', home], third),
        await at.store.firstUse(['203.0.113.8'], third),
      ]).toEqual([first, first + 1000])
      expect([await at.store.firstUse([home], other), await at.store.firstUse([], third)]).toEqual([null, null])
      await expect(at.store.firstUse([home], 'acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('banned accounts are not counted, and the count is 0 when the asking account is banned or the address is exempt', async () => {
      await at.use(other, home)
      await at.use(third, home)
      await at.store.ban(third)
      expect([await others(), await others(third)]).toEqual([1, 0])
      await at.store.ban(at.account, evidence({ otherAccountId: other, address: '203.0.113.9' }))
      expect(await others()).toBe(0)
      await at.store.unban(at.account, 'operator', false)
      expect(await others()).toBe(1)
      await at.store.ban(at.account, evidence({ otherAccountId: 'acc_none', address: home }))
      await at.store.unban(at.account, 'operator', true)
      expect(await others()).toBe(0)
      await expect(others('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })
  })
}
