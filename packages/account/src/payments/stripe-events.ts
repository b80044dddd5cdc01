import type { Clock } from '@riftline/base/node'
import type { Stripe } from 'stripe'
import type { z } from 'zod'
import { type Payment, renewalPaymentId } from './payment.ts'
import type { Hint } from './payment-provider.ts'
import { wasGranted } from './settle.ts'
import type { StripeClient } from './stripe-client.ts'
import { disputeStanding } from './stripe-facts.ts'
import type { Event, ListedInvoice, StripeSession } from './stripe-shapes.ts'
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
  return session === null ? null : sessionHint(session)
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
function invoiceHint({ id, billing_reason, parent }: ListedInvoice): Hint | null {
  const payment = parent?.subscription_details?.metadata.payment
  if (payment === undefined) return null
  if (billing_reason === 'subscription_create') return { payment, invoice: null }
  return billing_reason === 'subscription_cycle' ? { payment, invoice: id } : null
}

function sessionHint({ id, metadata: { payment } }: Pick<StripeSession, 'id' | 'metadata'>): Hint | null {
  return payment === undefined ? null : { payment, invoice: null, session: id }
}

const hintOfMetadata = (metadata: Readonly<Record<string, string>> | undefined): Hint | null =>
  metadata?.payment === undefined ? null : { payment: metadata.payment, invoice: null }

/** Finds payments that Stripe's lists since a time know more of than their records. It reads four lists, however many payments there are. */
export async function stripeChanges(
  client: StripeClient,
  payments: readonly Payment[],
  since: number,
): Promise<readonly Hint[]> {
  const created = { gte: Math.floor(since / 1000) }
  const sessions = await all(client, shapes.sessions, ({ checkout }, page) =>
    checkout.sessions.list({ created, status: 'complete', ...page }),
  )
  const invoices = await all(client, shapes.invoices, (stripe, page) => stripe.invoices.list({ created, ...page }))
  const refunds = await all(client, shapes.refunds, (stripe, page) => stripe.refunds.list({ created, ...page }))
  const disputes = await all(client, shapes.disputes, (stripe, page) => stripe.disputes.list({ created, ...page }))

  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const refunded = new Map<string, number>()
  for (const { charge, amount, status } of refunds) {
    if (charge === null || status === 'failed' || status === 'canceled') continue
    refunded.set(charge, (refunded.get(charge) ?? 0) + amount)
  }
  const disputed = new Map(disputes.map(({ charge, status }) => [charge, status]))
  const isChanged = (payment: Payment): boolean =>
    payment.charge !== null &&
    (refundDiffers(payment, refunded.get(payment.charge)) || disputeDiffers(payment, disputed.get(payment.charge)))
  return [
    ...sessions.flatMap((session) => (byId.has(session.metadata.payment ?? '') ? [] : (sessionHint(session) ?? []))),
    ...invoices.flatMap((invoice) => (isUnnoted(invoice, byId) ? (invoiceHint(invoice) ?? []) : [])),
    ...payments.filter(isChanged).map(({ id }) => ({ payment: id, invoice: null })),
  ]
}

/** Whether a renewal has no record, or one that does not know that it was paid. */
function isUnnoted(invoice: ListedInvoice, byId: ReadonlyMap<string, Payment>): boolean {
  const { id, status, attempt_count } = invoice
  const known = byId.get(renewalPaymentId(id))
  if (status === 'paid') return known === undefined || !wasGranted(known)
  return known === undefined && status === 'open' && attempt_count > 0
}

function refundDiffers({ refundedAmount }: Payment, sum: number | undefined): boolean {
  return sum !== undefined && sum !== refundedAmount
}

/** Disputes that are recorded as such are settled anyway. */
function disputeDiffers({ status }: Payment, dispute: string | undefined): boolean {
  return (
    dispute !== undefined && disputeStanding(dispute) === 'standing' && status !== 'disputed' && status !== 'refunded'
  )
}

interface Page {
  readonly limit: number
  readonly starting_after?: string
}

/** Most pages of one list, so that a sweep ends whatever is answered. */
const mostPages = 200

async function all<T extends { readonly id: string }>(
  client: StripeClient,
  schema: z.ZodType<{ readonly data: readonly T[]; readonly has_more: boolean }>,
  list: (stripe: Stripe, page: Page) => Promise<unknown>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let number = 0; number < mostPages; number++) {
    const last = found.at(-1)
    const page = { limit: 100, ...(last === undefined ? {} : { starting_after: last.id }) }
    const { data, has_more } = await client.ask(schema, (stripe) => list(stripe, page))
    found.push(...data)
    if (!has_more || data.length === 0) break
  }
  return found
}
