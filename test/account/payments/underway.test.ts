import { describe, expect, it } from 'vitest'
import { email, openCustomer } from './stripe-customer.ts'

describe('an account with a payment under way', () => {
  it('an account is not deleted until its payment has arrived or failed, and the page shows why', async () => {
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

  it('an account is not deleted while a renewal is under way, such as a debit that takes days and has not failed', async () => {
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

  it('an account keeps its plan when its deletion is refused', async () => {
    const { page, stripe, member, accountId, buy, tell } = await openCustomer()
    stripe.world.pay(await buy('plan:pro'))
    await tell()
    stripe.world.pay(await buy(), { later: true })
    await tell()
    expect((await member.post('/settings/delete', { email })).status).toBe(422)
    expect(await page.deps.payments.planOf(accountId)).toMatchObject({ state: 'renews' })
  })
})

describe('a payment for a deleted or banned account', () => {
  it('a payment for a deleted person gives no credits, is logged as an error, is listed for operators and can be refunded', async () => {
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

  it('a payment for a banned account is granted when the ban is lifted', async () => {
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
  it('a ban expires open checkouts, stops the renewals of a plan and leaves paid credits', async () => {
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

  it('a ban is carried out once Stripe answers, and also ends a plan with a failed renewal', async () => {
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
