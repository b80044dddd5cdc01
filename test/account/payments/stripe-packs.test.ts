import { describe, expect, it } from 'vitest'
import { purchase } from './payment-place.ts'
import { accountUrl, openStripeShop } from './stripe-shop.ts'

describe('a pack', () => {
  it('a pack is sold on Stripe’s page, under the id of its payment', async () => {
    const { place, payments, world, stripe } = await openStripeShop()
    const opened = await payments.checkout(purchase(place, 'pack:small'))
    const session = world.of('checkout.session')[0]
    const id = opened.kind === 'redirect' ? opened.payment.id : ''
    expect(opened).toMatchObject({ kind: 'redirect', url: session?.url })
    expect(session).toMatchObject({
      ...{ mode: 'payment', client_reference_id: place.accountId, amount_total: 900, currency: 'eur' },
      ...{ customer: null, customer_email: 'buyer@example.com', metadata: { payment: id, account: place.accountId } },
      ...{ success_url: `${accountUrl}/credits/return?payment=${id}`, cancel_url: `${accountUrl}/credits` },
    })
    expect(payments.formActionOrigins).toEqual([
      'https://checkout.stripe.com',
      'https://billing.stripe.com',
      stripe.url,
    ])
  })

  it('a pack is granted once, by the first of event, return and sweep', async () => {
    for (const first of ['event', 'return', 'sweep'] as const) {
      const { place, payments, world, buy, tell } = await openStripeShop()
      const { id, session } = await buy('pack:small')
      world.pay(session)
      const ways = { event: () => tell(), return: () => payments.settle(id), sweep: () => payments.sweep() }
      await ways[first]()
      expect(await place.lines()).toEqual(['grant 1000'])
      for (const way of Object.values(ways)) await way()
      expect(await place.lines()).toEqual(['grant 1000'])
      expect(await place.store.payment(id)).toMatchObject({
        status: 'granted',
        ref: `stripe:${session}`,
        checkoutUrl: null,
      })
      expect(place.notices.map(({ kind }) => kind)).toEqual(['received'])
    }
  })

  it('20 equal events to two processes at once grant a pack once', async () => {
    const { place, payments, another, world, stripe, buy } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    const { raw, signature } = stripe.signed(world.events[0]!)
    const second = await another()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? payments : second).webhook(raw, signature)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await place.lines()).toEqual(['grant 1000'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received'])
  })

  it('a pack gives nothing when the event of its refund comes before that of its payment', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    world.pay(session)
    world.refund(world.chargeOf(session), 900)
    expect(await tell(world.events[1])).toBe(200)
    expect(await tell(world.events[0])).toBe(200)
    await payments.sweep()
    expect(await place.lines()).toEqual([])
    expect(await place.store.payment(id)).toMatchObject({ status: 'refunded', reversedCredits: 0 })
    expect(place.notices.map(({ kind }) => kind)).toEqual(['refunded'])
  })

  it.each([
    ['amount', { amount: 899 }],
    ['account', { account: 'acc_another00000' }],
  ])('a pack whose %s differs gives nothing and is logged', async (fault, how) => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session, how)
    expect(await tell()).toBe(200)
    await payments.sweep()
    expect(await place.lines()).toEqual([])
    expect(await place.statuses()).toEqual(['mismatch'])
    const logged = place.entries.filter(({ event }) => event === 'payment_mismatch')
    expect(logged).toEqual([expect.objectContaining({ level: 'error', fault })])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['mismatch'])
  })

  it.each([
    ['a discount', 500],
    ['a discount that leaves nothing to pay', 0],
  ])('a pack with %s is granted: its price is compared, not the paid amount', async (_, amount) => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.get(session).amount_subtotal = 900
    world.pay(session, { amount })
    if (amount === 0) Object.assign(world.get(session), { payment_status: 'no_payment_required', payment_intent: null })
    await tell()
    expect([await place.statuses(), await place.lines()]).toEqual([['granted'], ['grant 1000']])
    if (amount === 0) return
    world.refund(world.chargeOf(session), amount)
    await tell()
    expect(await place.statuses()).toEqual(['refunded'])
    expect(await place.balance()).toBe(0)
  })

  it('a pack gets its credits back after each won dispute, also the eighth', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    await tell()
    for (let round = 0; round < 8; round++) {
      const dispute = world.dispute(world.chargeOf(session))
      await tell()
      expect(await place.balance()).toBe(0)
      world.closeDispute(dispute, 'won')
      await tell()
      expect(await place.balance()).toBe(1_000)
    }
  })

  it('a pack whose currency differs gives nothing', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.get(session).currency = 'usd'
    world.pay(session)
    await tell()
    expect(await place.statuses()).toEqual(['mismatch'])
    expect(await place.lines()).toEqual([])
  })

  it('a partial refund leaves a pack’s credits, and a full one takes the unspent ones', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    world.pay(session)
    await tell()
    await place.spend(400)
    world.refund(world.chargeOf(session), 300)
    await tell()
    expect(await place.store.payment(id)).toMatchObject({ status: 'partly_refunded', refundedAmount: 300 })
    expect(await place.balance()).toBe(600)
    world.refund(world.chargeOf(session), 600)
    await tell()
    expect(await place.store.payment(id)).toMatchObject({
      status: 'refunded',
      refundedAmount: 900,
      reversedCredits: 600,
    })
    expect(await place.lines()).toEqual(['grant 1000', 'capture -400', 'reverse -600'])
    expect(place.notices.map(({ kind }) => kind)).toEqual(['received', 'refunded', 'refunded'])
  })

  it('a dispute takes a pack’s credits, a won one gives them back, and another takes them again', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    world.pay(session)
    await tell()
    await place.spend(250)
    const dispute = world.dispute(world.chargeOf(session))
    await tell()
    expect(await place.statuses()).toEqual(['disputed'])
    expect(await place.balance()).toBe(0)
    world.closeDispute(dispute, 'won')
    await tell()
    await tell()
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
    expect(await place.balance()).toBe(750)
    await place.spend(50)
    const appeal = world.dispute(world.chargeOf(session))
    await tell()
    expect(await place.store.payment(id)).toMatchObject({ status: 'disputed', reversedCredits: 700 })
    world.closeDispute(appeal, 'lost')
    await tell()
    await payments.sweep()
    expect(await place.statuses()).toEqual(['disputed'])
    expect(await place.lines()).toEqual([
      'grant 1000',
      'capture -250',
      'reverse -750',
      'grant 750',
      'capture -50',
      'reverse -700',
    ])
  })

  it('a won dispute gives the credits back even if a crash after the ledger’s reversal lost its record', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    await tell()
    const { changePayment } = place.store
    const dispute = world.dispute(world.chargeOf(session), 'warning_needs_response')
    place.store.changePayment = async () => {
      throw new Error('disk full')
    }
    expect(await tell()).toBe(503)
    expect(await place.balance()).toBe(0)
    place.store.changePayment = changePayment
    world.closeDispute(dispute, 'warning_closed')
    await tell()
    expect(await place.balance()).toBe(1_000)
    expect(await place.statuses()).toEqual(['granted'])
  })

  it('a won dispute does not give back credits that an operator reversed', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    await tell()
    await place.credits.reverseGrant(place.accountId, `stripe:${session}`, 'operator')
    await tell()
    expect(await place.balance()).toBe(0)
  })

  it('the sweep finds a won dispute without an event and gives the credits back', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    await tell()
    const dispute = world.dispute(world.chargeOf(session))
    await tell()
    place.clock.advance(60 * 86_400_000)
    world.closeDispute(dispute, 'won')
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
    expect(await place.balance()).toBe(1_000)
  })

  it('the sweep finds all of several refunds without events: it reads every page of a list', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    for (const form of ['1', '2', '3', '4', '5']) {
      const { session } = await buy('pack:small', `form-${form}`)
      world.pay(session)
      await tell()
      world.refund(world.chargeOf(session), 900)
    }
    await payments.sweep()
    expect(await place.statuses()).toEqual(Array(5).fill('refunded'))
  })

  it('a pack gives nothing when its session names another payment or its account is unknown', async () => {
    const { place, payments, world, buy } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    world.get(session).metadata = { payment: 'pay_another' }
    world.pay(session)
    await payments.settle(id)
    expect(await place.statuses()).toEqual(['mismatch'])
    const lost = { ...purchase(place, 'pack:small'), accountId: 'acc_000000000000' }
    const opened = await payments.checkout(lost)
    const payment = opened.kind === 'redirect' ? opened.payment : null
    world.pay(payment?.session ?? '')
    expect(await payments.settle(payment?.id ?? '')).toMatchObject({ status: 'unclaimed' })
    expect(await place.lines()).toEqual([])
  })

  it('a settled pack is shown without a request to Stripe, however often its page is read', async () => {
    const { place, payments, world, stripe, buy } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    world.pay(session)
    await Promise.all(Array.from({ length: 20 }, () => payments.settle(id)))
    expect(stripe.asked.filter((asked) => asked.startsWith('GET')).length).toBeLessThanOrEqual(2)
    const before = stripe.asked.length
    expect(await payments.settle(id)).toMatchObject({ status: 'granted' })
    expect(stripe.asked).toHaveLength(before)
    expect(await payments.settle('pay_0000000000000000')).toBeNull()
    expect(await place.lines()).toEqual(['grant 1000'])
  })

  it('a failed refund gives a pack’s credits back', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.pay(session)
    await tell()
    world.refund(world.chargeOf(session), 900)
    await tell()
    world.failRefund(world.chargeOf(session))
    await payments.sweep()
    expect(await place.statuses()).toEqual(['granted'])
    expect(await place.balance()).toBe(1_000)
  })

  it('a pack with a delayed payment is granted when the money arrives', async () => {
    for (const arrives of [true, false]) {
      const { place, world, buy, tell } = await openStripeShop()
      const { session } = await buy('pack:small')
      world.pay(session, { later: true })
      await tell()
      expect(await place.statuses()).toEqual(['open'])
      world.arrive(session, arrives)
      await tell()
      expect(await place.statuses()).toEqual([arrives ? 'granted' : 'failed'])
      expect(await place.balance()).toBe(arrives ? 1_000 : 0)
    }
  })

  it('an unpaid pack expires', async () => {
    const { place, world, buy, tell } = await openStripeShop()
    const { session } = await buy('pack:small')
    world.expire(session)
    await tell()
    expect(await place.statuses()).toEqual(['expired'])
  })

  it('a second pack is sold to the same Stripe customer, whose portal shows card and receipts', async () => {
    const { place, payments, world, buy, tell } = await openStripeShop()
    expect(await payments.portalUrl(place.accountId)).toBeNull()
    const { id, session } = await buy('pack:small', 'form-1')
    world.pay(session)
    await tell()
    const { customer } = world.get(session)
    const again = await buy('pack:large', 'form-2')
    expect(world.get(again.session)).toMatchObject({ customer, customer_email: null })
    expect(await payments.portalUrl(place.accountId)).toBe(`https://billing.stripe.com/p/${customer}`)
    expect(await payments.receiptUrl((await place.store.payment(id))!)).toBe('https://pay.stripe.com/receipts/1')
    world.objects.delete(String(customer))
    const anew = await buy('pack:large', 'form-3')
    expect(world.get(anew.session)).toMatchObject({ customer: null, customer_email: 'buyer@example.com' })
  })
})

