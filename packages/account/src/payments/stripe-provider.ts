import { type Clock, systemTimers, type Timers } from '@riftline/base/node'
import type { Stripe } from 'stripe'
import { originOf } from '../urls.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider, PlanState } from './payment-provider.ts'
import { sweptMs } from './settling.ts'
import { createStripeClient, type StripeClient } from './stripe-client.ts'
import { readStripeEvent, stripeChanges } from './stripe-events.ts'
import { readStripePayment } from './stripe-facts.ts'
import * as shapes from './stripe-shapes.ts'
import { createdSession, subscription as shape } from './stripe-shapes.ts'

export interface StripeProviderOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Origin of the account page, to which customers come back. */
  readonly accountUrl: string
  readonly clock: Clock
  /** A stand-in for tests, loopback only; null: Stripe. */
  readonly apiUrl?: string | null
  /** For one attempt; 8,000. */
  readonly timeoutMs?: number
  /** Further attempts; 1. */
  readonly retries?: number
  readonly timers?: Timers
}

/**
 * Takes money through Stripe's own pages. No card data comes near.
 *
 * @throws RiftlineError `invalid_argument` for an `apiUrl` that is not loopback, an `accountUrl` that is no origin
 */
export async function createStripeProvider(options: StripeProviderOptions): Promise<PaymentProvider> {
  const { webhookSecret, clock, apiUrl = null } = options
  const accountUrl = originOf(options.accountUrl)
  const { timeoutMs = 8_000, retries = 1, timers = systemTimers } = options
  const client = await createStripeClient({ secretKey: options.secretKey, apiUrl, timeoutMs, retries, timers })
  const stripeOrigins = ['https://checkout.stripe.com', 'https://billing.stripe.com']

  return {
    kind: 'stripe',
    formActionOrigins: apiUrl === null ? stripeOrigins : [...stripeOrigins, new URL(apiUrl).origin],
    openCheckout: (payment, email) => openStripeCheckout(client, payment, email, accountUrl),

    async closeCheckout({ session: name }) {
      if (name === null) return
      const session = await client.find(shapes.session, ({ checkout }) => checkout.sessions.retrieve(name))
      if (session?.status !== 'open') return
      await client.find(shapes.session, ({ checkout }) => checkout.sessions.expire(name))
    },

    read: (payment) => readStripePayment(client, payment, clock.now()),
    customerOf: (payments) => payments.findLast((payment) => isOfStripe(payment))?.customer ?? null,
    readPlan: ([first]) => readStripePlan(client, first?.subscription ?? ''),
    changePlan: ([first], action) => changeStripePlan(client, first?.subscription ?? '', action),

    async portalUrl(customer) {
      const page = { customer, return_url: `${accountUrl}/credits` }
      const session = await client.find(shapes.portalSession, ({ billingPortal }) =>
        billingPortal.sessions.create(page),
      )
      return session?.url ?? null
    },

    async receiptUrl({ invoice: invoiceName, charge: chargeName }) {
      if (invoiceName !== null) {
        const invoice = await client.find(shapes.invoice, ({ invoices }) => invoices.retrieve(invoiceName))
        return invoice?.hosted_invoice_url ?? null
      }
      if (chargeName === null) return null
      const charge = await client.find(shapes.charge, ({ charges }) => charges.retrieve(chargeName))
      return charge?.receipt_url ?? null
    },

    readEvent: (raw, signature) => readStripeEvent(client, webhookSecret, clock, raw, signature),
    changes: (payments) => stripeChanges(client, payments, clock.now() - sweptMs),
  }
}

const isOfStripe = ({ provider, customer }: Payment): boolean => provider === 'stripe' && customer !== null

async function readStripePlan(client: StripeClient, name: string): Promise<PlanState> {
  const found = await client.find(shape, ({ subscriptions }) => subscriptions.retrieve(name))
  if (found === null || found.status === 'canceled' || found.status === 'incomplete_expired') return 'ended'
  if (found.status !== 'active' && found.status !== 'trialing') return 'unpaid'
  return found.cancel_at_period_end || found.cancel_at !== null ? 'ends' : 'renews'
}

/** False: there is nothing left to change. */
async function changeStripePlan(
  client: StripeClient,
  name: string,
  action: 'cancel' | 'keep' | 'end',
): Promise<boolean> {
  const state = await readStripePlan(client, name)
  if (state === 'ended') return false
  if (action === 'end') {
    return (await client.find(shape, ({ subscriptions }) => subscriptions.cancel(name))) !== null
  }
  if (action === 'cancel') {
    if (state === 'ends') return true
    return (
      (await client.find(shape, ({ subscriptions }) => subscriptions.update(name, { cancel_at_period_end: true }))) !==
      null
    )
  }
  const found = await client.find(shape, ({ subscriptions }) => subscriptions.retrieve(name))
  // Stripe's own page sets a date in place of the mark.
  const kept =
    found?.cancel_at_period_end === true ? ({ cancel_at_period_end: false } as const) : ({ cancel_at: '' } as const)
  return (await client.find(shape, ({ subscriptions }) => subscriptions.update(name, kept))) !== null
}

interface Opened {
  readonly session: string
  readonly url: string
}

/**
 * Opens Stripe's page for a payment; a repeat gives the same one.
 * @throws RiftlineError `payment_provider_unreachable`, `checkout_changed`
 */
async function openStripeCheckout(
  client: StripeClient,
  payment: Payment,
  email: string,
  accountUrl: string,
): Promise<Opened> {
  const open = (customer: string | null, idempotencyKey: string) => (stripe: Stripe) =>
    stripe.checkout.sessions.create(checkoutFields({ ...payment, customer }, email, accountUrl), { idempotencyKey })
  const known = await client.find(createdSession, open(payment.customer, payment.id))
  // Missing is then the customer, whom somebody removed at Stripe.
  const opened = known ?? (await client.ask(createdSession, open(null, `${payment.id}-new-customer`)))
  return { session: opened.id, url: opened.url }
}

function checkoutFields(payment: Payment, email: string, accountUrl: string): Stripe.Checkout.SessionCreateParams {
  const { id, accountId, item, name, amount, currency, customer } = payment
  const metadata = { payment: id, account: accountId }
  const isPlan = item.startsWith('plan:')
  const price = { currency, unit_amount: amount, product_data: { name } }
  const mode: Stripe.Checkout.SessionCreateParams = isPlan
    ? {
        mode: 'subscription',
        line_items: [{ quantity: 1, price_data: { ...price, recurring: { interval: 'month' } } }],
        subscription_data: { metadata },
      }
    : {
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: price }],
        payment_intent_data: { metadata },
        ...(customer === null ? { customer_creation: 'always' } : {}),
      }
  return {
    ...mode,
    client_reference_id: accountId,
    metadata,
    ...(customer === null ? { customer_email: email } : { customer }),
    // Else the customer may pay in another currency than the price's.
    adaptive_pricing: { enabled: false },
    success_url: `${accountUrl}/credits/return?payment=${id}`,
    cancel_url: `${accountUrl}/credits`,
  }
}
