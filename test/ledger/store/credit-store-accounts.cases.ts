import { describe, expect, it } from 'vitest'
import { callOf, evidence, noLimits, type StoreKind, useStore } from './credit-store.fixture.ts'

export function describeAccounts(kind: StoreKind): void {
  describe('accounts and keys', () => {
    const at = useStore(kind)
    const key = () => ({ id: 'abcdefgh', accountId: at.account, name: 'prod', sha256: 'f'.repeat(64) })

    it('accounts are found by id and by name', async () => {
      const account = { id: at.account, name: 'test', status: 'active', createdAt: at.clock.now() }
      expect(await at.store.accounts()).toEqual([account])
      expect(await at.store.findAccount(at.account)).toEqual(account)
      expect(await at.store.findAccount('test')).toEqual(account)
      await expect(at.store.findAccount('nobody')).rejects.toMatchObject({ code: 'account_not_found' })
      await expect(at.store.findAccount('')).rejects.toMatchObject({ code: 'account_not_found' })
      await expect(at.store.findAccount('__proto__')).rejects.toMatchObject({ code: 'account_not_found' })
      await expect(at.store.findAccount('te\0st')).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('names of accounts are trimmed and unique', async () => {
      expect(await at.store.createAccount('  Großmeister 💡 ')).toMatchObject({ name: 'Großmeister 💡' })
      for (const name of ['test', ' test ', 'Großmeister 💡', at.account]) {
        await expect(at.store.createAccount(name), name).rejects.toMatchObject({ code: 'account_exists' })
      }
      const twice = await Promise.allSettled([at.store.createAccount('x'), at.store.createAccount('x')])
      expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await at.store.accounts()).map(({ name }) => name)).toEqual(['test', 'Großmeister 💡', 'x'])
    })

    it('names of accounts have 1 to 80 characters, none of them a control character', async () => {
      expect((await at.store.createAccount('💡'.repeat(80))).name).toBe('💡'.repeat(80))
      for (const name of ['', ' \t ', 'x'.repeat(81), 'a\u0000b', 'a\nb', 'a\u0085b', 'a\u2028b', 'a\ud800b']) {
        await expect(at.store.createAccount(name), JSON.stringify(name)).rejects.toMatchObject({
          code: 'validation_error',
          message: expect.stringMatching(/^name: expected 1 to 80 characters/),
        })
      }
    })

    const hiddenCharacters = [
      ['turns text around', '\u202e'],
      ['isolates a direction', '\u2066'],
      ['marks a direction', '\u200f'],
      ['is a space without width', '\u200b'],
      ['joins', '\u200d'],
      ['is a byte order mark', '\ufeff'],
      ['is a soft hyphen', '\u00ad'],
      ['is a Hangul filler', '\u3164'],
      ['selects a variation', '\ufe0e'],
      ['is a tag', '\u{e0041}'],
      ['ends a paragraph', '\u2029'],
      ['begins a command of a terminal', '\u009b'],
    ] as const
    it.each(hiddenCharacters)('a new name with a character that %s is refused', async (_, character) => {
      const name = `a${character}b`
      const refused = { code: 'validation_error', message: expect.stringContaining('hidden characters') }
      await expect(at.store.createAccount(name)).rejects.toMatchObject(refused)
      await expect(at.store.addKey({ ...key(), name })).rejects.toMatchObject(refused)
      const plan = { kind: 'plan', ref: 'p', credits: 1, name, expiresAt: Date.parse('2026-12-24T00:00:00Z') } as const
      await expect(at.store.grant(at.account, plan)).rejects.toMatchObject(refused)
      const topUp = { kind: 'topup', ref: name, credits: 1 } as const
      await expect(at.store.grant(at.account, topUp)).rejects.toMatchObject(refused)
      expect((await at.store.accounts()).length).toBe(1)
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a future revocation of a key can be moved earlier, not later', async () => {
      const { id, sha256 } = await at.store.addKey(key())
      const revokedAt = async () => (await at.store.findKey(sha256))?.key.revokedAt
      const now = at.clock.now()
      await at.store.revokeKey(id, now + 7000)
      expect(await revokedAt()).toBe(now + 7000)
      await at.store.revokeKey(id, now + 9000)
      expect(await revokedAt()).toBe(now + 7000)
      await at.store.revokeKey(id, now + 3000)
      expect(await revokedAt()).toBe(now + 3000)
      await at.store.revokeKey(id, now - 3000)
      expect(await revokedAt()).toBe(now)
    })

    it('keys are found by hash, with the time of their revocation', async () => {
      const added = { ...key(), createdAt: at.clock.now(), revokedAt: null, ...noLimits }
      expect(await at.store.addKey(key())).toEqual(added)
      expect(await at.store.findKey(added.sha256)).toEqual({ key: added, banned: false })
      at.clock.advance(1000)
      await at.store.revokeKey(added.id)
      const revoked = { ...added, revokedAt: at.clock.now() }
      at.clock.advance(1000)
      await at.store.revokeKey(added.id)
      expect(await at.store.findKey(added.sha256)).toEqual({ key: revoked, banned: false })
      expect(await at.store.findKey('e'.repeat(64))).toBeNull()
      expect(await at.store.keys(at.account)).toEqual([revoked])
      await expect(at.store.revokeKey('nokey')).rejects.toMatchObject({ code: 'key_not_found' })
    })

    it('an account never has more keys than it may, even when several are added at once', async () => {
      const add = (id: string, sha256: string) => at.store.addKey({ ...key(), id, sha256: sha256.repeat(64) }, 2)
      await add('aaaaaaaa', 'a')
      await at.store.revokeKey('aaaaaaaa', at.clock.now() + 3_600_000)
      const outcomes = await Promise.allSettled(['b', 'c', 'd', 'e'].map((digit) => add(digit.repeat(8), digit)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'too_many_keys' })
      await at.store.revokeKey('aaaaaaaa')
      const left = outcomes.findIndex(({ status }) => status === 'rejected')
      const digit = ['b', 'c', 'd', 'e'][left] ?? ''
      await expect(add(digit.repeat(8), digit)).resolves.toMatchObject({ revokedAt: null })
    })

    it('an account lists its keys, oldest first', async () => {
      const other = await at.store.createAccount('other')
      await at.store.addKey({ ...key(), id: 'bbbbbbbb', sha256: 'b'.repeat(64) })
      at.clock.advance(1)
      await at.store.addKey({ ...key(), id: 'aaaaaaaa', sha256: 'a'.repeat(64) })
      await at.store.addKey({ ...key(), id: 'cccccccc', sha256: 'c'.repeat(64), accountId: other.id })
      expect((await at.store.keys(at.account)).map(({ id }) => id)).toEqual(['bbbbbbbb', 'aaaaaaaa'])
      await expect(at.store.keys('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('a key is refused for an unknown account, without a name, and a second time', async () => {
      await expect(at.store.addKey({ ...key(), accountId: 'acc_nobody' })).rejects.toMatchObject({
        code: 'account_not_found',
      })
      await expect(at.store.addKey({ ...key(), name: ' ' })).rejects.toMatchObject({ code: 'validation_error' })
      await expect(at.store.addKey({ ...key(), sha256: 'f' })).rejects.toMatchObject({ code: 'validation_error' })
      await at.store.addKey(key())
      await expect(at.store.addKey({ ...key(), id: 'other' })).rejects.toMatchObject({ code: 'validation_error' })
      await expect(at.store.addKey({ ...key(), sha256: 'a'.repeat(64) })).rejects.toMatchObject({
        code: 'validation_error',
      })
      expect((await at.store.keys(at.account)).length).toBe(1)
    })

    it('a ban stops every key of the account, and an unban lifts it', async () => {
      await at.store.addKey(key())
      const other = await at.store.createAccount('other')
      await at.store.addKey({ ...key(), id: 'bbbbbbbb', sha256: 'b'.repeat(64), accountId: other.id })
      await at.store.ban(at.account)
      await at.store.ban(at.account, evidence({ otherAccountId: other.id, address: '203.0.113.7' }))
      await at.store.addKey({ ...key(), id: 'cccccccc', sha256: 'c'.repeat(64) })
      for (const letter of ['f', 'c']) {
        expect(await at.store.findKey(letter.repeat(64)), letter).toMatchObject({ banned: true })
      }
      expect(await at.store.findKey('b'.repeat(64))).toMatchObject({ banned: false })
      expect(await at.store.hold(callOf(at.account, 1))).toEqual({ kind: 'banned' })
      expect(await at.store.findAccount('test')).toMatchObject({ status: 'banned' })
      expect((await at.store.hold(callOf(other.id, 1))).kind).toBe('held')

      await at.store.unban(at.account, 'operator', false)
      await at.store.unban(at.account, 'operator', false)
      expect(await at.store.findKey('f'.repeat(64))).toMatchObject({ banned: false })
      expect(await at.store.accounts()).toMatchObject([{ status: 'active' }, { status: 'active' }])
      expect((await at.store.hold(callOf(at.account, 20))).kind).toBe('held')
    })

    it('a call that runs when its account is banned is captured or voided like any other', async () => {
      const [captured, voided] = [await at.hold(2), await at.hold(3)]
      await at.store.ban(at.account)
      expect(await at.store.capture(captured)).toBe(18)
      at.store.voidHold(voided)
      await at.store.refund(captured.requestId, 'disconnect')
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a ban of an unknown account is refused', async () => {
      await expect(at.store.ban('acc_nobody')).rejects.toMatchObject({ code: 'account_not_found' })
      await expect(at.store.unban('acc_nobody', 'operator', true)).rejects.toMatchObject({ code: 'account_not_found' })
    })

    it('operators can give an account by its name', async () => {
      await at.store.grant('test', { kind: 'topup', ref: 'payment', credits: 5 })
      expect(await at.store.balance('test')).toBe(25)
      await at.store.reverseGrant('test', 'payment', 'why')
      expect((await at.store.statement('test', '2026-11')).length).toBe(3)
      await at.store.ban('test')
      await at.store.unban('test', 'operator', false)
      expect(await at.store.keys('test')).toEqual([])
    })
  })
}
