import type { Clock } from '@riftline/base/node'
import { type Payment, renewalPaymentId } from './payment.ts'
import type { Hint } from './payment-provider.ts'
import { wasGranted } from './settle.ts'
import { type ListedInvoice, parseEvent, type StripeClient } from './stripe-client.ts'
import { disputeStanding } from './stripe-facts.ts'

/**
 * Checks that an event is Stripe's and finds its payment. Nothing else that it says is believed: events come late, twice, in any order
 * and in the endpoint's own API version.
 */
export async function readStripeEvent(
  client: StripeClient,
  webhookSecret: string,
  clock: Clock,
  raw: Uint8Array,
  signature: string | null,
): Promise<Hint | 'refused' | null> {
  const text = new TextDecoder().decode(raw)
  // The library signs decoded text: a byte order mark or broken UTF-8 would go unseen.
  const isWhole = Buffer.compare(Buffer.from(text), raw) === 0
  const isSigned = isWhole && client.isSigned(text, signature ?? '', webhookSecret, clock.now())
  const event = isSigned ? parseEvent(text) : null
  if (event === null) return 'refused'
  const { id } = event.data.object
  // Stripe sends what its owner chose there, also what concerns no payment.
  if (id === null) return null
  const isAbout = (kind: string): boolean => event.type.startsWith(`${kind}.`)
  if (isAbout('checkout.session')) return hintOfMetadata((await client.session(id))?.metadata)
  if (isAbout('invoice')) return hintOfInvoice(client, id)
  if (isAbout('customer.subscription')) return hintOfSubscription(client, id)
  if (event.type === 'charge.refunded') return hintOfCharge(client, id)
  const dispute = isAbout('charge.dispute') ? await client.dispute(id) : null
  return dispute === null ? null : hintOfCharge(client, dispute.charge)
}

async function hintOfSubscription(client: StripeClient, id: string): Promise<Hint | null> {
  const subscription = await client.subscription(id)
  if (subscription === null || subscription.metadata.payment === undefined) return null
  const { latest_invoice, metadata } = subscription
  return latest_invoice === null ? hintOfMetadata(metadata) : hintOfInvoice(client, latest_invoice)
}

async function hintOfInvoice(client: StripeClient, id: string): Promise<Hint | null> {
  const invoice = await client.listedInvoice(id)
  return invoice === null ? null : invoiceHint(invoice)
}

/** Charges name their intent: a checkout's own has our metadata, that of a period belongs to an invoice. */
async function hintOfCharge(client: StripeClient, id: string): Promise<Hint | null> {
  const name = (await client.charge(id))?.payment_intent ?? null
  if (name === null) return null
  const intent = await client.intent(name)
  if (intent?.metadata.payment !== undefined) return hintOfMetadata(intent.metadata)
  const invoice = await client.invoiceOf(name)
  return invoice === null ? null : hintOfInvoice(client, invoice)
}

/** Null: of no plan of ours, or made by hand at Stripe. */
function invoiceHint({ id, billing_reason, parent }: ListedInvoice): Hint | null {
  const payment = parent?.subscription_details?.metadata.payment
  if (payment === undefined) return null
  if (billing_reason === 'subscription_create') return { payment, invoice: null }
  return billing_reason === 'subscription_cycle' ? { payment, invoice: id } : null
}

const hintOfMetadata = (metadata: Readonly<Record<string, string>> | undefined): Hint | null =>
  metadata?.payment === undefined ? null : { payment: metadata.payment, invoice: null }

/** Finds payments of which Stripe knows more since a time than their records say. */
export async function stripeChanges(
  client: StripeClient,
  payments: readonly Payment[],
  since: number,
): Promise<readonly Hint[]> {
  const { invoices, refunds, disputes } = await client.changedSince(Math.floor(since / 1000))
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const refunded = new Map<string, number>()
  for (const { charge, amount, status } of refunds) {
    if (charge === null || status === 'failed' || status === 'canceled') continue
    refunded.set(charge, (refunded.get(charge) ?? 0) + amount)
  }
  const standing = disputes.filter(({ status }) => disputeStanding(status) === 'standing')
  const disputed = new Set(standing.map(({ charge }) => charge))
  const isChanged = ({ charge, status, refundedAmount }: Payment): boolean => {
    if (charge === null) return false
    if ((refunded.get(charge) ?? refundedAmount) !== refundedAmount) return true
    // Disputes that are recorded as such are settled anyway.
    return disputed.has(charge) && status !== 'disputed' && status !== 'refunded'
  }
  return [
    ...invoices.flatMap((invoice) => (isUnnoted(invoice, byId) ? (invoiceHint(invoice) ?? []) : [])),
    ...payments.filter(isChanged).map(({ id }) => ({ payment: id, invoice: null })),
  ]
}

/** Whether a renewal has no record, or one that does not know that it was paid. */
function isUnnoted({ id, status, attempt_count }: ListedInvoice, byId: ReadonlyMap<string, Payment>): boolean {
  const known = byId.get(renewalPaymentId(id))
  if (status === 'paid') return known === undefined || !wasGranted(known)
  return known === undefined && status === 'open' && attempt_count > 0
}
