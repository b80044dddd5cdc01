import { describe, expect, it, onTestFinished } from 'vitest'
import { createStripeProvider } from '#account/payments/stripe-provider.ts'
import { createManualClock } from '../support/clock.ts'
import { openPage, plans, type TestPage } from './account-page.ts'
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in.ts'
import type { PageAnswer, Visitor } from './visitor.ts'

interface Shop {
  readonly page: TestPage
  readonly stripe: StripeStandIn
  readonly member: Visitor
  /** Id of the Stripe session for a checkout of the small pack. */
  readonly session: string
  /** Bought credits: the balance without the free credits of the month. */
  topUps(): Promise<number>
  tell(raw: Uint8Array, signature: string | null): Promise<PageAnswer>
}

async function openShop(): Promise<Shop> {
  const clock = createManualClock()
  const stripe = await startStripeStandIn(clock)
  onTestFinished(() => stripe.stop())
  const { webhookSecret } = stripe
  const secrets = { RIFTLINE_STRIPE_SECRET_KEY: 'sk_test_stand_in', RIFTLINE_STRIPE_WEBHOOK_SECRET: webhookSecret }
  const page = await openPage({
    clock,
    plans,
    env: { RIFTLINE_PAYMENTS: 'stripe', ...secrets },
    provider: (accountUrl) =>
      createStripeProvider({
        secretKey: 'sk_test_stand_in',
        webhookSecret,
        accountUrl,
        clock,
        apiUrl: stripe.url,
        retries: 0,
      }),
  })
  const member = await page.member()
  const form = await member.form('/credits')
  const answer = await member.post('/credits/checkout', { item: 'pack:small', form })
  expect(answer.status).toBe(303)
  const [payment] = await page.people.payments()
  return {
    page,
    stripe,
    member,
    session: payment?.session ?? '',
    async topUps() {
      const [account] = await page.ledger.accounts()
      const grants = await page.ledger.grants(account?.id ?? '')
      return grants.filter(({ kind }) => kind === 'topup').reduce((sum, { remaining }) => sum + remaining, 0)
    },
    tell: (raw, signature) =>
      page.visitor().ask('POST', '/webhooks/stripe', {
        body: Buffer.from(raw),
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          ...(signature === null ? {} : { 'Stripe-Signature': signature }),
        },
      }),
  }
}

describe('a webhook', () => {
  it.each<[string, (stripe: StripeStandIn) => { readonly raw: Uint8Array; readonly signature: string | null }]>([
    ['without a signature', (stripe) => ({ ...stripe.signed(stripe.world.events[0]!), signature: null })],
    [
      'with a forged signature',
      (stripe) => ({ ...stripe.signed(stripe.world.events[0]!), signature: `t=1795262400,v1=${'0'.repeat(64)}` }),
    ],
    ['signed 301 seconds ago', (stripe) => stripe.signed(stripe.world.events[0]!, 301)],
    [
      'with a byte added',
      (stripe) => {
        const { raw, signature } = stripe.signed(stripe.world.events[0]!)
        return { raw: Buffer.concat([raw, Buffer.from(' ')]), signature }
      },
    ],
  ])('a webhook %s is refused and grants nothing', async (_what, forged) => {
    const { page, stripe, session, topUps, tell } = await openShop()
    stripe.world.pay(session)
    const before = await page.state()
    const { raw, signature } = forged(stripe)
    const answer = await tell(raw, signature)
    expect([answer.status, answer.text]).toEqual([400, '{"received":false}'])
    expect(await page.state()).toBe(before)
    expect(await topUps()).toBe(0)
  })

  it('a valid webhook grants once, also when twenty come at once while the buyer returns', async () => {
    const { page, stripe, member, session, topUps, tell } = await openShop()
    stripe.world.pay(session)
    const { raw, signature } = stripe.signed(stripe.world.events[0]!)
    const [payment] = await page.people.payments()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => tell(raw, signature)),
      member.copy().get(`/credits/return?payment=${payment?.id}`),
    ])
    for (const { status, text, headers } of answers.slice(0, 20)) {
      expect([status, text, headers['content-type']]).toEqual([
        200,
        '{"received":true}',
        'application/json; charset=utf-8',
      ])
    }
    expect(answers.at(-1)?.location).toBe('/credits?done=paid')
    expect(await topUps()).toBe(500)
    expect((await page.mails()).filter(({ subject }) => subject === 'Payment received')).toHaveLength(1)
  })

  it('a webhook of a refund that arrives before that of the payment leaves no credits', async () => {
    const { stripe, session, topUps, tell } = await openShop()
    stripe.world.pay(session)
    stripe.world.refund(stripe.world.chargeOf(session), 500)
    const [paid, refunded] = [stripe.world.events[0]!, stripe.world.events.at(-1)!]
    for (const event of [refunded, paid]) {
      const { raw, signature } = stripe.signed(event)
      expect((await tell(raw, signature)).status).toBe(200)
    }
    expect(await topUps()).toBe(0)
  })

  it.each([
    ['another amount', { amount: 1 }],
    ['another account', { account: 'acc_somebody' }],
  ])('a webhook of a payment with %s grants nothing and is logged', async (_what, how) => {
    const { page, stripe, session, topUps, tell } = await openShop()
    stripe.world.pay(session, how)
    const { raw, signature } = stripe.signed(stripe.world.events[0]!)
    expect((await tell(raw, signature)).status).toBe(200)
    expect(await topUps()).toBe(0)
    expect(page.log.map(({ event }) => event)).toContain('payment_mismatch')
  })

  it('a webhook takes JSON of at most 256 KiB, by POST only', async () => {
    const { page, tell } = await openShop()
    expect((await tell(Buffer.alloc(256 * 1024, ' '), 'x')).status).toBe(400)
    expect((await tell(Buffer.alloc(256 * 1024 + 1, ' '), 'x')).status).toBe(413)
    expect((await page.visitor().get('/webhooks/stripe')).headers.allow).toBe('POST')
    const headers = { 'Content-Type': 'text/plain' }
    expect((await page.visitor().ask('POST', '/webhooks/stripe', { body: '{}', headers })).status).toBe(415)
  })

  it('a webhook gets 503 while Stripe cannot be reached, so that Stripe sends it again', async () => {
    const { stripe, session, topUps, tell } = await openShop()
    stripe.world.pay(session)
    const { raw, signature } = stripe.signed(stripe.world.events[0]!)
    stripe.fault = 'error'
    expect((await tell(raw, signature)).status).toBe(503)
    stripe.fault = null
    expect((await tell(raw, signature)).status).toBe(200)
    expect(await topUps()).toBe(500)
  })

  it('a webhook gets 404 when Stripe is not the provider', async () => {
    const page = await openPage({ plans, env: { RIFTLINE_PAYMENTS: 'test' } })
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': 'x' }
    expect((await page.visitor().ask('POST', '/webhooks/stripe', { body: '{}', headers })).status).toBe(404)
  })
})

