import type { KeyLimits } from '@riftline/ledger'
import { describe, expect, it } from 'vitest'
import type { HoldResult } from '#ledger/credit-store.ts'
import { callOf, noLimits, type StoreKind, useStore } from './credit-store.fixture.ts'

const monthEnd = Date.parse('2026-12-01T00:00:00Z')

/** Cases of keys with a monthly limit, an end and scopes. */
export function describeKeyLimits(kind: StoreKind): void {
  describe('limits of keys', () => {
    const at = useStore(kind)
    const add = (limits: Partial<KeyLimits> = {}, digit = '1') =>
      at.store.addKey({ id: digit.repeat(8), accountId: at.account, name: 'prod', sha256: digit.repeat(64), ...limits })
    const tryHold = (credits: number, keyId: string | null = '11111111'): Promise<HoldResult> =>
      at.store.hold(callOf(at.account, credits, { keyId }))
    const hold = (credits: number) => at.hold(credits, { keyId: '11111111' })
    const used = () => at.store.usedByKey('11111111')
    const refused = (limit: number, used: number) => ({ kind: 'key_limit', limit, used, resetsAt: monthEnd })

    it('a key has the limits that it was added with, and shows them wherever it is found', async () => {
      const limits: KeyLimits = { monthlyLimit: 500, expiresAt: at.clock.now() + 1, scopes: ['predict', 'read'] }
      const key = await add({ ...limits, scopes: ['read', 'predict', 'read'] })
      expect(key).toMatchObject({ id: '11111111', revokedAt: null, ...limits })
      const other = await add({}, '2')
      expect(other).toMatchObject(noLimits)
      expect(await at.store.keys(at.account)).toEqual([key, other])
      expect(await at.store.findKeys([other.sha256, 'e'.repeat(64), key.sha256])).toEqual([
        { key: other, banned: false },
        null,
        { key, banned: false },
      ])
    })

    it('limits of a key are changed one by one', async () => {
      const key = await add()
      expect(await at.store.setKey(key.id, { monthlyLimit: 2_147_483_647 })).toMatchObject({
        monthlyLimit: 2_147_483_647,
      })
      expect(await at.store.setKey(key.id, { scopes: ['usage', 'predict'], monthlyLimit: undefined })).toEqual({
        ...key,
        monthlyLimit: 2_147_483_647,
        scopes: ['predict', 'usage'],
      })
      await at.store.setKey(key.id, { expiresAt: at.clock.now() + 1, monthlyLimit: 1 })
      expect(await at.store.setKey(key.id, {})).toMatchObject({ monthlyLimit: 1, expiresAt: at.clock.now() + 1 })
      expect(await at.store.setKey(key.id, noLimits)).toEqual(key)
      expect((await at.store.findKey(key.sha256))?.key).toEqual(key)
      await expect(at.store.setKey('unknown1', {})).rejects.toMatchObject({ code: 'key_not_found' })
      await expect(at.store.usedByKey('unknown1')).rejects.toMatchObject({ code: 'key_not_found' })
    })

    it.each([
      ['monthlyLimit', 0],
      ['monthlyLimit', -1],
      ['monthlyLimit', 1.5],
      ['monthlyLimit', Number.NaN],
      ['monthlyLimit', 2_147_483_648],
      ['monthlyLimit', '500'],
      ['expiresAt', 0],
      ['expiresAt', 1_795_262_400_000],
      ['expiresAt', 1_795_262_400_000.5],
      ['expiresAt', Number.POSITIVE_INFINITY],
      ['expiresAt', 9e15],
      ['scopes', []],
      ['scopes', ['read', 'write']],
      ['scopes', ['__proto__']],
      ['scopes', 'read'],
    ])('a key cannot have %s = %j', async (field, value) => {
      const limits = { [field]: value } as Partial<KeyLimits>
      const invalid = { code: 'validation_error', message: expect.stringMatching(`^${field}: expected `) }
      await expect(add(limits)).rejects.toMatchObject(invalid)
      const key = await add()
      await expect(at.store.setKey(key.id, limits)).rejects.toMatchObject(invalid)
      expect(await at.store.keys(at.account)).toEqual([key])
    })

    it('a call that would pass the limit of its key holds nothing, and a smaller one still fits', async () => {
      await at.topUp(100)
      await add({ monthlyLimit: 10 })
      await at.charge(4, { keyId: '11111111' })
      const running = await hold(5)
      expect(await used()).toBe(9)
      expect(await tryHold(2)).toEqual(refused(10, 9))
      expect(await tryHold(200)).toEqual(refused(10, 9))
      const last = await hold(1)
      expect(await tryHold(1)).toEqual(refused(10, 10))
      at.store.voidHold(last)
      await at.store.capture(running)
      expect(await tryHold(2)).toEqual(refused(10, 9))
      expect(await used()).toBe(9)
      await at.charge(1, { keyId: '11111111' })
      expect(await tryHold(1)).toEqual(refused(10, 10))
    })

    it('a limit counts for its key alone', async () => {
      await at.topUp(100)
      await add({ monthlyLimit: 1 })
      await add({}, '2')
      await at.charge(1, { keyId: '11111111' })
      expect(await tryHold(50, '22222222')).toMatchObject({ kind: 'held' })
      expect(await tryHold(50, null)).toMatchObject({ kind: 'held' })
      const other = (await at.store.createAccount('other')).id
      expect(await at.store.hold(callOf(other, 20, { keyId: '11111111' }))).toMatchObject({ kind: 'held' })
      expect(await used()).toBe(1)
    })

    it('a key with credits left under its limit still needs credits of its account', async () => {
      await add({ monthlyLimit: 1000 })
      expect(await tryHold(21)).toEqual({ kind: 'insufficient', available: 20, held: 0 })
    })

    it('a refund gives the key its credits back', async () => {
      await add({ monthlyLimit: 10 })
      const requestId = await at.capture(10, { keyId: '11111111' })
      expect(await tryHold(1)).toEqual(refused(10, 10))
      await at.store.refund(requestId, 'disconnect')
      expect(await used()).toBe(0)
      await at.charge(10, { keyId: '11111111' })
      expect(await tryHold(1)).toEqual(refused(10, 10))
    })

    it('a new limit counts what was spent and is held before it', async () => {
      await at.topUp(100)
      await add()
      await at.charge(4, { keyId: '11111111' })
      const running = await hold(5)
      await at.store.setKey('11111111', { monthlyLimit: 10 })
      expect(await tryHold(2)).toEqual(refused(10, 9))
      await at.store.setKey('11111111', { monthlyLimit: 3 })
      expect(await tryHold(1)).toEqual(refused(3, 9))
      await at.store.capture(running)
      expect(await used()).toBe(9)
      await at.store.setKey('11111111', { monthlyLimit: null })
      expect(await tryHold(50)).toMatchObject({ kind: 'held' })
    })

    it('the limit is whole again at the first millisecond of a month', async () => {
      await at.topUp(100)
      await add({ monthlyLimit: 10 })
      await at.charge(10, { keyId: '11111111' })
      at.clock.advanceTo(monthEnd - 1)
      expect(await tryHold(1)).toEqual(refused(10, 10))
      at.clock.advanceTo(monthEnd)
      expect(await used()).toBe(0)
      const all = await hold(10)
      expect(await tryHold(1)).toMatchObject({
        kind: 'key_limit',
        used: 10,
        resetsAt: Date.parse('2027-01-01T00:00:00Z'),
      })
      at.store.voidHold(all)
    })

    it('a call that runs past the end of a month counts in the next, where its charge falls', async () => {
      await at.topUp(100)
      await add({ monthlyLimit: 10 })
      await at.charge(4, { keyId: '11111111' })
      at.clock.advanceTo(monthEnd - 1)
      const running = await hold(6)
      at.clock.advanceTo(monthEnd)
      expect(await used()).toBe(6)
      expect(await tryHold(5)).toMatchObject({ kind: 'key_limit', used: 6 })
      const second = await hold(4)
      await at.store.capture(running)
      await at.store.capture(second)
      expect(await used()).toBe(10)
      expect(await tryHold(1)).toMatchObject({ kind: 'key_limit', used: 10 })
    })

    it('parallel calls of a key never pass its limit together', async () => {
      await at.topUp(10_000)
      await add({ monthlyLimit: 100 })
      const results = await Promise.all(Array.from({ length: 300 }, (_, call) => tryHold(1 + (call % 3))))
      const held = results.flatMap((result) => (result.kind === 'held' ? result.hold : []))
      expect(held.reduce((sum, { credits }) => sum + credits, 0)).toBe(100)
      expect(await used()).toBe(100)
      await Promise.all(held.map((one, index) => (index % 2 === 0 ? at.store.capture(one) : at.store.voidHold(one))))
      const spent = held.reduce((sum, { credits }, index) => sum + (index % 2 === 0 ? credits : 0), 0)
      expect(await used()).toBe(spent)
      expect(await tryHold(101)).toEqual(refused(100, spent))
    })

    if (kind.durable) {
      it('limits and what counts towards them outlive the process; open calls are given back', async () => {
        await at.topUp(100)
        const limits: KeyLimits = { monthlyLimit: 10, expiresAt: monthEnd, scopes: ['predict'] }
        await add(limits)
        await add({ monthlyLimit: 5 }, '2')
        await at.store.setKey('22222222', { monthlyLimit: null, scopes: ['read'] })
        await at.charge(4, { keyId: '11111111' })
        await at.capture(3, { keyId: '11111111' })
        await hold(2)
        const before = await at.store.keys(at.account)
        await at.restart()
        expect(await at.store.keys(at.account)).toEqual(before)
        expect(before).toMatchObject([limits, { ...noLimits, scopes: ['read'] }])
        expect(await used()).toBe(4)
        expect(await tryHold(7)).toEqual(refused(10, 4))
        expect(await tryHold(6)).toMatchObject({ kind: 'held' })
      })
    }
  })
}