describe('a form', () => {
  it('a form sent 20 times to two processes at once opens one checkout', async () => {
    const { place, payments, another, world } = await openStripeShop()
    const second = await another()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? payments : second).checkout(purchase(place, 'pack:small'))),
    )
    expect(new Set(answers.map((answer) => (answer.kind === 'redirect' ? answer.url : answer.kind))).size).toBe(1)
    expect(world.of('checkout.session')).toHaveLength(1)
    expect(await place.statuses()).toEqual(['open'])
  })

  it('neither a form with an unknown item nor a used form opens a checkout', async () => {
    const { place, payments, world, buy } = await openStripeShop()
    expect(await payments.checkout(purchase(place, 'pack:none'))).toEqual({ kind: 'unknown_item' })
    const { session } = await buy('pack:small')
    expect(await payments.checkout(purchase(place, 'pack:large'))).toEqual({ kind: 'form_used' })
    world.pay(session)
    expect(await payments.checkout(purchase(place, 'pack:small'))).toEqual({ kind: 'form_used' })
    expect(await place.statuses()).toEqual(['granted'])
    expect(world.of('checkout.session')).toHaveLength(1)
  })

  it('the same form of another account makes another payment', async () => {
    const { place, payments, buy } = await openStripeShop()
    const { id } = await buy('pack:small')
    const { id: accountId } = await place.credits.createAccount('another')
    const other = await payments.checkout({ ...purchase(place, 'pack:small'), accountId })
    expect(other.kind === 'redirect' && other.payment.id !== id).toBe(true)
  })
})
