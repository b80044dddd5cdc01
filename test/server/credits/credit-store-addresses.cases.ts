import { beforeEach, describe, expect, test } from 'vitest'
import { evidence, monthMs, type StoreKind, useStore } from './credit-store.fixture.ts'

const home = '203.0.113.7'
const hourMs = 3_600_000

export function describeAddresses(kind: StoreKind): void {
  describe('uses of addresses', () => {
    const at = useStore(kind)
    let other: string
    let third: string
    beforeEach(async () => {
      other = (await at.store.createAccount('other')).id
      third = (await at.store.createAccount('third')).id
    })
    /** What the rule of one account per address does when two accounts meet. */
    const banBoth = async () => {
      await at.store.ban(at.account, evidence({ otherAccountId: other, address: home }))
      await at.store.ban(other, evidence({ otherAccountId: at.account, address: home }))
    }

    test('an account alone on an address meets nobody', async () => {
      expect(await at.use(at.account, home)).toEqual([])
      expect(await at.use(at.account, home)).toEqual([])
      expect(await at.use(other, '203.0.113.8')).toEqual([])
      expect(await at.use(other, '2001:db8::/64')).toEqual([])
    })

    test('a second account meets the first, with first and last use and the latest request', async () => {
      const firstAt = at.clock.now()
      const use = { accountId: at.account, address: home }
      await at.store.useAddress({ ...use, requestId: 'req_first' }, 0)
      at.clock.advance(90_000)
      await at.store.useAddress({ ...use, requestId: 'req_last' }, 0)
      const lastAt = at.clock.now()
      at.clock.advance(1000)
      const met = await at.store.useAddress(
        { accountId: other, address: home, requestId: 'req_other' },
        lastAt - monthMs,
      )
      expect(met).toEqual([{ accountId: at.account, address: home, requestId: 'req_last', firstAt, lastAt }])
      expect(await at.use(at.account, home)).toEqual([other])
      expect((await at.use(third, home)).toSorted()).toEqual([at.account, other].toSorted())
    })

    test('a use counts for 30 days, from its last time on', async () => {
      await at.use(at.account, home)
      at.clock.advance(30 * 60_000)
      await at.use(at.account, home)
      at.clock.advance(monthMs)
      expect(await at.use(other, home)).toEqual([at.account])
      at.clock.advance(1)
      expect(await at.use(third, home)).toEqual([other])
    })

    test('a use long ago is forgotten, also its first time', async () => {
      await at.use(at.account, home)
      at.clock.advance(2 * monthMs)
      await at.use(at.account, home)
      const [met] = await at.store.useAddress({ accountId: other, address: home, requestId: 'req_other' }, 0)
      expect(met).toMatchObject({ accountId: at.account, firstAt: at.clock.now(), lastAt: at.clock.now() })
    })

    test('uses of a banned account do not count, and it makes none', async () => {
      await at.use(at.account, home)
      await at.store.ban(at.account)
      expect(await at.use(other, home)).toEqual([])
      expect(await at.use(at.account, home)).toEqual([])
    })

    test('uses count again after an unban that was based on no address', async () => {
      await at.use(at.account, home)
      await at.store.ban(at.account)
      await at.store.unban(at.account, 'operator', false)
      expect(await at.use(other, home)).toEqual([at.account])
    })

    test('an unban forgets the uses that the ban was based on, of both accounts', async () => {
      await at.use(at.account, home)
      await at.use(at.account, '203.0.113.8')
      expect(await at.use(other, home)).toEqual([at.account])
      await banBoth()
      await at.store.unban(at.account, 'operator', false)
      await at.store.unban(other, 'operator', false)
      expect(await at.use(third, home)).toEqual([])
      expect(await at.use(third, '203.0.113.8')).toEqual([at.account])
      expect(await at.use(at.account, home)).toEqual([third])
    })

    test('an unban can exempt the address for good', async () => {
      await at.use(at.account, home)
      await at.use(other, home)
      await banBoth()
      await at.store.unban(at.account, 'operator', true)
      await at.store.unban(other, 'operator', false)
      for (const account of [at.account, other, third, other]) expect(await at.use(account, home)).toEqual([])
      await at.use(at.account, '203.0.113.8')
      expect(await at.use(other, '203.0.113.8')).toEqual([at.account])
    })

    test('a long day on one address stays one use', async () => {
      const firstAt = at.clock.now()
      for (let hour = 0; hour < 50; hour += 1) {
        await at.use(at.account, home)
        at.clock.advance(hourMs / 2)
      }
      const [met] = await at.store.useAddress({ accountId: other, address: home, requestId: 'req_other' }, 0)
      expect(met).toMatchObject({ firstAt, lastAt: at.clock.now() - hourMs / 2 })
    })
  })
}