describe('a checkout', () => {
  const env = { RIFTLINE_PAYMENTS: 'test' }

  it('a checkout of an unknown item is refused', async () => {
    const page = await openPage({ plans, env })
    const member = await page.member()
    for (const item of ['pack:none', 'plan:small', 'small', '', 'pack:__proto__']) {
      const form = await member.form('/credits')
      const before = await page.state()
      const answer = await member.post('/credits/checkout', { item, form })
      expect([item, answer.status, answer.h1]).toEqual([item, 422, 'Credits'])
      expect(await page.state()).toBe(before)
    }
  })

  it('a checkout with an additional field is refused', async () => {
    const page = await openPage({ plans, env })
    const member = await page.member()
    const form = await member.form('/credits')
    const before = await page.state()
    for (const more of [{ credits: '9999' }, { amount: '1' }]) {
      const answer = await member.post('/credits/checkout', { item: 'pack:small', form, ...more })
      expect([answer.status, answer.h1]).toEqual([400, 'Credits'])
    }
    expect(await page.state()).toBe(before)
  })

  it('a checkout form that is sent five times makes one payment', async () => {
    const page = await openPage({ plans, env })
    const member = await page.member()
    const form = await member.form('/credits')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => member.copy().post('/credits/checkout', { item: 'pack:small', form })),
    )
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await page.people.payments()).toHaveLength(1)
  })

  it('pages of checkouts and payments are not found when nothing is sold', async () => {
    const sold = await openPage({ plans, env })
    const buyer = await sold.member()
    await buyer.post('/credits/checkout', { item: 'pack:small', form: await buyer.form('/credits') })
    const [payment] = await sold.people.payments()
    const page = await openPage({ people: sold.people, ledger: () => sold.ledger, clock: sold.clock })
    const member = page.visitor()
    const cookie = buyer.cookie
    const before = await page.state()
    const form = 'A'.repeat(22)
    expect((await member.post('/credits/checkout', { item: 'pack:small', form }, { cookie })).status).toBe(404)
    expect((await member.get(`/credits/test/${payment?.id}`, { cookie })).status).toBe(404)
    expect((await member.post(`/credits/test/${payment?.id}`, { action: 'pay' }, { cookie })).status).toBe(404)
    expect((await member.get('/credits', { cookie })).text).not.toContain('Buy ')
    expect(await page.state()).toBe(before)
  })

  it('pages to pay, to return and for a receipt are not found for a checkout of another person', async () => {
    const page = await openPage({ plans, env })
    const [buyer, stranger] = [await page.member(), await page.member()]
    await buyer.post('/credits/checkout', { item: 'pack:small', form: await buyer.form('/credits') })
    const [payment] = await page.people.payments()
    const before = await page.state()
    expect((await stranger.get(`/credits/test/${payment?.id}`)).status).toBe(404)
    expect((await stranger.post(`/credits/test/${payment?.id}`, { action: 'pay' })).status).toBe(404)
    expect((await stranger.get(`/credits/return?payment=${payment?.id}`)).status).toBe(404)
    expect((await stranger.get(`/credits/payments/${payment?.id}`)).status).toBe(404)
    expect(await page.state()).toBe(before)
  })

  it('a test checkout can be paid, declined and refunded, and its page shows the state', async () => {
    const page = await openPage({ plans, env })
    const member = await page.member()
    const open = async (): Promise<string> => {
      const form = await member.form('/credits')
      const { location } = await member.post('/credits/checkout', { item: 'pack:small', form })
      return new URL(location).pathname
    }
    const act = async (path: string, action: string): Promise<string> => {
      const { location } = await member.post(path, { action })
      return location === '' ? '' : (await member.get(location)).location
    }
    const [first, second] = [await open(), await open()]
    expect((await member.get(first)).text).toContain('No money moves')
    expect(await act(first, 'pay')).toBe('/credits?done=paid')
    expect((await member.post(first, { action: 'pay' })).status).toBe(409)
    expect(await act(first, 'refund')).toBe('/credits?done=paid')
    expect(await act(second, 'decline')).toBe('/credits?done=not-paid')
    expect((await member.post(second, { action: 'steal' })).status).toBe(422)
    const { text } = await member.get('/credits')
    expect([...text.matchAll(/data-status="(\w+)"/g)].map(([, status]) => status).sort()).toEqual([
      'failed',
      'refunded',
    ])
  })
})
