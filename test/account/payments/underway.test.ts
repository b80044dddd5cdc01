import { describe, expect, it } from 'vitest'
import { email, openCustomer } from './stripe-customer.ts'

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

  it('is not deleted while a renewal is under way, as a debit is for days: that is no failed one', async () => {
    const { page, stripe, member, accountId, buy, tell, statuses, bought } = await openCustomer()
    stripe.world.pay(await buy('plan:pro'))
    await tell()
    const [subscription] = stripe.world.of('subscription')
    const invoice = stripe.world.renew(subscription?.id ?? '', 'later')
    await tell()
    expect(await statuses()).toEqual(['granted', 'open'])
    expect((await page.mails(email)).map(({ subject }) => subject)).not.toContain(
      'Your riftline plan could not be renewed',
    )
    expect((await member.post('/settings/delete', { email })).status).toBe(422)
    await expect(page.administration.forget(accountId)).rejects.toMatchObject({ code: 'payment_under_way' })
    expect(subscription).toMatchObject({ status: 'active' })
    stripe.world.payInvoice(invoice)
    await tell()
    expect([await statuses(), await bought()]).toEqual([['granted', 'granted'], 10_000])
    expect((await member.post('/settings/delete', { email })).location).toBe('/?done=deleted')
    expect(subscription).toMatchObject({ status: 'canceled' })
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
