import { describe, expect, it } from 'vitest'
import { anAnswer, type StoreKind, useStore } from './credit-store.fixture.ts'

const dayMs = 86_400_000

export function describeRetries(kind: StoreKind): void {
  describe('answers kept for retries', () => {
    const at = useStore(kind)
    const outcome = async (...claim: Parameters<typeof at.claim>) => (await at.store.claim(at.claim(...claim))).kind
    const otherBody = { fingerprint: 'b'.repeat(64) }

    it('one of 50 parallel claims succeeds', async () => {
      const claims = Array.from({ length: 50 }, () => at.claim('k'))
      const results = await Promise.all(claims.map((claim) => at.store.claim(claim)))
      expect(results.filter((result) => result.kind === 'claimed').length).toBe(1)
      expect(results.filter((result) => result.kind === 'in_progress').length).toBe(49)
    })

    it('a retry gets the unchanged answer and is not charged', async () => {
      await at.answer(at.claim('k'))
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('one of 50 parallel calls with one key and one body is charged', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const claim = at.claim('k')
          const result = await at.store.claim(claim)
          if (result.kind !== 'claimed') return result.kind
          await at.store.capture(await at.hold(1, { requestId: claim.requestId }), { ...anAnswer, claim })
          at.store.delivered(claim.requestId)
          return 'charged'
        }),
      )
      expect(outcomes.filter((result) => result === 'charged').length).toBe(1)
      expect(outcomes.every((result) => ['charged', 'in_progress', 'stored'].includes(result))).toBe(true)
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('a retry gets an answer of many megabytes unchanged, also after a restart', async () => {
      const body = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ 'Großmeister 💡': Math.sin(index) })))
      expect(body.length).toBeGreaterThan(2 * 1_048_576)
      await at.answer(at.claim('k'), { status: 200, body })
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: { status: 200, body } })
      expect(await outcome('k', otherBody)).toBe('reused')
      if (kind.durable) await at.restart()
      if (kind.durable)
        expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: { status: 200, body } })
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('a retry works with an empty account', async () => {
      await at.answer(at.claim('k'))
      await at.charge(19)
      expect(await outcome('k')).toBe('stored')
    })

    it('another body under the key is refused, while the first call runs and afterwards', async () => {
      const claim = at.claim('k')
      expect(await at.store.claim(claim)).toEqual({ kind: 'claimed' })
      expect(await outcome('k', otherBody)).toBe('reused')
      const hold = await at.hold(1, { requestId: claim.requestId })
      await at.store.capture(hold, { ...anAnswer, claim })
      expect(await outcome('k', otherBody)).toBe('reused')
      at.store.delivered(claim.requestId)
      expect(await outcome('k', otherBody)).toBe('reused')
      expect(await outcome('k')).toBe('stored')
    })

    it('a retry does not get an answer before its charge is known to stay', async () => {
      const requestId = await at.send(at.claim('k'))
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'in_progress' })
      at.clock.advance(30_000)
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'in_progress' })
      at.store.delivered(requestId)
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      await expect(at.store.refund(requestId, 'disconnect')).rejects.toMatchObject({ code: 'charge_not_open' })
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('a retry gets an answer whose connection broke when its charge is kept', async () => {
      const requestId = await at.send(at.claim('k'))
      at.store.keep(requestId)
      expect(await at.store.claim(at.claim('k'))).toEqual({ kind: 'stored', answer: anAnswer })
      await expect(at.store.refund(requestId, 'disconnect')).rejects.toMatchObject({ code: 'charge_not_open' })
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it("an operator's refund of an undelivered answer frees its key, and a later delivery changes nothing", async () => {
      const requestId = await at.send(at.claim('k'))
      await at.store.refund(requestId, 'operator')
      at.store.delivered(requestId)
      at.store.keep(requestId)
      expect(await at.store.balance(at.account)).toBe(20)
      await at.answer(at.claim('k', otherBody), { status: 200, body: 'later' })
      expect(await at.store.claim(at.claim('k', otherBody))).toMatchObject({ answer: { body: 'later' } })
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('an idempotency key belongs to an account and a path', async () => {
      await at.answer(at.claim('k'))
      const other = await at.store.createAccount('other')
      expect(await outcome('k', { path: '/v1/predict-draft' })).toBe('claimed')
      expect(await outcome('k', { accountId: other.id })).toBe('claimed')
      expect(await outcome('K')).toBe('claimed')
    })

    it('an idempotency key is free after its call failed', async () => {
      const claim = at.claim('k')
      await at.store.claim(claim)
      at.store.voidHold(await at.hold(1, { requestId: claim.requestId }))
      at.store.dropClaim(claim)
      expect(await outcome('k', otherBody)).toBe('claimed')
    })

    it('a failed call does not free the key of a later call', async () => {
      const [first, second] = [at.claim('k'), at.claim('k')]
      await at.store.claim(first)
      at.store.dropClaim(first)
      await at.store.claim(second)
      at.store.dropClaim(first)
      expect(await outcome('k')).toBe('in_progress')
    })

    it('an answer under a key that its call has not claimed is refused, and nothing is charged', async () => {
      const claim = at.claim('k')
      const hold = await at.hold(1, { requestId: claim.requestId })
      await expect(at.store.capture(hold, { ...anAnswer, claim })).rejects.toThrow('has not claimed')
      at.store.voidHold(hold)
      expect(await at.store.balance(at.account)).toBe(20)
    })

    it('a claim for an unknown account is refused', async () => {
      const claim = at.claim('k', { accountId: 'acc_nobody' })
      await expect(at.store.claim(claim)).rejects.toThrow('unknown account')
    })

    it('dropping a claim after the capture leaves the answer', async () => {
      const claim = at.claim('k')
      await at.send(claim)
      at.store.dropClaim(claim)
      expect(await outcome('k')).toBe('in_progress')
      at.store.delivered(claim.requestId)
      expect(await outcome('k')).toBe('stored')
    })

    it('a refund drops the answer', async () => {
      await at.store.refund(await at.send(at.claim('k')), 'disconnect')
      await at.answer(at.claim('k', otherBody))
      expect(await outcome('k', otherBody)).toBe('stored')
      expect(await at.store.balance(at.account)).toBe(19)
    })

    it('an answer is stored for 24 hours', async () => {
      await at.answer(at.claim('k'))
      at.clock.advance(dayMs - 1)
      expect(await outcome('k')).toBe('stored')
      at.clock.advance(1)
      const again = at.claim('k', otherBody)
      await at.answer(again, { status: 200, body: '{}' })
      expect(await at.store.claim(at.claim('k', otherBody))).toEqual({
        kind: 'stored',
        answer: { status: 200, body: '{}' },
      })
      expect(await at.store.balance(at.account)).toBe(18)
    })

    it('a late refund does not drop the answer of a newer call', async () => {
      const old = await at.send(at.claim('k'))
      at.clock.advance(dayMs)
      await at.answer(at.claim('k'))
      await at.store.refund(old, 'operator')
      expect(await outcome('k')).toBe('stored')
    })

    it.runIf(kind.bulk !== false)(
      'an account has at most 10,000 answers, and the oldest is removed first',
      async () => {
        await at.topUp(20_000)
        const other = await at.store.createAccount('other')
        await at.answer(at.claim('k0', { accountId: other.id }))
        for (let from = 0; from < 10_002; from += 500) {
          const keys = Array.from({ length: Math.min(500, 10_002 - from) }, (_, index) => `k${from + index}`)
          await Promise.all(keys.map((key) => at.answer(at.claim(key), { status: 200, body: key })))
          at.clock.advance(1)
        }
        expect(at.store.evictedAnswers()).toBe(2)
        expect(await outcome('k9999')).toBe('stored')
        expect(await outcome('k10001')).toBe('stored')
        expect(await outcome('k0', { accountId: other.id })).toBe('stored')
        const gone = await Promise.all(Array.from({ length: 500 }, (_, index) => outcome(`k${index}`)))
        expect(gone.filter((result) => result === 'claimed').length).toBe(2)
      },
    )
  })
}
