import { describe, expect, it } from 'vitest'
import { createMemoryPeopleStore } from '#account/people/live-people.ts'
import { openPage, plans } from '../account-page.ts'
import { aPayment } from '../people/examples.ts'
import { purchase } from './payment-place.ts'
import { openCustomer } from './stripe-customer.ts'
import { openStripeShop } from './stripe-shop.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('checkouts of one account', () => {
  it('an account has at most five open checkouts; sending a form again opens none', async () => {
    const { place, payments, world, buy } = await openStripeShop()
    const opened = []
    for (let form = 1; form <= 5; form++) opened.push(await buy('pack:small', `form-${form}`))
    const refused = await payments.checkout(purchase(place, 'pack:small', 'form-6'))
    expect(refused).toEqual({ kind: 'too_many', retryAfterSeconds: dayMs / 1000 })
    expect(world.of('checkout.session')).toHaveLength(5)
    expect(await payments.checkout(purchase(place, 'pack:small', 'form-1'))).toMatchObject({ kind: 'redirect' })
    world.pay(opened[0]?.session ?? '')
    await payments.settle(opened[0]?.id ?? '')
    place.clock.advance(5_000)
    await payments.settle(opened[0]?.id ?? '')
    expect(await payments.checkout(purchase(place, 'pack:small', 'form-6'))).toMatchObject({ kind: 'redirect' })
  })

  it('an account opens at most ten checkouts an hour, even when each ends at once', async () => {
    const { place, payments, world, buy } = await openStripeShop()
    for (let form = 1; form <= 10; form++) {
      const { id, session } = await buy('pack:small', `form-${form}`)
      world.expire(session)
      await payments.settle(id)
    }
    const refused = await payments.checkout(purchase(place, 'pack:small', 'form-11'))
    expect(refused).toEqual({ kind: 'too_many', retryAfterSeconds: 3600 })
    expect(
      await payments.checkout({ ...purchase(place, 'pack:small', 'form-12'), accountId: 'acc_other' }),
    ).toMatchObject({
      kind: 'redirect',
    })
    place.clock.advance(hourMs)
    expect(await payments.checkout(purchase(place, 'pack:small', 'form-11'))).toMatchObject({ kind: 'redirect' })
  })

  it('the page refuses a sixth open checkout with 429 and Retry-After', async () => {
    const page = await openPage({ plans, env: { RIFTLINE_PAYMENTS: 'test' } })
    const member = await page.member()
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const answer = await member.post('/credits/checkout', { item: 'pack:small', form: await member.form('/credits') })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  })
})

describe('an unpaid checkout', () => {
  it('a cancelled checkout cannot be paid any more and makes room for another', async () => {
    const { page, stripe, member, buy } = await openCustomer()
    const sessions = [await buy(), await buy(), await buy(), await buy(), await buy()]
    const refusal = await member.post('/credits/checkout', { item: 'pack:small', form: await member.form('/credits') })
    expect(refusal.status).toBe(429)
    expect(refusal.text).toContain('Pay or cancel an open one under Credits')
    const shown = (await member.get('/credits')).text
    const [newest = ''] = [...shown.matchAll(/action="(\/credits\/payments\/pay_\w+\/cancel)"/g)].map(
      ([, at]) => at ?? '',
    )
    expect((await page.visitor().post(newest)).location).toBe('/sign-in?next=/credits')
    expect((await (await page.member('other@example.org')).post(newest)).status).toBe(404)
    expect((await member.post(newest)).location).toBe('/credits?done=not-paid')
    expect(stripe.world.get(sessions.at(-1) ?? '').status).toBe('expired')
    expect((await member.post(newest)).location).toBe('/credits?done=not-paid')
    await buy()
    expect(stripe.world.of('checkout.session').filter(({ status }) => status === 'open')).toHaveLength(5)
  })

  it('the credits page continues an open checkout', async () => {
    const { stripe, member, buy } = await openCustomer()
    const session = await buy()
    const shown = (await member.get('/credits')).text
    const form =
      /name="item" value="(pack:small)"\/><input type="hidden" name="form" value="([^"]+)"\/><button[^>]*>Continue to pay/
    const [, item = '', value = ''] = form.exec(shown) ?? []
    const { location } = await member.post('/credits/checkout', { item, form: value })
    expect(location.split('/').at(-1)).toBe(session)
    expect(stripe.world.of('checkout.session')).toHaveLength(1)
  })

  it('cancelling leaves a paid checkout paid, and one with money on its way open', async () => {
    const { page, stripe, member, accountId, buy, statuses, bought } = await openCustomer()
    stripe.world.pay(await buy())
    stripe.world.pay(await buy(), { later: true })
    const ids = (await page.people.payments(accountId)).map(({ id }) => id)
    const cancel = async (id = '') => (await member.post(`/credits/payments/${id}/cancel`)).location
    expect([await cancel(ids[0]), await cancel(ids[1])]).toEqual(['/credits?done=paid', '/credits?done=pending'])
    expect([await statuses(), await bought()]).toEqual([['granted', 'open'], 500])
  })

  it('a banned person can cancel a checkout, but not while Stripe does not answer', async () => {
    const { page, stripe, member, accountId, buy, statuses } = await openCustomer()
    await buy()
    const [payment] = await page.people.payments(accountId)
    await page.ledger.ban(accountId)
    stripe.fault = 'error'
    expect((await member.post(`/credits/payments/${payment?.id}/cancel`)).status).toBe(503)
    expect(await statuses()).toEqual(['open'])
    stripe.fault = null
    const shown = (await member.get('/credits')).text
    expect(shown).not.toContain('Continue to pay')
    expect(shown).toContain('Cancel checkout')
    expect((await member.post(`/credits/payments/${payment?.id}/cancel`)).location).toBe('/credits?done=not-paid')
  })
})

