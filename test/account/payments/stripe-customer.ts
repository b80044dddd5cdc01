import { onTestFinished } from 'vitest'
import { createStripeProvider } from '#account/payments/stripe-provider.ts'
import { createManualClock } from '../../support/clock.ts'
import { openPage, plans, type TestPage, type TestPageOptions } from '../account-page.ts'
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts'
import type { Visitor } from '../visitor.ts'

export const email = 'ada.lovelace@example.org'

/** A signed-in person at a page that sells through Stripe. */
export interface Customer {
  readonly page: TestPage
  readonly stripe: StripeStandIn
  readonly member: Visitor
  readonly accountId: string
  buy(item?: string): Promise<string>
  tell(): Promise<number>
  statuses(): Promise<readonly string[]>
  /** Bought credits: the balance without the free credits of the month. */
  bought(): Promise<number>
}

export async function openCustomer(options: Pick<TestPageOptions, 'after'> = {}): Promise<Customer> {
  const clock = createManualClock()
  const stripe = await startStripeStandIn(clock)
  onTestFinished(() => stripe.stop())
  const page = await openPage({
    ...options,
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
      clock.advance(1) // payments are listed by their moments
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
