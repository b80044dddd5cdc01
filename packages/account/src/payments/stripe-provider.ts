import { type Clock, systemTimers } from '@riftline/base/node'
import type { Stripe } from 'stripe'
import { originOf } from '../urls.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider, PlanState } from './payment-provider.ts'
import { sweptMs } from './settling.ts'
import { createStripeClient, requireFound, type StripeClient, type StripeClientOptions } from './stripe-client.ts'
import { readStripeEvent, readStripePayment, stripeChanges } from './stripe-facts.ts'

/** Options of the Stripe provider. Defaults: Stripe itself, 8,000 ms, 1 retry. */
export interface StripeProviderOptions
  extends Pick<StripeClientOptions, 'secretKey'>,
    Partial<Omit<StripeClientOptions, 'secretKey'>> {
  readonly webhookSecret: string
  /** Origin of the account page, to which customers return. */
  readonly accountUrl: string
  readonly clock: Clock
}

/**
 * Takes money through Stripe's hosted pages, so that no card data reaches this server.
 * @throws RiftlineError `invalid_argument` if `apiUrl` is not loopback or `accountUrl` is no origin
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
      if (name !== null && (await client.session(name))?.status === 'open') await client.expireSession(name)
    },

    read: (payment) => readStripePayment(client, payment, clock.now()),
    customerOf: (payments) => payments.findLast(isOfStripe)?.customer ?? null,
    readPlan: ([first]) => readStripePlan(client, first?.subscription ?? ''),
    changePlan: ([first], action) => changeStripePlan(client, first?.subscription ?? '', action),
    portalUrl: async (customer) =>
      (await client.createPortal({ customer, return_url: `${accountUrl}/credits` }))?.url ?? null,

    async receiptUrl({ invoice, charge }) {
      if (invoice !== null) return (await client.invoice(invoice))?.hosted_invoice_url ?? null
      return charge === null ? null : ((await client.charge(charge))?.receipt_url ?? null)
    },

    readEvent: (raw, signature) => readStripeEvent(client, webhookSecret, clock, raw, signature),
    changes: (payments) => stripeChanges(client, payments, clock.now() - sweptMs),
  }
}

const isOfStripe = ({ provider, customer }: Payment): boolean => provider === 'stripe' && customer !== null

async function readStripePlan(client: StripeClient, name: string): Promise<PlanState> {
  const found = await client.subscription(name)
  if (found === null || found.status === 'canceled' || found.status === 'incomplete_expired') return 'ended'
  if (found.status !== 'active' && found.status !== 'trialing') return 'unpaid'
  return found.cancel_at_period_end || found.cancel_at !== null ? 'ends' : 'renews'
}

/** Changes a plan; false when nothing is left to change. */
async function changeStripePlan(client: StripeClient, name: string, action: 'cancel' | 'keep' | 'end') {
  const state = await readStripePlan(client, name)
  if (state === 'ended') return false
  if (action === 'end') return (await client.cancelSubscription(name)) !== null
  if (action === 'cancel')
    return state === 'ends' || (await client.updateSubscription(name, { cancel_at_period_end: true })) !== null
  const found = await client.subscription(name)
  // Stripe's own page sets a date instead of the flag.
  const goesOn = found?.cancel_at_period_end === true ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  return (await client.updateSubscription(name, goesOn)) !== null
}

/** Opens Stripe's page for a payment; a repeat returns the same page. @throws RiftlineError `checkout_changed` */
async function openStripeCheckout(client: StripeClient, payment: Payment, email: string, accountUrl: string) {
  const open = (customer: string | null, idempotencyKey: string) =>
    client.createSession(checkoutFields({ ...payment, customer }, email, accountUrl), idempotencyKey)
  const opened = await open(payment.customer, payment.id)
  // Null: the customer was removed at Stripe.
  const { id, url } = opened ?? requireFound(await open(null, `${payment.id}-new-customer`))
  return { session: id, url }
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
    // Otherwise customers could pay in a currency other than the price's.
    adaptive_pricing: { enabled: false },
    success_url: `${accountUrl}/credits/return?payment=${id}`,
    cancel_url: `${accountUrl}/credits`,
  }
}
