import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { createTestProvider } from '#account/payments/test-provider.ts'
import { openStripeShop } from './stripe-shop.ts'

async function paidPack() {
  const shop = await openStripeShop()
  const { session } = await shop.buy('pack:small')
  shop.world.pay(session)
  return { ...shop, ...shop.stripe.signed(shop.world.events[0]!) }
}

describe('a webhook', () => {
  it.each([
    ['without a signature', null],
    ['with an empty signature', ''],
    ['with a signature of another format', 'hello'],
    ['with a signature that is only a time', 't=1795262400'],
    ['with an empty v1 in its signature', 't=1795262400,v1='],
  ])('a webhook %s is refused', async (_what, signature) => {
    const { place, payments, raw } = await paidPack()
    expect(await payments.webhook(raw, signature)).toEqual({ status: 400 })
    expect(await place.lines()).toEqual([])
  })

  it('a webhook signed with another secret is refused', async () => {
    const { place, payments, raw } = await paidPack()
    const payload = Buffer.from(raw).toString()
    const timestamp = Math.floor(place.clock.now() / 1000)
    const forged = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret: 'whsec_x', timestamp })
    expect(await payments.webhook(raw, forged)).toEqual({ status: 400 })
  })

  it('a webhook signed 300 seconds ago is accepted, and 301 seconds ago refused', async () => {
    const { place, payments, stripe, world } = await paidPack()
    const old = stripe.signed(world.events[0]!, 301)
    expect(await payments.webhook(old.raw, old.signature)).toEqual({ status: 400 })
    expect(await place.lines()).toEqual([])
    const young = stripe.signed(world.events[0]!, 300)
    expect(await payments.webhook(young.raw, young.signature)).toEqual({ status: 200 })
    expect(await place.lines()).toEqual(['grant 1000'])
  })

  it.each([
    ['a byte at the end', (raw: Uint8Array) => Buffer.concat([raw, Buffer.from(' ')])],
    ['a byte at the beginning', (raw: Uint8Array) => Buffer.concat([Buffer.from(' '), raw])],
    ['a byte order mark', (raw: Uint8Array) => Buffer.concat([Buffer.from('\ufeff'), raw])],
    ['a byte that is not UTF-8', (raw: Uint8Array) => Buffer.concat([raw, Buffer.from([0xff])])],
  ])('a webhook with %s added is refused', async (_what, change) => {
    const { place, payments, raw, signature } = await paidPack()
    expect(await payments.webhook(change(raw), signature)).toEqual({ status: 400 })
    expect(await place.lines()).toEqual([])
  })

  it.each([
    ['balance.available', { object: 'event', data: { object: { object: 'balance', available: [], livemode: false } } }],
    ['invoice.upcoming', { object: 'event', data: { object: { object: 'invoice', subscription: 'sub_1' } } }],
    ['v1.billing.meter.no_meter_found', { object: 'v2.core.event', id: 'evt_1', data: { developer_message: 'x' } }],
  ])('a webhook of type %s, which is about no payment, gets 200', async (type, event) => {
    const { payments, stripe } = await paidPack()
    const { raw, signature } = stripe.signed({ type, ...event } as never)
    expect(await payments.webhook(raw, signature)).toEqual({ status: 200 })
  })

  it('a signed webhook that is no event is refused', async () => {
    const { payments, stripe } = await paidPack()
    for (const json of [null, [], 'text', {}, { type: 'charge.refunded' }, { type: 1, data: { object: { id: 1 } } }]) {
      const { raw, signature } = stripe.signed(json as never)
      expect(await payments.webhook(raw, signature)).toEqual({ status: 400 })
    }
  })

  it('a webhook only names its object: the state of the payment is asked of Stripe', async () => {
    const { place, payments, stripe, world, buy } = await openStripeShop()
    const { session } = await buy('pack:small')
    const lie = { ...world.get(session), status: 'complete', payment_status: 'paid' }
    const event = { id: 'evt', object: 'event', type: 'checkout.session.completed', data: { object: lie } }
    const { raw, signature } = stripe.signed(event)
    expect(await payments.webhook(raw, signature)).toEqual({ status: 200 })
    expect(await place.statuses()).toEqual(['open'])
    expect(await place.lines()).toEqual([])
  })

  it.each([
    ['another kind of event', 'customer.created', 'cus_000001'],
    ['a session that does not exist', 'checkout.session.completed', 'cs_test_none'],
    ['an invoice that does not exist', 'invoice.paid', 'in_none'],
    ['a charge that does not exist', 'charge.refunded', 'ch_none'],
    ['a dispute that does not exist', 'charge.dispute.created', 'du_none'],
    ['a subscription that does not exist', 'customer.subscription.deleted', 'sub_none'],
    ['a path in place of an id', 'charge.refunded', '../refunds'],
  ])('a webhook about %s changes nothing', async (_what, type, id) => {
    const { payments, stripe, place } = await paidPack()
    const { raw, signature } = stripe.signed({ id: 'evt', object: 'event', type, data: { object: { id } } })
    expect(await payments.webhook(raw, signature)).toEqual({ status: 200 })
    expect(await place.lines()).toEqual([])
  })

  it('a webhook about sales of another shop at the same Stripe account changes nothing', async () => {
    const { place, world, tell } = await paidPack()
    for (const object of world.objects.values()) if (object.metadata !== undefined) object.metadata = {}
    expect(await tell()).toBe(200)
    world.refund(String(world.of('charge')[0]?.id), 100)
    expect(await tell()).toBe(200)
    for (const object of world.objects.values())
      if (object.metadata !== undefined) object.metadata = { payment: 'pay_of_others' }
    expect(await tell(world.events[0])).toBe(200)
    expect(place.entries.at(-1)).toMatchObject({ level: 'error', event: 'payment_unknown' })
    expect(await place.statuses()).toEqual(['open'])
  })

  it('money for a payment that a restore lost is recorded as a mismatch until it is refunded', async () => {
    const shop = await paidPack()
    const { place, payments } = await shop.restored()
    expect(await payments.webhook(shop.raw, shop.signature)).toEqual({ status: 200 })
    const found = { item: 'unknown', amount: 900, currency: 'eur', credits: 0, charge: shop.world.of('charge')[0]?.id }
    expect(await place.store.payments(place.accountId)).toMatchObject([{ ...found, status: 'mismatch' }])
    expect(place.entries.map(({ event, fault }) => [event, fault])).toEqual([
      ['payment_unknown', undefined],
      ['payment_mismatch', 'unknown'],
    ])
    expect(place.notices).toMatchObject([{ kind: 'mismatch', charged: 900 }])
    shop.world.refund(found.charge ?? '', 900)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['refunded'])
    expect(await place.lines()).toEqual([])
  })

  it('the sweep finds every paid payment that a restore lost, once each, periods of a plan included', async () => {
    const shop = await openStripeShop()
    for (const item of ['pack:small', 'pack:large', 'plan:pro']) {
      shop.world.pay((await shop.buy(item, `form-${item}`)).session)
    }
    await shop.buy('pack:small', 'form-unpaid')
    const { place, payments } = await shop.restored()
    place.clock.advance(31 * 86_400_000)
    shop.place.clock.advance(31 * 86_400_000)
    shop.world.renew(String(shop.world.of('subscription')[0]?.id), true)
    for (let times = 0; times < 3; times++) await payments.sweep()
    const lost = await place.store.payments()
    expect(lost.map(({ item, amount, status }) => `${item} ${amount} ${status}`).toSorted()).toEqual([
      ...['unknown 1900 mismatch', 'unknown 1900 mismatch', 'unknown 7900 mismatch', 'unknown 900 mismatch'],
    ])
    expect(place.entries.filter(({ event }) => event === 'payment_unknown')).toHaveLength(3)
    expect(await place.balance()).toBe(0)
    shop.world.refund(String(shop.world.of('charge').at(-1)?.id), 1_900)
    await payments.sweep()
    expect((await place.statuses()).toSorted()).toEqual(['mismatch', 'mismatch', 'mismatch', 'refunded'])
  })

  it('a webhook of Stripe gets 404 under another provider', async () => {
    const { place, raw, signature } = await paidPack()
    const { store, clock } = place
    const payments = place.payments(createTestProvider({ store, clock, accountUrl: 'http://127.0.0.1:1' }))
    expect(await payments.webhook(raw, signature)).toEqual({ status: 404 })
  })
})
