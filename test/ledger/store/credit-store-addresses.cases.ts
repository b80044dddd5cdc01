import { beforeEach, describe, expect, it } from 'vitest'
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
    /** Applies the rule of one account per address when two accounts meet. */
    const banBoth = async () => {
      await at.store.ban(at.account, evidence({ otherAccountId: other, address: home }))
      await at.store.ban(other, evidence({ otherAccountId: at.account, address: home }))
    }

    it('an account alone on an address meets no other account', async () => {
      expect(await at.use(at.account, home)).toEqual([])
      expect(await at.use(at.account, home)).toEqual([])
      expect(await at.use(other, '203.0.113.8')).toEqual([])
      expect(await at.use(other, '2001:db8::/64')).toEqual([])
    })

    it('a second account at an address meets the first, with its first and last use and latest request', async () => {
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

    it('a use of an address counts for 30 days after the last time', async () => {
      await at.use(at.account, home)
      at.clock.advance(30 * 60_000)
      await at.use(at.account, home)
      at.clock.advance(monthMs)
      expect(await at.use(other, home)).toEqual([at.account])
      at.clock.advance(1)
      expect(await at.use(third, home)).toEqual([other])
    })

    it('an expired use of an address is forgotten, including its first time', async () => {
      await at.use(at.account, home)
      at.clock.advance(2 * monthMs)
      await at.use(at.account, home)
      const [met] = await at.store.useAddress({ accountId: other, address: home, requestId: 'req_other' }, 0)
      expect(met).toMatchObject({ accountId: at.account, firstAt: at.clock.now(), lastAt: at.clock.now() })
    })

    it('uses by a banned account do not count, and it meets no other account', async () => {
      await at.use(at.account, home)
      await at.store.ban(at.account)
      expect(await at.use(other, home)).toEqual([])
      expect(await at.use(at.account, home)).toEqual([])
    })

    it('uses count again after the unban when the ban was based on no address', async () => {
      await at.use(at.account, home)
      await at.store.ban(at.account)
      await at.store.unban(at.account, 'operator', false)
      expect(await at.use(other, home)).toEqual([at.account])
    })

    it('an unban deletes the uses of both accounts that the ban was based on', async () => {
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

    it('an unban can exempt the address for good', async () => {
      await at.use(at.account, home)
      await at.use(other, home)
      await banBoth()
      await at.store.unban(at.account, 'operator', true)
      await at.store.unban(other, 'operator', false)
      for (const account of [at.account, other, third, other]) expect(await at.use(account, home)).toEqual([])
      await at.use(at.account, '203.0.113.8')
      expect(await at.use(other, '203.0.113.8')).toEqual([at.account])
    })

    it('25 hours on one address are one use', async () => {
      const firstAt = at.clock.now()
      for (let hour = 0; hour < 50; hour += 1) {
        await at.use(at.account, home)
        at.clock.advance(hourMs / 2)
      }
      const [met] = await at.store.useAddress({ accountId: other, address: home, requestId: 'req_other' }, 0)
      expect(met).toMatchObject({ firstAt, lastAt: at.clock.now() - hourMs / 2 })
    })

    describe('an account on more than 256 networks', () => {
      const address = (index: number) => `198.51.${index >> 8}.${index & 255}`
      const use = async (index: number) => {
        at.clock.advance(1)
        return at.use(at.account, address(index))
      }
      const useAll = async (from: number, to: number) => {
        for (let index = from; index < to; index += 1) await use(index)
      }
      /** Number of the account that looks up the next address; each look-up has its own, so that it changes nothing. */
      let asking = 0
      const isKept = async (index: number) => {
        asking += 1
        const { id } = await at.store.createAccount(`asking ${asking}`)
        at.clock.advance(1)
        const met = await at.use(id, address(index))
        await at.store.ban(id)
        return met.includes(at.account)
      }
      const kept = async (...indexes: number[]) => {
        const found: boolean[] = []
        for (const index of indexes) found.push(await isKept(index))
        return found
      }

      it('an account loses its least recently used network, and other accounts still meet it on the newest', async () => {
        await useAll(0, 256)
        expect(at.store.droppedAddresses()).toBe(0)
        await use(0)
        await use(256)
        expect(at.store.droppedAddresses()).toBe(1)
        expect(await kept(0, 1, 2, 255, 256)).toEqual([true, false, true, true, true])
      })

      it('an account keeps a network that was used again recently, whatever its place in the order', async () => {
        await useAll(0, 256)
        for (const index of [200, 7, 100]) await use(index)
        await useAll(256, 256 + 253)
        expect(await kept(200, 7, 100)).toEqual([true, true, true])
        await use(600)
        expect(await kept(200, 7, 100)).toEqual([false, true, true])
        expect(at.store.droppedAddresses()).toBe(254)
      })

      it('an account on a thousand networks keeps the newest 256', async () => {
        await useAll(0, 1000)
        expect(at.store.droppedAddresses()).toBe(744)
        expect(await kept(0, 743, 744, 999)).toEqual([false, false, true, true])
      })

      it('a use that an account loses stays for other accounts at the same address', async () => {
        await at.use(other, address(0))
        await useAll(0, 257)
        expect(await at.use(third, address(0))).toEqual([other])
      })

      it.runIf(kind.durable)(
        'an account has the same 256 networks after a restart, and loses the same one next',
        async () => {
          await useAll(0, 200)
          at.clock.advance(10 * 60_000)
          for (const index of [3, 1]) await use(index)
          await useAll(200, 300)
          for (const index of [60, 50]) await use(index)
          at.clock.advance(10 * 60_000)
          await at.restart()
          // 300 networks leave no room for 0, 2 and 4 to 45; the next eight spare 50.
          await useAll(300, 308)
          expect(await kept(45, 46, 54)).toEqual([false, false, false])
          expect(await kept(1, 3, 50, 55, 60, 307)).toEqual([true, true, true, true, true, true])
        },
      )

      it.runIf(kind.durable)(
        'an account has the same networks after the ledger is turned back, and loses the same one next',
        async () => {
          const [day, right] = [24 * hourMs, at.clock.now()]
          // Networks of today are in the order of their names and first uses; those used while the clock was ahead are in reverse.
          await useAll(0, 256)
          at.clock.setNow(right + 5 * day)
          await at.restart()
          await at.charge(1)
          for (let index = 255; index >= 10; index -= 1) await use(index)
          at.clock.setNow(right + hourMs)
          await at.restart(true)
          await at.restart()
          await useAll(300, 312)
          expect(await kept(0, 9, 254, 255)).toEqual([false, false, false, false])
          expect(await kept(10, 253, 300, 311)).toEqual([true, true, true, true])
        },
      )
    })
  })
}
