import { describe, expect, it } from 'vitest'
import type { Payments } from '#account/payments/payments.ts'
import { createTestProvider } from '#account/payments/test-provider.ts'
import { createPaymentPlace, type PaymentPlace, purchase } from './payment-place.ts'

const accountUrl = 'http://127.0.0.1:8082'
const day = 86_400_000

interface Shop {
  readonly place: PaymentPlace
  readonly payments: Payments
  /** Opens a checkout and returns the payment's id. */
  buy(item: string, form?: string): Promise<string>
}

async function openShop(): Promise<Shop> {
  const place = await createPaymentPlace()
  const payments = place.payments(createTestProvider({ store: place.store, clock: place.clock, accountUrl }))
  return {
    place,
    payments,
    async buy(item, form) {
      const opened = await payments.checkout(purchase(place, item, form))
      if (opened.kind !== 'redirect') throw new Error(opened.kind)
      return opened.payment.id
    },
  }
}

describe('a test payment', () => {
  it('a test payment leads to the account page’s own form and grants its credits once, however often it is paid', async () => {
    const { place, payments } = await openShop()
    const opened = await payments.checkout(purchase(place, 'pack:small'))
    const id = opened.kind === 'redirect' ? opened.payment.id : ''
    expect(opened).toMatchObject({ kind: 'redirect', url: `${accountUrl}/credits/test/${id}` })
    expect(id).toMatch(/^pay_[0-9A-Za-z]{16}$/)
    expect(await payments.act(id, 'pay')).toBe('done')
    expect(await payments.act(id, 'pay')).toBe('refused')
    await payments.settle(id)
    expect(await place.lines()).toEqual(['grant 1000'])
    expect(await place.statuses()).toEqual(['granted'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received'])
  })

  it('a declined test payment gives nothing and cannot be paid', async () => {
    const { place, payments, buy } = await openShop()
    const id = await buy('pack:small')
    expect(await payments.act(id, 'refund')).toBe('refused')
    expect(await payments.act(id, 'decline')).toBe('done')
    expect(await payments.act(id, 'pay')).toBe('refused')
    expect(await place.statuses()).toEqual(['failed'])
    expect(await place.lines()).toEqual([])
  })

  it('a refund of a test payment takes back its unspent credits', async () => {
    const { place, payments, buy } = await openShop()
    const id = await buy('pack:small')
    await payments.act(id, 'pay')
    await place.spend(300)
    expect(await payments.act(id, 'refund')).toBe('done')
    expect(await payments.act(id, 'refund')).toBe('refused')
    expect(await place.lines()).toEqual(['grant 1000', 'capture -300', 'reverse -700'])
    expect(await place.store.payment(id)).toMatchObject({
      status: 'refunded',
      refundedAmount: 900,
      reversedCredits: 700,
    })
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'refunded'])
  })

  it('a test payment expires after a day', async () => {
    const { place, payments, buy } = await openShop()
    const id = await buy('pack:small')
    place.clock.advance(day)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['expired'])
    expect(await payments.act(id, 'pay')).toBe('refused')
  })

  it('the test provider is refused when the account page is not on loopback', async () => {
    const { store, clock } = await createPaymentPlace()
    const create = () => createTestProvider({ store, clock, accountUrl: 'https://riftline.example' })
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

describe('a test plan', () => {
  it('a test plan renews when its period is over, with credits that last a day longer', async () => {
    const { place, payments, buy } = await openShop()
    await payments.act(await buy('plan:pro'), 'pay')
    expect(await payments.planOf(place.accountId)).toMatchObject({
      item: 'plan:pro',
      state: 'renews',
      period: { from: Date.parse('2026-11-21T12:00:00Z'), to: Date.parse('2026-12-21T12:00:00Z') },
    })
    place.clock.advanceTo(Date.parse('2026-12-21T12:00:00Z'))
    await payments.sweep()
    await payments.sweep()
    expect(await place.balance()).toBe(10_000)
    place.clock.advance(day)
    expect(await place.balance()).toBe(5_000)
    expect(await place.statuses()).toEqual(['granted', 'granted'])
    expect((await payments.planOf(place.accountId))?.period.to).toBe(Date.parse('2027-01-21T12:00:00Z'))
  })

  it('a cancelled test plan ends with its period, and one that is kept again renews', async () => {
    const { place, payments, buy } = await openShop()
    await payments.act(await buy('plan:pro'), 'pay')
    expect(await payments.changePlan(place.accountId, 'cancel')).toBe('changed')
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'ends' })
    expect(await payments.changePlan(place.accountId, 'keep')).toBe('changed')
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'renews' })
    await payments.changePlan(place.accountId, 'cancel')
    place.clock.advanceTo(Date.parse('2026-12-21T12:00:00Z'))
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
    expect(await payments.planOf(place.accountId)).toBeNull()
    expect(await payments.changePlan(place.accountId, 'keep')).toBe('no_plan')
  })

  it('a test plan is the only one of its account', async () => {
    const { place, payments, buy } = await openShop()
    const first = await buy('plan:pro', 'form-1')
    const second = await buy('plan:team', 'form-2')
    expect(await payments.act(first, 'pay')).toBe('refused')
    await payments.act(second, 'pay')
    expect(await payments.checkout(purchase(place, 'plan:pro', 'form-3'))).toEqual({ kind: 'has_plan' })
    expect(await place.statuses()).toEqual(['expired', 'granted'])
    await payments.endPlan(place.accountId)
    expect(await payments.planOf(place.accountId)).toBeNull()
    expect(await payments.checkout(purchase(place, 'plan:pro', 'form-4'))).toMatchObject({ kind: 'redirect' })
  })
})

describe('payments without a provider', () => {
  it('without a provider nothing is sold and webhooks get 404', async () => {
    const place = await createPaymentPlace()
    const payments = place.payments(null)
    expect(await payments.checkout(purchase(place, 'pack:small'))).toEqual({ kind: 'off' })
    expect(await payments.webhook(new Uint8Array(), null)).toEqual({ status: 404 })
    expect(await payments.act('pay_0000000000000000', 'pay')).toBeNull()
    expect(await payments.planOf(place.accountId)).toBeNull()
  })
})

it('a sweep runs at the start and every ten minutes, until it is stopped', async () => {
  const { place, payments, buy } = await openShop()
  await buy('pack:small')
  payments.start()
  await payments.stop()
  expect(await place.statuses()).toEqual(['open'])
  payments.start()
  place.clock.advance(day)
  place.timers.pass(600_000)
  await payments.stop()
  await payments.stop()
  expect(await place.statuses()).toEqual(['expired'])
})
