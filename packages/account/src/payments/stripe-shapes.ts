import { z } from 'zod'

// Parts of Stripe's objects that are read, in the API version that the library asks for. An object of another form counts as no answer.

/** Left out and null are the same. */
const maybe = <T>(type: z.ZodType<T>): z.ZodType<T | null> => type.nullish().transform((value) => value ?? null)
/** An object or its id: Stripe sends either. */
const id: z.ZodType<string> = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)])
const text = z.string()
const metadata = z
  .record(text, text)
  .nullish()
  .transform((value) => value ?? {})
const listOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item), has_more: z.boolean() })

export const charge = z.object({
  id: text,
  amount: maybe(z.int()),
  amount_refunded: z.int(),
  disputed: z.boolean(),
  payment_intent: maybe(id),
  receipt_url: maybe(text),
})

export const paymentIntent = z.object({
  id: text,
  status: text,
  metadata,
  latest_charge: maybe(z.union([charge, text])),
})

export const session = z.object({
  id: text,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: text,
  client_reference_id: maybe(text),
  /** Sum of the lines, before discounts and taxes. */
  amount_subtotal: maybe(z.int()),
  amount_total: maybe(z.int()),
  currency: maybe(text),
  customer: maybe(id),
  invoice: maybe(id),
  metadata,
  payment_intent: maybe(z.union([paymentIntent, text])),
})

const listed = {
  id: text,
  status: maybe(text),
  billing_reason: maybe(text),
  attempt_count: z.int(),
  parent: maybe(z.object({ subscription_details: maybe(z.object({ metadata, subscription: id })) })),
}
export const listedInvoice = z.object(listed)

/** Times are in seconds. */
const line = z.object({
  /** Before discounts and customer balance. */
  amount: maybe(z.int()),
  parent: maybe(z.object({ type: text })),
  period: z.object({ start: z.number(), end: z.number() }),
})
const part = z.object({ status: text, payment: z.object({ payment_intent: maybe(id), charge: maybe(id) }) })
export const invoice = z.object({
  ...listed,
  amount_paid: z.int(),
  currency: text,
  customer: maybe(id),
  hosted_invoice_url: maybe(text),
  lines: z.object({ data: z.array(line) }),
  payments: maybe(z.object({ data: z.array(part) })),
})

export const subscription = z.object({
  id: text,
  status: text,
  cancel_at_period_end: z.boolean(),
  cancel_at: maybe(z.number()),
  latest_invoice: maybe(id),
  metadata,
})

export const dispute = z.object({ id: text, charge: id, status: text })
const refund = z.object({ id: text, charge: maybe(id), amount: z.int(), status: maybe(text) })

export const disputes = listOf(dispute)
export const refunds = listOf(refund)
export const invoices = listOf(listedInvoice)
export const sessions = listOf(session)
export const invoicePayments = listOf(z.object({ invoice: id }))
export const createdSession = z.object({
  id: text,
  url: text,
})
export const portalSession = z.object({ url: text })
/** The object of some events has no id, such as a balance; events of another generation have it elsewhere. */
export const event = z.union([
  z.object({ type: text, data: z.object({ object: z.object({ id: maybe(text) }) }) }),
  z
    .object({ type: text, object: z.literal('v2.core.event') })
    .transform(({ type }) => ({ type, data: { object: { id: null } } })),
])

export type StripeCharge = z.output<typeof charge>
export type PaymentIntent = z.output<typeof paymentIntent>
export type StripeSession = z.output<typeof session>
export type ListedInvoice = z.output<typeof listedInvoice>
export type Invoice = z.output<typeof invoice>
export type InvoiceLine = z.output<typeof line>
export type Event = z.output<typeof event>
