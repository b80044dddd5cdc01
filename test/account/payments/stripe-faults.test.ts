import { StorageError } from '@riftline/ledger'
import { describe, expect, it } from 'vitest'
import { charge, createStripeClient } from '#account/payments/stripe-client.ts'
import { createStripeProvider } from '#account/payments/stripe-provider.ts'
import { createManualClock } from '../../support/clock.ts'
import { createPassingTimers } from '../../support/passing-timers.ts'
import { until } from '../../support/server.ts'
import { purchase } from './payment-place.ts'
import { openCustomer } from './stripe-customer.ts'
import { openStripeShop, stripeKey } from './stripe-shop.ts'

const unreachable = expect.objectContaining({ code: 'payment_provider_unreachable' })

describe.each(['silent', 'error', 'not json', 'not stripe', 'denied', 'stopped'] as const)(
  'Stripe with the fault “%s”',
  (fault) => {
    const openFaulty = async () => {
      const shop = await openStripeShop()
      const { session } = await shop.buy('pack:small')
      shop.world.pay(session)
      const event = shop.stripe.signed(shop.world.events[0]!)
      if (fault === 'stopped') await shop.stripe.stop()
      else shop.stripe.fault = fault
      return { ...shop, ...event, payments: fault === 'silent' ? await shop.another(20) : shop.payments }
    }

    it('nothing is sold, granted or ended while Stripe is out of order, and callers get the error', async () => {
      const { place, payments, raw, signature } = await openFaulty()
      await expect(payments.checkout(purchase(place, 'pack:small', 'form-2'))).rejects.toEqual(unreachable)
      expect(await payments.webhook(raw, signature)).toEqual({ status: 503 })
      await expect(payments.endPlan(place.accountId)).rejects.toEqual(unreachable)
      await payments.sweep()
      expect(place.entries.at(-1)).toMatchObject({ level: 'error', event: 'payment_sweep_failed' })
      expect(await place.lines()).toEqual([])
      expect(JSON.stringify(place.entries)).not.toMatch(/sk_test|buyer@example/)
    })

    it('a webhook that failed succeeds once Stripe works again', async () => {
      if (fault === 'stopped') return
      const { place, payments, another, stripe, raw, signature } = await openFaulty()
      await payments.webhook(raw, signature)
      stripe.fault = null
      expect(await (await another()).webhook(raw, signature)).toEqual({ status: 200 })
      expect(await place.lines()).toEqual(['grant 1000'])
    })
  },
)

describe('a lost answer of Stripe', () => {
  it('a lost answer leaves one checkout, which the same form finds again', async () => {
    const { place, payments, stripe, world } = await openStripeShop()
    stripe.fault = 'garbled'
    await expect(payments.checkout(purchase(place, 'plan:pro'))).rejects.toEqual(unreachable)
    stripe.fault = null
    const opened = await payments.checkout(purchase(place, 'plan:pro'))
    expect(opened).toMatchObject({ kind: 'redirect', url: world.of('checkout.session')[0]?.url })
    expect(world.of('checkout.session')).toHaveLength(1)
    expect(await place.statuses()).toEqual(['open'])
  })

  it('a form whose answer was lost counts as used when the e-mail has changed meanwhile', async () => {
    const { place, payments, stripe } = await openStripeShop()
    stripe.fault = 'garbled'
    await expect(payments.checkout(purchase(place, 'pack:small'))).rejects.toEqual(unreachable)
    stripe.fault = null
    const again = { ...purchase(place, 'pack:small'), email: 'other@example.com' }
    expect(await payments.checkout(again)).toEqual({ kind: 'form_used' })
    expect(await place.statuses()).toEqual(['expired'])
  })

  it('a checkout whose answer was lost before a redirect to Stripe expires after 25 hours', async () => {
    const { place, payments, stripe } = await openStripeShop()
    stripe.fault = 'error'
    await expect(payments.checkout(purchase(place, 'pack:small'))).rejects.toEqual(unreachable)
    stripe.fault = null
    place.clock.advance(24 * 3_600_000)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['open'])
    place.clock.advance(3_600_000)
    await payments.sweep()
    expect(await place.statuses()).toEqual(['expired'])
  })
})

