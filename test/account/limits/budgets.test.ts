import { describe, expect, it, vi } from 'vitest'
import { routesOf } from '#account/app.tsx'
import { budgets } from '#account/limits/budgets.ts'
import { createAttempts } from '#account/people/attempts.ts'
import { runsAll } from '../../support/amount.ts'
import { createManualClock } from '../../support/clock.ts'
import { openPage, plans } from '../account-page.ts'
import { openCustomer } from '../payments/stripe-customer.ts'

/** Forms without a budget of their own: they send no mail to strangers, ask no provider and read no months, or have another limit. */
const withoutOwn = {
  hashed: ['/sign-in', '/confirm', '/reset', '/invite', '/password'],
  keys: ['/keys', '/keys/{id}/rotate', '/keys/{id}/revoke'],
  loopback: ['/credits/test/{id}'],
  plain: ['/sign-out'],
}

describe('the table of budgets', () => {
  it('every form has a budget or another limit, and every budget belongs to a route', async () => {
    const { deps } = await openPage({ plans, env: { RIFTLINE_PAYMENTS: 'test' } })
    const routes = routesOf(deps)
    const forms = routes.filter(({ post, hook }) => post !== undefined || hook !== undefined)
    const unnamed = forms.filter(({ path }) => budgets[`POST ${path}`] === undefined).map(({ path }) => path)
    expect(unnamed.toSorted()).toEqual(Object.values(withoutOwn).flat().toSorted())
    const names = routes.flatMap(({ path }) => [`GET ${path}`, `POST ${path}`])
    expect(Object.keys(budgets).filter((name) => name.includes(' ') && !names.includes(name))).toEqual([])
  })
})

describe('a request', () => {
  it('every request counts for its network before any look-up: missing pages, strangers, forms of other sites', async () => {
    const page = await openPage()
    const member = await page.member()
    vi.spyOn(page.deps.attempts, 'visit').mockReturnValue({ allowed: false, retryAfterSeconds: 7 })
    const find = vi.spyOn(page.people, 'findPerson')
    const answers = [
      await member.get('/dashboard'),
      await member.get('/nothing'),
      await member.get('/nothing/at/all'),
      await member.ask('DELETE', '/keys'),
      await member.ask('GET', '/webhooks/stripe'),
      await member.post('/settings/alerts', { below: '1' }, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      await member.post('/settings/alerts', {}, { body: 'unread=1' }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      answers.map(() => [429, '7']),
    )
    expect(find).not.toHaveBeenCalled()
  })

  it.runIf(runsAll)('a network has 1,500 requests a minute, a /56 twice that, an exempt network no limit', () => {
    const attempts = createAttempts(createManualClock())
    const passed = (networks: readonly string[], length = 1600) =>
      Array.from({ length }, () => attempts.visit(networks)).filter(({ allowed }) => allowed).length
    expect([passed(['192.0.2.7']), passed([], 4000)]).toEqual([1500, 4000])
    expect(passed(['a/64', 'b/56', 'c/48']) + passed(['d/64', 'b/56', 'c/48']) + passed(['e/64', 'b/56', 'c/48'])).toBe(
      3000,
    )
  })
})

describe('calls that ask Stripe', () => {
  it.each([
    ['/settings/delete', 20],
    ['/credits/plan', 10],
    ['/credits/portal', 20],
  ])('a refused call counts for its person: %s', async (path, most) => {
    const { page, stripe, member, accountId, buy } = await openCustomer()
    stripe.world.pay(await buy(), { later: true })
    const [payment] = await page.people.payments(accountId)
    await page.people.changePayment(payment?.id ?? '', (latest) => ({
      ...latest,
      customer: 'cus_gone',
      subscription: 'sub_gone',
    }))
    const fields =
      path === '/credits/plan'
        ? { action: 'cancel' }
        : path === '/settings/delete'
          ? { email: 'ada.lovelace@example.org' }
          : {}
    const statuses: number[] = []
    for (let i = 0; i < most + 5; i++) statuses.push((await member.post(path, fields)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(statuses.slice(0, most).every((status) => [404, 409, 422].includes(status))).toBe(true)
  })

  it.runIf(runsAll)('a request for a missing receipt counts for its person', async () => {
    const { page, stripe, member, accountId, buy, tell } = await openCustomer()
    stripe.world.pay(await buy())
    await tell()
    const [payment] = await page.people.payments(accountId)
    await page.people.changePayment(payment?.id ?? '', (latest) => ({ ...latest, charge: 'ch_gone' }))
    const before = stripe.asked.length
    for (let i = 0; i < 80; i++) await member.get(`/credits/payments/${payment?.id}`)
    expect(stripe.asked.length - before).toBe(60)
  })
})

describe('webhooks with a wrong signature', () => {
  it.runIf(runsAll)(
    'three hundred wrongly signed webhooks in a quarter of an hour are checked; those of the provider always are',
    async () => {
      const { page, stripe, buy } = await openCustomer()
      stripe.world.pay(await buy())
      // The event is about no payment, so that only the count matters.
      const event = { ...stripe.world.events.at(-1)!, type: 'product.updated' }
      const { raw, signature } = stripe.signed(event)
      const heard = vi.spyOn(page.deps.payments, 'webhook')
      const visitor = page.visitor('203.0.113.7')
      const send = (headers: Readonly<Record<string, string>>) =>
        visitor.post(
          '/webhooks/stripe',
          {},
          {
            body: Buffer.from(raw).toString(),
            headers: { 'Content-Type': 'application/json', ...headers },
          },
        )
      for (let i = 0; i < 310; i++) expect((await send({ 'Stripe-Signature': signature })).status).toBe(200)
      const before = heard.mock.calls.length
      for (let i = 0; i < 310; i++) await send({})
      expect(heard.mock.calls.length - before).toBe(300)
    },
  )
})
