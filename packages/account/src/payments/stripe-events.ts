import type { Clock } from '@riftline/base/node'
import type { Hint } from './payment-provider.ts'
import type { StripeClient } from './stripe-client.ts'
import type { Event, ListedInvoice } from './stripe-shapes.ts'
import * as shapes from './stripe-shapes.ts'

const toleranceSeconds = 300

/**
 * Checks that an event is Stripe's and finds the payment it is about. What it says of it is not believed: events come late,
 * twice, in any order and in the endpoint's own API version.
 */
export async function readStripeEvent(
  client: StripeClient,
  webhookSecret: string,
  clock: Clock,
  raw: Uint8Array,
  signature: string | null,
): Promise<Hint | 'refused' | null> {
  const text = verified(client, webhookSecret, clock.now(), raw, signature)
  if (text === null) return 'refused'
  const event = eventOf(text)
  if (event === null) return 'refused'
  const { id } = event.data.object
  // Stripe sends what its owner chose there, also what concerns no payment.
  if (id === null) return null
  if (event.type.startsWith('checkout.session.')) return hintOfSession(client, id)
  if (event.type.startsWith('invoice.')) return hintOfInvoice(client, id)
  if (event.type.startsWith('customer.subscription.')) return hintOfSubscription(client, id)
  if (event.type.startsWith('charge.dispute.')) {
    const dispute = await client.find(shapes.dispute, ({ disputes }) => disputes.retrieve(id))
    return dispute === null ? null : hintOfCharge(client, dispute.charge)
  }
  return event.type === 'charge.refunded' ? hintOfCharge(client, id) : null
}

/** The text that Stripe signed; null: somebody else did, or long ago. */
function verified(
  { stripe }: StripeClient,
  secret: string,
  now: number,
  raw: Uint8Array,
  signature: string | null,
): string | null {
  const text = new TextDecoder().decode(raw)
  // The library signs decoded text: a byte order mark or broken UTF-8 would go unseen.
  if (Buffer.compare(Buffer.from(text), raw) !== 0) return null
  try {
    const header = signature ?? ''
    return stripe.webhooks.signature?.verifyHeader(text, header, secret, toleranceSeconds, undefined, now) ? text : null
  } catch {
    return null
  }
}

/** Null: no event. */
function eventOf(text: string): Event | null {
  try {
    return shapes.event.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function hintOfSession(client: StripeClient, id: string): Promise<Hint | null> {
  const session = await client.find(shapes.session, ({ checkout }) => checkout.sessions.retrieve(id))
  return hintOfMetadata(session?.metadata)
}

async function hintOfSubscription(client: StripeClient, id: string): Promise<Hint | null> {
  const subscription = await client.find(shapes.subscription, ({ subscriptions }) => subscriptions.retrieve(id))
  if (subscription === null || subscription.metadata.payment === undefined) return null
  const { latest_invoice, metadata } = subscription
  return latest_invoice === null ? hintOfMetadata(metadata) : hintOfInvoice(client, latest_invoice)
}

async function hintOfInvoice(client: StripeClient, id: string): Promise<Hint | null> {
  const invoice = await client.find(shapes.listedInvoice, ({ invoices }) => invoices.retrieve(id))
  return invoice === null ? null : invoiceHint(invoice)
}

/** Charges name their intent: a checkout's own has our metadata, that of a period belongs to an invoice. */
async function hintOfCharge(client: StripeClient, id: string): Promise<Hint | null> {
  const charge = await client.find(shapes.charge, ({ charges }) => charges.retrieve(id))
  const name = charge?.payment_intent ?? null
  if (name === null) return null
  const intent = await client.find(shapes.paymentIntent, ({ paymentIntents }) => paymentIntents.retrieve(name))
  if (intent?.metadata.payment !== undefined) return hintOfMetadata(intent.metadata)
  const { data } = await client.ask(shapes.invoicePayments, ({ invoicePayments }) =>
    invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: name }, limit: 1 }),
  )
  const [first] = data
  return first === undefined ? null : hintOfInvoice(client, first.invoice)
}

/** Null: of no plan of ours, or made by hand at Stripe. */
export function invoiceHint({ id, billing_reason, parent }: ListedInvoice): Hint | null {
  const payment = parent?.subscription_details?.metadata.payment
  if (payment === undefined) return null
  if (billing_reason === 'subscription_create') return { payment, invoice: null }
  return billing_reason === 'subscription_cycle' ? { payment, invoice: id } : null
}

const hintOfMetadata = (metadata: Readonly<Record<string, string>> | undefined): Hint | null =>
  metadata?.payment === undefined ? null : { payment: metadata.payment, invoice: null }