describe('requests to Stripe', () => {
  it('a payment asks Stripe at most once in five seconds, however often its customer returns', async () => {
    const { place, payments, stripe, world, buy } = await openStripeShop()
    const { id, session } = await buy('pack:small')
    const before = stripe.asked.length
    for (let count = 0; count < 100; count++) await payments.settle(id)
    expect(stripe.asked.length - before).toBe(1)
    for (let count = 0; count < 10; count++) await payments.checkout(purchase(place, 'pack:small'))
    expect(stripe.asked.length - before).toBe(1)
    world.pay(session)
    place.clock.advance(5_000)
    expect(await payments.settle(id)).toMatchObject({ status: 'granted' })
  })

  it('a page waits one second for Stripe, then shows the state of a plan as unknown', async () => {
    const { place, stripe, world, buy, tell, another } = await openStripeShop()
    const { session } = await buy('plan:pro')
    world.pay(session)
    await tell()
    stripe.fault = 'silent'
    const payments = await another()
    const shown = payments.planOf(place.accountId)
    let isShown = false
    void shown.then(() => {
      isShown = true
    })
    while (!isShown) {
      place.timers.pass(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await shown).toMatchObject({ state: 'unknown' })
    // The next page does not wait at all.
    const asked = stripe.asked.length
    expect(await payments.planOf(place.accountId)).toMatchObject({ state: 'unknown' })
    expect(stripe.asked.length).toBe(asked)
  })
})

describe('lists of payments', () => {
  it('lists of payments have pages of 50, newest first', async () => {
    const people = createMemoryPeopleStore()
    const page = await openPage({ plans, people, env: { RIFTLINE_PAYMENTS: 'test' } })
    const member = await page.member()
    const [account] = await page.ledger.accounts()
    for (let count = 0; count < 120; count++) {
      await people.addPayment(
        aPayment(`p${count}`, {
          accountId: account?.id ?? '',
          status: 'granted',
          createdAt: page.clock.now() + count,
          period: null,
        }),
      )
    }
    const rowsOf = async (path: string): Promise<readonly string[]> =>
      [...(await member.get(path)).text.matchAll(/data-payment="pay_0*p(\d+)"/g)].map(([, number]) => number ?? '')
    const pages = [await rowsOf('/credits'), await rowsOf('/credits?page=2'), await rowsOf('/credits?page=3')]
    expect(pages.map((rows) => rows.length)).toEqual([50, 50, 20])
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, index) => String(119 - index)))
    expect((await member.get('/credits?page=0')).status).toBe(400)
    expect((await member.get('/credits?page=2')).text).toContain('href="/credits?page=3"')
  })
})
