import { describe, expect, it } from 'vitest'
import { purchase } from './payment-place.ts'
import { openStripeShop, type StripeShop } from './stripe-shop.ts'

const hour = 3_600_000

interface Subscribed extends StripeShop {
  readonly id: string
  readonly subscription: string
}

async function subscribe(): Promise<Subscribed> {
  const shop = await openStripeShop()
  const { id, session } = await shop.buy('plan:pro')
  shop.world.pay(session)
  await shop.tell()
  return { ...shop, id, subscription: String(shop.world.get(session).subscription) }
}

async function nextMonth({ place }: StripeShop): Promise<void> {
  const latest = (await place.store.payments(place.accountId)).at(-1)
  place.clock.advanceTo((latest?.period?.to ?? 0) + hour)
}

describe('a plan', () => {
  it('a plan grants its first period under its invoice, whatever event reports it', async () => {
    const { place, world, id, subscription, tell } = await subscribe()
    for (const event of world.events) expect(await tell(event)).toBe(200)
    const invoice = world.of('invoice')[0]?.id
    expect(await place.store.payment(id)).toMatchObject({
      ...{ status: 'granted', ref: `stripe:${invoice}`, invoice, subscription },
      period: { from: Date.parse('2026-11-21T12:00:00Z'), to: Date.parse('2026-12-21T12:00:00Z') },
    })
    expect(await place.lines()).toEqual(['grant 5000'])
    expect(await place.credits.usage(place.accountId)).toMatchObject({ plan: { name: 'Pro', remaining: 5_000 } })
  })

  it('a plan grants each paid period once, an hour after it begins, and its credits last a day longer than the period', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription, tell } = shop
    await nextMonth(shop)
    expect(await place.balance()).toBe(5_000)
    world.renew(subscription, true)
    for (const event of world.events) await tell(event)
    await payments.sweep()
    expect(await place.balance()).toBe(10_000)
    place.clock.advance(24 * hour)
    expect(await place.balance()).toBe(5_000)
    expect(await place.statuses()).toEqual(['granted', 'granted'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'received'])
  })

  it('the sweep grants a renewal without an event, and finds its refund', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription } = shop
    await nextMonth(shop)
    const invoice = world.renew(subscription, true)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted', 'granted'])
    world.refund(world.chargeOf(invoice), 1_900)
    world.dispute(world.chargeOf(String(world.of('invoice')[0]?.id)))
    await payments.sweep()
    expect(await place.statuses()).toEqual(['disputed', 'refunded'])
    expect(await place.balance()).toBe(0)
  })

  it('a plan is paid until its latest period ends, although the sweep finds the later of two lost renewals first', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription } = shop
    await nextMonth(shop)
    world.renew(subscription, true)
    world.renew(subscription, true)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted', 'granted', 'granted'])
    const { period } = (await payments.planOf(place.accountId)) ?? {}
    expect(period?.to).toBe(Date.parse('2027-02-21T12:00:00Z'))
  })

  it('a failed renewal is mailed once, and granted when it is paid later', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription, tell } = shop
    await nextMonth(shop)
    const invoice = world.renew(subscription, false)
    await tell(world.events.at(-2))
    await tell(world.events.at(-2))
    await payments.sweep()
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'renewal_failed'])
    expect(await place.statuses()).toEqual(['granted', 'failed'])
    const paidUntil = Date.parse('2026-12-21T12:00:00Z')
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'unpaid', period: { to: paidUntil } })
    world.payInvoice(invoice)
    await tell()
    expect(await place.statuses()).toEqual(['granted', 'granted'])
    expect(await place.balance()).toBe(10_000)
  })

  it('a renewal found after its credits would have expired gives none, and is logged', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription } = shop
    await nextMonth(shop)
    world.renew(subscription, true)
    place.clock.advance(35 * 24 * hour)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted', 'mismatch'])
    expect(place.entries.at(-1)).toMatchObject({ event: 'payment_mismatch', fault: 'period over' })
  })

  it('a draft invoice and an invoice made by hand are no payments of a plan', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription, tell } = shop
    await nextMonth(shop)
    const invoice = world.get(world.renew(subscription, false))
    Object.assign(invoice, { status: 'draft', attempt_count: 0 })
    await tell()
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
    Object.assign(invoice, { status: 'paid', billing_reason: 'manual', amount_paid: 1_900 })
    await tell()
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
  })

  it('no other plan is sold while the first payment of a plan is on its way', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { session } = await buy('plan:pro', 'form-1')
    world.pay(session, { later: true })
    await tell()
    expect(await payments.checkout(purchase(place, 'plan:team', 'form-2'))).toEqual({ kind: 'has_plan' })
    expect(await place.statuses()).toEqual(['open'])
    world.arrive(session, true)
    const invoice = world.get(String(world.get(session).invoice))
    Object.assign(invoice, { status: 'open', amount_paid: 0 })
    await tell()
    expect(await place.statuses()).toEqual(['open'])
    Object.assign(invoice, { status: 'paid', amount_paid: 1_900 })
    await tell()
    expect(await place.lines()).toEqual(['grant 5000'])
  })

  it('a renewal paid in part is not granted', async () => {
    const shop = await subscribe()
    const { place, payments, world, subscription } = shop
    await nextMonth(shop)
    world.get(world.renew(subscription, true)).amount_paid = 1_899
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted', 'mismatch'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'mismatch'])
  })

  it.each([
    ['a discount', 950],
    ['credit balance at Stripe', 0],
  ])('a renewal paid with %s is granted, since Stripe reports it as paid', async (_, taken) => {
    const shop = await subscribe()
    const { place, payments, world, subscription } = shop
    await nextMonth(shop)
    const invoice = world.get(world.renew(subscription, true))
    Object(invoice.lines).data[0].amount = 1_900
    Object.assign(invoice, { amount_paid: taken })
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted', 'granted'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'received'])
  })

  it.each([
    ['a proration of the period before', 'subscription_item_details', -1, -400],
    ['another item sold for the same period', 'subscription_item_details', 0, 700],
    ['an item that the operator added by hand', 'invoice_item_details', 0, 5_000],
  ])('a plan’s price is compared with its own line of an invoice that also has %s', async (_, type, months, amount) => {
    for (const isFirst of [true, false]) {
      const shop = await subscribe()
      const { place, payments, world, subscription } = shop
      await nextMonth(shop)
      const invoice = world.get(world.renew(subscription, true))
      const [own] = Object(invoice.lines).data
      own.amount = 1_900
      const { start, end } = own.period
      const monthSeconds = end - start
      const period = { start: start + months * monthSeconds, end: end + months * monthSeconds }
      const other = { parent: { type }, period, amount }
      Object(invoice.lines).data = isFirst ? [own, other] : [other, own]
      await payments.sweep()
      expect(await place.statuses()).toEqual(['granted', 'granted'])
      expect((await place.store.payments()).at(-1)?.period).toEqual({ from: start * 1000, to: end * 1000 })
    }
  })

  it('an event of Stripe makes a change of the plan visible at once', async () => {
    const { place, payments, world, subscription, tell } = await subscribe()
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'renews' })
    world.get(subscription).cancel_at_period_end = true
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'renews' })
    await tell()
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'ends' })
  })

  it('a refund of a plan is found by its charge, which names only an invoice', async () => {
    const { place, world, id, tell } = await subscribe()
    await place.spend(2_000)
    world.refund(world.chargeOf(String(world.of('invoice')[0]?.id)), 1_900)
    expect(await tell()).toBe(200)
    expect(await place.store.payment(id)).toMatchObject({ status: 'refunded', reversedCredits: 3_000 })
  })

  it('a plan can be cancelled at its end and kept again, and has ended when Stripe reports it', async () => {
    const { place, payments, world, subscription, tell } = await subscribe()
    const { accountId } = place
    expect(await payments.changePlan(accountId, 'cancel')).toBe('changed')
    expect(world.get(subscription).cancel_at_period_end).toBe(true)
    expect(await payments.planOf(accountId)).toMatchObject({ item: 'plan:pro', amount: 1_900, state: 'ends' })
    expect(await payments.changePlan(accountId, 'keep')).toBe('changed')
    expect(await payments.planOf(accountId)).toMatchObject({ state: 'renews' })
    world.get(subscription).cancel_at = 1_800_000_000
    place.clock.advance(60_000)
    expect(await payments.planOf(accountId)).toMatchObject({ state: 'ends' })
    await payments.changePlan(accountId, 'keep')
    expect(world.get(subscription).cancel_at).toBeNull()
    world.endSubscription(subscription)
    await tell()
    expect(await payments.planOf(accountId)).toBeNull()
    expect(await payments.changePlan(accountId, 'keep')).toBe('no_plan')
  })

  it('an account can buy another plan only after its plan has ended', async () => {
    const { place, payments, world, subscription } = await subscribe()
    expect(await payments.checkout(purchase(place, 'plan:team', 'form-2'))).toEqual({ kind: 'has_plan' })
    expect(await place.statuses()).toEqual(['granted'])
    world.endSubscription(subscription)
    expect(await payments.checkout(purchase(place, 'plan:team', 'form-3'))).toMatchObject({ kind: 'redirect' })
  })

  it('the next checkout of a plan closes the open one, unless that is being paid', async () => {
    const { place, payments, world, buy } = await openStripeShop()
    const first = await buy('plan:pro', 'form-1')
    const second = await buy('plan:team', 'form-2')
    expect(world.get(first.session).status).toBe('expired')
    world.pay(second.session)
    expect(await payments.checkout(purchase(place, 'plan:pro', 'form-3'))).toEqual({ kind: 'has_plan' })
    expect(await place.statuses()).toEqual(['expired', 'granted'])
  })

  it('two forms for a plan, sent to two processes at once, sell at most one', async () => {
    const { place, payments, another, world } = await openStripeShop()
    const second = await another()
    await Promise.all([
      payments.checkout(purchase(place, 'plan:pro', 'form-1')),
      second.checkout(purchase(place, 'plan:team', 'form-2')),
    ])
    expect(world.of('checkout.session').filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1)
  })

  it('endPlan ends the plan at once, and open checkouts can no longer be paid', async () => {
    const { place, payments, world, subscription, buy } = await subscribe()
    const { session } = await buy('pack:small', 'form-2')
    await payments.endPlan(place.accountId)
    expect(world.get(subscription).status).toBe('canceled')
    expect(world.get(session).status).toBe('expired')
    await payments.endPlan(place.accountId)
  })

  it('a plan has a receipt for each period', async () => {
    const { place, payments, id } = await subscribe()
    expect(await payments.receiptUrl((await place.store.payment(id))!)).toBe('https://invoice.stripe.com/i/1')
  })
})
