import type { Stripe } from 'stripe'
import type { Payment } from './payment.ts'
import type { StripeClient } from './stripe-client.ts'
import { createdSession } from './stripe-shapes.ts'

export interface Opened {
  readonly session: string
  readonly url: string
}

/**
 * Opens Stripe's page for a payment; a repeat gives the same one.
 * @throws RiftlineError `payment_provider_unreachable`, `checkout_changed`
 */
export async function openStripeCheckout(
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
