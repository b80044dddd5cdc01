import { describe, expect, it, onTestFinished } from 'vitest'
import { createStripeProvider } from '#account/payments/stripe-provider.ts'
import { createManualClock } from '../../support/clock.ts'
import { openPage, plans, type TestPage } from '../account-page.ts'
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts'
import type { Visitor } from '../visitor.ts'

const email = 'ada.lovelace@example.org'

interface Customer {
  readonly page: TestPage
  readonly stripe: StripeStandIn
  readonly member: Visitor
  readonly accountId: string
  buy(item?: string): Promise<string>
  tell(): Promise<number>
  statuses(): Promise<readonly string[]>
  /** Credits of grants that are not the free month's. */
  bought(): Promise<number>
}

async function openCustomer(): Promise<Customer> {
  const clock = createManualClock()
  const stripe = await startStripeStandIn(clock)
  onTestFinished(() => stripe.stop())
  const page = await openPage({
    clock,
    plans,
    provider: (accountUrl) =>
      createStripeProvider({
        ...{ secretKey: 'sk_test_of_the_page', webhookSecret: stripe.webhookSecret, accountUrl, clock },
        ...{ apiUrl: stripe.url, timeoutMs: 30_000, retries: 0 },
      }),
  })
  const member = await page.member(email)
  const [account] = await page.ledger.accounts()
  const accountId = account?.id ?? ''
  return {
    ...{ page, stripe, member, accountId },
    async buy(item = 'pack:small') {
      const { location } = await member.post('/credits/checkout', { item, form: await member.form('/credits') })
      return location.split('/').at(-1) ?? ''
    },
    async tell() {
      const { raw, signature } = stripe.signed(stripe.world.events.at(-1)!)
      return (await page.deps.payments.webhook(raw, signature)).status
    },
    statuses: async () => (await page.people.payments(accountId)).map(({ status }) => status),
    async bought() {
      const grants = await page.ledger.grants(accountId)
      return grants.filter(({ kind }) => kind !== 'free').reduce((sum, { credits }) => sum + credits, 0)
    },
  }
}

describe('an account with a payment under way', () => {
  it('is not deleted until the payment has arrived or failed, and its person reads why', async () => {
    const { page, stripe, member, buy, tell } = await openCustomer()
    const session = await buy()
    stripe.world.pay(session, { later: true })
    await tell()
    const answer = await member.post('/settings/delete', { email })
    expect([answer.status, answer.h1]).toEqual([422, 'Settings'])
    expect(answer.text).toContain('A payment of yours is under way')
    const [account] = await page.ledger.accounts()
    await expect(page.administration.forget(account?.id ?? '')).rejects.toMatchObject({ code: 'payment_under_way' })
    expect((await page.people.people()).map(({ status }) => status)).toEqual(['active'])
    stripe.world.arrive(session, true)
    await tell()
    expect((await member.post('/settings/delete', { email })).location).toBe('/?done=deleted')
  })

  it('keeps its plan when its deletion is refused', async () => {
    const { page, stripe, member, accountId, buy, tell } = await openCustomer()
    stripe.world.pay(await buy('plan:pro'))
    await tell()
    stripe.world.pay(await buy(), { later: true })
    await tell()
    expect((await member.post('/settings/delete', { email })).status).toBe(422)
    expect(await page.deps.payments.planOf(accountId)).toMatchObject({ state: 'renews' })
  })
})

describe('a payment that arrives for nobody', () => {
  it('gives no credits, is an error in the log and a line of its own for operators, and can be given back', async () => {
    const { page, stripe, accountId, buy, tell, statuses, bought } = await openCustomer()
    const session = await buy()
    stripe.world.pay(session, { later: true })
    const [person] = await page.people.people()
    await page.people.removePerson(person?.id ?? '')
    stripe.world.arrive(session, true)
    expect(await tell()).toBe(200)
    expect([await statuses(), await bought()]).toEqual([['unclaimed'], 0])
    const charge = stripe.world.chargeOf(session)
    expect(page.log).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'payment_unclaimed', account: accountId, charge }),
    )
    expect(await page.administration.payments({ status: 'unclaimed' })).toMatchObject([
      { account: accountId, reference: charge },
    ])
    stripe.world.refund(charge, 500)
    await tell()
    expect([await statuses(), await bought()]).toEqual([['refunded'], 0])
  })

  it('is granted after all when the ban of its account is lifted', async () => {
    const { page, stripe, accountId, buy, tell, statuses, bought } = await openCustomer()
    const session = await buy()
    await page.ledger.ban(accountId, { reason: 'sold its key' })
    stripe.world.pay(session)
    await tell()
    expect([await statuses(), await bought()]).toEqual([['unclaimed'], 0])
    expect((await page.mails(email)).at(-1)?.subject).toBe('A payment needs a look')
    await page.ledger.unban(accountId, 'operator', false)
    await page.deps.payments.sweep()
    expect([await statuses(), await bought()]).toEqual([['granted'], 500])
  })
})

describe('a ban', () => {
  it('expires open checkouts, ends the renewals of a plan, and leaves what is paid', async () => {
    const { page, stripe, accountId, buy, tell, statuses } = await openCustomer()
    stripe.world.pay(await buy('plan:pro'))
    await tell()
    const open = await buy()
    await page.ledger.ban(accountId)
    await page.watch()
    expect(stripe.world.get(open).status).toBe('expired')
    expect(await statuses()).toEqual(['granted', 'expired'])
    expect(stripe.world.of('subscription')).toMatchObject([{ status: 'active', cancel_at_period_end: true }])
    expect((await page.mails(email)).at(-1)?.subject).toBe('Your riftline account was banned')
  })

  it('is tried again while Stripe does not answer, and ends a plan whose renewal is being tried again', async () => {
    const { page, stripe, accountId, buy, tell } = await openCustomer()
    stripe.world.pay(await buy('plan:pro'))
    await tell()
    const [subscription] = stripe.world.of('subscription')
    stripe.world.renew(subscription?.id ?? '', false)
    await page.ledger.ban(accountId)
    stripe.fault = 'error'
    await page.watch()
    expect(subscription).toMatchObject({ status: 'past_due' })
    stripe.fault = null
    await page.watch()
    expect(subscription).toMatchObject({ status: 'canceled' })
  })
})
