import type { Clock } from '@riftline/base/node'
import { type Payment, renewalPaymentId } from './payment.ts'
import type { Hint, PaymentFacts } from './payment-provider.ts'
import { wasGranted } from './settle.ts'
import {
  type Invoice,
  type InvoiceLine,
  type ListedInvoice,
  type PaymentIntent,
  parseStripeEvent,
  requireFound,
  type StripeCharge,
  type StripeClient,
  type StripeSession,
} from './stripe-client.ts'

/** A checkout is open for 24 hours; one whose opening was never recorded cannot have led anybody to Stripe. */
const unopenedMs = 25 * 3_600_000

/** Reads the facts of a payment from Stripe. The objects are always fetched, because events are not trusted. */
export async function readStripePayment(client: StripeClient, payment: Payment, now: number): Promise<PaymentFacts> {
  if (payment.form === null) return readInvoice(client, payment)
  const { session: name } = payment
  if (name === null) return { ...nothingYet, state: now - payment.createdAt >= unopenedMs ? 'expired' : 'open' }
  const session = await client.session(name)
  // The checkout belongs to another Stripe account or to test mode, so it can no longer be paid.
  if (session === null) return { ...nothingYet, state: 'expired' }
  if (session.status !== 'complete') return { ...nothingYet, state: session.status }
  const accountId = session.metadata.payment === payment.id ? session.client_reference_id : null
  if (session.invoice !== null && !payment.item.startsWith('pack:')) {
    return { ...(await readInvoice(client, { ...payment, invoice: session.invoice })), accountId }
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return {
    ...nothingYet,
    state: stateOfSession(session, intent),
    ...{ accountId, amount: session.amount_subtotal ?? session.amount_total, currency: session.currency },
    ref: `stripe:${session.id}`,
    customer: session.customer,
    ...(await chargeFacts(client, intent?.latest_charge)),
  }
}

const nothingYet: Omit<PaymentFacts, 'state'> = {
  ...{ accountId: null, amount: null, charged: null, currency: null, ref: null },
  ...{ invoice: null, subscription: null, customer: null, charge: null, period: null },
  ...{ refundedAmount: 0, dispute: 'none' },
}

/** State of a checkout. Slow payment methods are still pending when it completes; their intent then succeeds or asks for another. */
function stateOfSession({ payment_status }: StripeSession, intent: PaymentIntent | null): PaymentFacts['state'] {
  // A discount may reduce the price to nothing.
  if (payment_status === 'paid' || payment_status === 'no_payment_required') return 'paid'
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'open'
}

async function readInvoice(client: StripeClient, payment: Payment): Promise<PaymentFacts> {
  const { form, amount: sold, invoice: name } = payment
  if (name === null) return { ...nothingYet, state: 'open' }
  const invoice = await client.invoice(name)
  if (invoice === null) return { ...nothingYet, state: 'open' }
  const { subscription = null, metadata = {} } = invoice.parent?.subscription_details ?? {}
  const line = boughtLine(invoice, sold)
  const underWay = form === null && isTried(invoice) && (await isProcessing(client, invoice))
  return {
    state: stateOfInvoice(invoice, form === null && !underWay),
    underWay,
    accountId: metadata.account ?? null,
    ...{ amount: line?.amount ?? invoice.amount_paid, currency: invoice.currency },
    ref: `stripe:${invoice.id}`,
    ...{ invoice: invoice.id, subscription, customer: invoice.customer },
    // A first invoice has an empty period of its own; the line has the real one.
    period: line === undefined ? null : { from: line.period.start * 1000, to: line.period.end * 1000 },
    ...(await invoiceCharge(client, invoice)),
  }
}

/** State of an invoice. @param isOver whether a failed attempt ends it: true for a renewal, while a first period waits for its checkout */
function stateOfInvoice(invoice: Invoice, isOver: boolean): PaymentFacts['state'] {
  const { status } = invoice
  if (status === 'paid') return 'paid'
  if (status === 'void' || status === 'uncollectible') return 'failed'
  return isOver && isTried(invoice) ? 'failed' : 'open'
}

function isTried({ status, attempt_count }: Invoice): boolean {
  return status === 'open' && attempt_count > 0
}

/** Tells whether a slow payment method, such as a debit, is still pending. */
async function isProcessing(client: StripeClient, { payments }: Invoice): Promise<boolean> {
  for (const { payment } of payments?.data ?? []) {
    const { payment_intent: name } = payment
    if (name !== null && (await client.intent(name))?.status === 'processing') return true
  }
  return false
}

/** Line of the plan in an invoice: among the lines of the latest period, the one with the amount it was sold at. */
function boughtLine({ lines }: Invoice, sold: number): InvoiceLine | undefined {
  const bought = lines.data.filter(({ parent }) => parent?.type === 'subscription_item_details')
  const isSold = ({ amount }: InvoiceLine): number => Number(amount === sold)
  return bought.toSorted((a, b) => a.period.end - b.period.end || isSold(a) - isSold(b)).at(-1)
}

async function invoiceCharge(client: StripeClient, invoice: Invoice): Promise<ChargeFacts> {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment
  const { payment_intent: intentName = null, charge: chargeName = null } = paid ?? {}
  if (intentName === null) return chargeFacts(client, chargeName)
  return chargeFacts(client, requireFound(await client.intent(intentName)).latest_charge)
}

type ChargeFacts = Pick<PaymentFacts, 'charge' | 'charged' | 'refundedAmount' | 'dispute'>

async function chargeFacts(client: StripeClient, given?: StripeCharge | string | null): Promise<ChargeFacts> {
  if (given == null) return { charge: null, charged: null, refundedAmount: 0, dispute: 'none' }
  const charge = typeof given === 'object' ? given : requireFound(await client.charge(given))
  const dispute = charge.disputed ? await disputeOf(client, charge.id) : 'none'
  return { charge: charge.id, charged: charge.amount, refundedAmount: charge.amount_refunded, dispute }
}

async function disputeOf(client: StripeClient, charge: string): Promise<PaymentFacts['dispute']> {
  const standings = (await client.disputesOf(charge)).map(({ status }) => disputeStanding(status))
  return standings.includes('standing') ? 'standing' : standings.includes('won') ? 'won' : 'none'
}

/** Standing of a dispute. An open inquiry (`warning_...`) counts as one; a closed inquiry took no money. */
function disputeStanding(status: string): PaymentFacts['dispute'] {
  if (status === 'won' || status === 'warning_closed') return 'won'
  return status === 'prevented' ? 'none' : 'standing'
}

/** Verifies Stripe's signature and finds the event's payment. Other content is not trusted: events arrive late, twice and unordered. */
export async function readStripeEvent(
  client: StripeClient,
  webhookSecret: string,
  clock: Clock,
  raw: Uint8Array,
  signature: string | null,
): Promise<Hint | 'refused' | null> {
  const text = new TextDecoder().decode(raw)
  // The library verifies decoded text, in which a byte order mark or broken UTF-8 would go unnoticed.
  const isWhole = Buffer.compare(Buffer.from(text), raw) === 0
  const isSigned = isWhole && client.isSigned(text, signature ?? '', webhookSecret, clock.now())
  const event = isSigned ? parseStripeEvent(text) : null
  if (event === null) return 'refused'
  const { id } = event.data.object
  // The owner of the Stripe account chooses the events, so some concern no payment.
  if (id === null) return null
  const isAbout = (kind: string): boolean => event.type.startsWith(`${kind}.`)
  if (isAbout('checkout.session')) {
    const session = await client.session(id)
    return session === null ? null : sessionHint(session)
  }
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

/** Finds a charge's payment by its intent: a checkout's intent carries our metadata, a later period's belongs to an invoice. */
async function hintOfCharge(client: StripeClient, id: string): Promise<Hint | null> {
  const name = (await client.charge(id))?.payment_intent ?? null
  if (name === null) return null
  const intent = await client.intent(name)
  if (intent?.metadata.payment !== undefined) return hintOfMetadata(intent.metadata)
  const invoice = await client.invoiceOf(name)
  return invoice === null ? null : hintOfInvoice(client, invoice)
}

/** Hint for an invoice; null when it belongs to none of our plans, or was made by hand at Stripe. */
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

/** Finds payments that changed at Stripe since a time and whose records do not show it yet. */
export async function stripeChanges(client: StripeClient, payments: readonly Payment[], since: number) {
  const { sessions, invoices, refunds, disputes } = await client.changedSince(Math.floor(since / 1000))
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
    // Payments recorded as disputed are settled in any case.
    return disputed.has(charge) && status !== 'disputed' && status !== 'refunded'
  }
  return [
    ...sessions.flatMap((session) => (byId.has(session.metadata.payment ?? '') ? [] : (sessionHint(session) ?? []))),
    ...invoices.flatMap((invoice) => (isUnnoted(invoice, byId) ? (invoiceHint(invoice) ?? []) : [])),
    ...payments.filter(isChanged).map(({ id }) => ({ payment: id, invoice: null })),
  ]
}

/** Tells whether a renewal has no record, or one without its payment. */
function isUnnoted({ id, status, attempt_count }: ListedInvoice, byId: ReadonlyMap<string, Payment>): boolean {
  const known = byId.get(renewalPaymentId(id))
  if (status === 'paid') return known === undefined || !wasGranted(known)
  return known === undefined && status === 'open' && attempt_count > 0
}
