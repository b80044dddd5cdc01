import { describe, expect, it } from 'vitest'
import { anAnswer, callOf, evidence, type StoreKind, useStore } from './credit-store.fixture.ts'

const home = '203.0.113.7'

export function describeRestart(kind: StoreKind): void {
  describe('after a restart', () => {
    const at = useStore(kind)

    it('usage, keys, accounts and statement are the same after a restart', async () => {
      await at.topUp(100)
      await at.plan(50, '2026-12-21T12:00:00Z')
      await at.topUp(7, 'other')
      await at.store.reverseGrant(at.account, 'other', 'charged back')
      const key = { id: 'abcdefgh', accountId: at.account, name: 'prod', sha256: 'f'.repeat(64) }
      await at.store.addKey(key)
      await at.store.addKey({ ...key, id: 'bbbbbbbb', sha256: 'b'.repeat(64) })
      await at.store.revokeKey('bbbbbbbb')
      await at.store.addKey({ ...key, id: 'cccccccc', sha256: 'c'.repeat(64) })
      await at.store.revokeKey('cccccccc', at.clock.now() + 86_400_000)
      await at.charge(25)
      await at.store.refund(await at.capture(3), 'disconnect')
      at.store.keep(await at.capture(4))
      const reports = async () => [
        await at.store.usage(at.account),
        await at.store.findKey(key.sha256),
        await at.store.keys(at.account),
        await at.store.accounts(),
        await at.statement('2026-11'),
      ]
      const before = await reports()
      await at.restart()
      expect(await reports()).toEqual(before)
      await at.restart()
      expect(await reports()).toEqual(before)
    })

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      'accounts, keys, grants, calls and answers can have the name %s, also after a restart',
      async (name) => {
        const account = await at.store.createAccount(name)
        const key = { id: name, accountId: account.id, name, sha256: 'f'.repeat(64) }
        await at.store.addKey(key)
        await at.store.grant(account.id, { kind: 'topup', ref: name, credits: 7 })
        const call = { accountId: account.id, requestId: name, operation: name, model: name, keyId: name }
        const claim = at.claim(name, { accountId: account.id, path: name, requestId: name })
        expect(await at.store.claim(claim)).toEqual({ kind: 'claimed' })
        const hold = await at.hold(2, call)
        await at.store.capture(hold, { ...anAnswer, claim })
        at.store.delivered(name)
        const expectAll = async (): Promise<void> => {
          expect(await at.store.findAccount(name)).toMatchObject({ id: account.id, name })
          expect(await at.store.findKey(key.sha256)).toMatchObject({ key: { id: name, name } })
          expect(await at.store.keyUses(name)).toMatchObject([{ keyId: name, creditsThisMonth: 2 }])
          expect((await at.store.grants(name)).map(({ ref }) => ref)).toContain(name)
          const { calls, creditsRemaining } = await at.store.usage(name)
          expect(calls).toEqual([{ operation: name, model: name, calls: 1, credits: 2 }])
          expect(creditsRemaining).toBe(25)
          expect(await at.store.claim(claim)).toEqual({ kind: 'stored', answer: anAnswer })
          expect((await at.store.statement(name, '2026-11')).at(-1)).toMatchObject({ operation: name, keyId: name })
          await expect(at.store.createAccount(name)).rejects.toMatchObject({ code: 'account_exists' })
        }
        await expectAll()
        await at.restart()
        await expectAll()
        await at.store.revokeKey(name)
        await expect(at.store.reverseGrant(account.id, name, name)).resolves.toBe(7)
        await at.restart()
        expect((await at.store.keys(name)).map(({ revokedAt }) => revokedAt)).toEqual([at.clock.now()])
        expect(await at.store.balance(name)).toBe(18)
      },
    )

    it('a restart refunds a charge without proof of delivery, once', async () => {
      await at.charge(2)
      const lost = await at.capture(5)
      await at.hold(5)
      await at.restart()
      expect(await at.store.usage(at.account)).toMatchObject({
        creditsRemaining: 18,
        used: { today: 2 },
        calls: [{ calls: 1 }],
      })
      expect((await at.statement('2026-11')).at(-1)).toMatchObject({
        kind: 'refund',
        requestId: lost,
        reason: 'crash',
        credits: 5,
      })
      await at.restart()
      expect(await at.store.balance(at.account)).toBe(18)
      await expect(at.store.refund(lost, 'operator')).rejects.toMatchObject({ code: 'charge_not_open' })
    })

    it('holds are gone after a restart', async () => {
      await at.hold(20)
      await at.restart()
      expect((await at.store.hold(callOf(at.account, 20))).kind).toBe('held')
    })

    it('ledger time does not go back before the last record after a restart', async () => {
      at.clock.advanceTo(Date.parse('2026-12-01T00:00:00Z'))
      await at.charge(20)
      await at.restart()
      at.clock.setNow(Date.parse('2026-11-30T00:00:00Z'))
      expect(await at.store.balance(at.account)).toBe(0)
    })

    it('references and names stay taken after a restart', async () => {
      await at.topUp(5)
      await at.restart()
      await at.topUp(5)
      expect(await at.store.balance(at.account)).toBe(25)
      await expect(at.store.createAccount('test')).rejects.toMatchObject({ code: 'account_exists' })
    })

    it('a restart keeps answers whose charges stay, and frees the keys of running calls', async () => {
      await at.answer(at.claim('delivered'))
      at.store.keep(await at.send(at.claim('kept')))
      await at.send(at.claim('lost'))
      await at.store.claim(at.claim('running'))
      await at.restart()
      expect(await at.store.claim(at.claim('delivered'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect(await at.store.claim(at.claim('kept'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect(await at.store.claim(at.claim('lost'))).toEqual({ kind: 'claimed' })
      expect(await at.store.claim(at.claim('running'))).toEqual({ kind: 'claimed' })
    })

    it('bans, uses of addresses and exempt addresses are the same after a restart', async () => {
      const [banned, freed] = [await at.store.createAccount('banned'), await at.store.createAccount('freed')]
      await at.use(at.account, home)
      await at.store.ban(banned.id, evidence({ otherAccountId: at.account, address: home }))
      await at.store.ban(freed.id, evidence({ otherAccountId: banned.id, address: '203.0.113.8' }))
      await at.store.unban(freed.id, 'operator', true)
      await at.restart()
      expect(await at.store.findAccount('banned')).toMatchObject({ status: 'banned' })
      expect(await at.store.findAccount('freed')).toMatchObject({ status: 'active' })
      expect(await at.use(freed.id, home)).toEqual([at.account])
      await at.use(at.account, '203.0.113.8')
      expect(await at.use(freed.id, '203.0.113.8')).toEqual([])
      await at.store.unban(banned.id, 'operator', false)
      expect(await at.use(banned.id, home)).toEqual([freed.id])
    })
  })
}