it('a webhook gets 503 when the ledger cannot record, and the payment is granted later', async () => {
  const { place, payments, world, tell, buy } = await openStripeShop()
  const { session } = await buy('pack:small')
  world.pay(session)
  const { grant } = place.credits
  place.credits.grant = async () => {
    throw new StorageError('disk full')
  }
  expect(await tell()).toBe(503)
  await payments.sweep()
  expect(await place.statuses()).toEqual(['open'])
  place.credits.grant = grant
  expect(await tell()).toBe(200)
  expect(await place.lines()).toEqual(['grant 1000'])
})

it('a plan is shown as stored while Stripe is out of reach', async () => {
  const { place, payments, stripe, world, buy, tell } = await openStripeShop()
  const { session } = await buy('plan:pro')
  world.pay(session)
  await tell()
  stripe.fault = 'error'
  expect(await payments.planOf(place.accountId)).toMatchObject({ item: 'plan:pro', state: 'unknown' })
  await expect(payments.changePlan(place.accountId, 'cancel')).rejects.toEqual(unreachable)
  place.clock.advance(40 * 86_400_000)
  expect(await payments.planOf(place.accountId)).toBeNull()
})

it('the dashboard is shown after a second while Stripe hangs, and the next page does not wait at all', async () => {
  const timers = createPassingTimers()
  const { page, stripe, member, buy, tell } = await openCustomer({ after: timers.after })
  stripe.world.pay(await buy('plan:pro'))
  await tell()
  expect((await member.get('/dashboard')).text).toContain('id="plan-renews"')
  page.clock.advance(60_000)
  stripe.fault = 'silent'
  const asked = stripe.asked.length
  const shown = member.get('/dashboard')
  await until(() => stripe.asked.length > asked)
  timers.pass(1_000)
  const { status, text } = await shown
  expect([status, text.includes('Pro, renews on'), text.includes('id="balance"')]).toEqual([200, true, true])
  const inQuiet = stripe.asked.length
  for (const path of ['/dashboard', '/credits']) expect([path, (await member.get(path)).status]).toEqual([path, 200])
  expect(stripe.asked.length).toBe(inQuiet)
  // Stripe's own client gives up after 30 seconds.
}, 20_000)

it('the sweep settles the others when one payment cannot be settled', async () => {
  const { place, payments, world, buy } = await openStripeShop()
  const first = await buy('pack:small', 'form-1')
  const second = await buy('pack:large', 'form-2')
  world.pay(first.session)
  world.pay(second.session)
  const { grant } = place.credits
  place.credits.grant = async (accountId, what) => {
    if (what.credits === 1_000) throw new Error('impossible')
    return grant(accountId, what)
  }
  await payments.sweep()
  expect(await place.statuses()).toEqual(['open', 'granted'])
  expect(place.entries).toContainEqual(expect.objectContaining({ event: 'payment_not_settled', payment: first.id }))
})

it('payments at another Stripe account expire if open and do not keep the sweep from the others', async () => {
  const { place, payments, world, buy, tell } = await openStripeShop()
  const sold = await buy('plan:pro', 'form-1')
  world.pay(sold.session)
  await tell()
  const open = await buy('pack:small', 'form-2')
  world.objects.clear()
  const anew = await buy('pack:large', 'form-3')
  world.pay(anew.session)
  await payments.sweep()
  expect(await place.statuses()).toEqual(['granted', 'expired', 'granted'])
  expect(await payments.planOf(place.accountId)).toBeNull()
  expect(await payments.settle(open.id)).toMatchObject({ status: 'expired', checkoutUrl: null })
  await payments.endPlan(place.accountId)
})

it.each(['https://api.stripe.com', 'http://127.0.0.1:1/v1', 'ftp://127.0.0.1', 'http://127.0.0.1@evil.example', 'x'])(
  'the Stripe provider refuses the API address %s',
  async (apiUrl) => {
    const options = {
      secretKey: stripeKey,
      webhookSecret: 'w',
      accountUrl: 'https://a.example',
      clock: createManualClock(),
    }
    const error = await createStripeProvider({ ...options, apiUrl }).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({ code: 'invalid_argument' })
    expect(String(error)).not.toContain('evil')
  },
)

it('an answer that never ends fails after the timeout', async () => {
  const timers = createPassingTimers()
  const options = { secretKey: stripeKey, apiUrl: null, timeoutMs: 8_000, retries: 1, timers }
  const client = await createStripeClient(options)
  const asked = client.ask(charge, () => new Promise(() => {}))
  timers.pass(20_000)
  await expect(asked).rejects.toEqual(unreachable)
})
