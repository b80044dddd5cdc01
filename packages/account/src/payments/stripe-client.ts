import { invalidArgument, jsonPlace, nullIfThrows, RiftlineError } from '@riftline/base'
import type { Timers } from '@riftline/base/node'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { within } from '../limits/turns.ts'
import { isLoopbackUrl } from '../urls.ts'
import { providerUnreachable } from './payment-provider.ts'

// Fields that are read from Stripe's objects, in the API version that the library requests.

const maybe = <T>(type: z.ZodType<T>): z.ZodType<T | null> => type.nullish().transform((value) => value ?? null)
/** Id of an object; Stripe sends the object or its id. */
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

const paymentIntent = z.object({
  id: text,
  status: text,
  metadata,
  latest_charge: maybe(z.union([charge, text])),
})

const session = z.object({
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
const listedInvoice = z.object(listed)

/** Line of an invoice; its times are in seconds. */
const line = z.object({
  /** Amount before discounts and customer balance. */
  amount: maybe(z.int()),
  parent: maybe(z.object({ type: text })),
  period: z.object({ start: z.number(), end: z.number() }),
})
const part = z.object({ status: text, payment: z.object({ payment_intent: maybe(id), charge: maybe(id) }) })
const invoice = z.object({
  ...listed,
  amount_paid: z.int(),
  currency: text,
  customer: maybe(id),
  hosted_invoice_url: maybe(text),
  lines: z.object({ data: z.array(line) }),
  payments: maybe(z.object({ data: z.array(part) })),
})

const subscription = z.object({
  id: text,
  status: text,
  cancel_at_period_end: z.boolean(),
  cancel_at: maybe(z.number()),
  latest_invoice: maybe(id),
  metadata,
})

const dispute = z.object({ id: text, charge: id, status: text })
const refund = z.object({ id: text, charge: maybe(id), amount: z.int(), status: maybe(text) })

const createdSession = z.object({ id: text, url: text })
/** Event of Stripe. Some objects, such as a balance, have no id; events of the second generation have it in another place. */
const event = z.union([
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

/** Parses the text of an event; null for any other text. */
export function parseStripeEvent(json: string): z.output<typeof event> | null {
  return nullIfThrows(() => event.parse(JSON.parse(json)))
}

export interface StripeClientOptions {
  readonly secretKey: string
  /** URL of a stand-in for tests: http or https, loopback, no path. Null means Stripe. */
  readonly apiUrl: string | null
  /** Time limit of one attempt. */
  readonly timeoutMs: number
  /** Number of further attempts, with the same idempotency key. */
  readonly retries: number
  readonly timers: Timers
}

type Call = (stripe: Stripe) => Promise<unknown>
type List<T> = z.ZodType<{ readonly data: readonly T[]; readonly has_more: boolean }>

/** Most pages of one list, so that a sweep always ends. */
const mostPages = 200

/** Opens Stripe's API. A missing object is null; a late or malformed answer is `payment_provider_unreachable`. */
async function openStripe(options: StripeClientOptions) {
  const { secretKey, timeoutMs, retries, timers } = options
  const { Stripe: Library } = await import('stripe')
  const stripe = new Library(secretKey, {
    ...hostOf(options.apiUrl),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
  // The library restarts its timeout with each byte, and waits at most two seconds between attempts.
  const deadlineMs = (timeoutMs + 2_000) * (retries + 1)

  async function find<T>(schema: z.ZodType<T>, call: Call): Promise<T | null> {
    try {
      const answer = await within(timers, deadlineMs, call(stripe), () => {
        throw providerUnreachable('no whole answer in time')
      })
      const parsed = schema.safeParse(answer)
      if (parsed.success) return parsed.data
      const { path, message } = parsed.error.issues[0]!
      throw providerUnreachable(`unexpected answer at ${jsonPlace(path).slice(1)}: ${message}`)
    } catch (error) {
      if (error instanceof RiftlineError) throw error
      if (!(error instanceof Library.errors.StripeError)) throw providerUnreachable('no answer', error)
      const { type, code, statusCode, requestId } = error
      if (code === 'resource_missing') return null
      if (type === 'StripeIdempotencyError')
        throw new RiftlineError('checkout_changed', 'another checkout was opened under this id')
      // Stripe's messages may repeat parts of the key; its type and code do not.
      throw providerUnreachable([type, code, statusCode, requestId].filter((part) => part != null).join(' '))
    }
  }

  return { stripe, find }
}

export type StripeClient = Awaited<ReturnType<typeof createStripeClient>>

/** Creates the calls of Stripe's API that payments need. @throws RiftlineError `invalid_argument` if the API URL is not loopback */
export async function createStripeClient(options: StripeClientOptions) {
  const { stripe, find } = await openStripe(options)

  async function ask<T>(schema: z.ZodType<T>, call: Call): Promise<T> {
    return requireFound(await find(schema, call))
  }

  async function all<T extends { readonly id: string }>(
    schema: List<T>,
    list: (page: { readonly limit: number; readonly starting_after?: string }) => Promise<unknown>,
  ): Promise<readonly T[]> {
    const found: T[] = []
    for (let number = 0; number < mostPages; number++) {
      const last = found.at(-1)
      const page = { limit: 100, ...(last === undefined ? {} : { starting_after: last.id }) }
      const { data, has_more } = await ask(schema, () => list(page))
      found.push(...data)
      if (!has_more || data.length === 0) break
    }
    return found
  }

  const { checkout, subscriptions, charges, paymentIntents, refunds, disputes } = stripe
  return {
    ask,
    /** Tells whether Stripe signed a text, within five minutes of now. */
    isSigned(text: string, signature: string, secret: string, now: number): boolean {
      return (
        nullIfThrows(() => stripe.webhooks.signature?.verifyHeader(text, signature, secret, 300, undefined, now)) ===
        true
      )
    },
    session: (name: string) =>
      find(session, () => checkout.sessions.retrieve(name, { expand: ['payment_intent.latest_charge'] })),
    expireSession: (name: string) => find(session, () => checkout.sessions.expire(name)),
    /** Opens a checkout; null when the customer is missing. @throws RiftlineError `checkout_changed` for a key used with other fields */
    createSession: (fields: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) =>
      find(createdSession, () => checkout.sessions.create(fields, { idempotencyKey })),
    createPortal: (fields: Stripe.BillingPortal.SessionCreateParams) =>
      find(z.object({ url: text }), () => stripe.billingPortal.sessions.create(fields)),
    subscription: (name: string) => find(subscription, () => subscriptions.retrieve(name)),
    updateSubscription: (name: string, fields: Stripe.SubscriptionUpdateParams) =>
      find(subscription, () => subscriptions.update(name, fields)),
    cancelSubscription: (name: string) => find(subscription, () => subscriptions.cancel(name)),
    invoice: (name: string) => find(invoice, () => stripe.invoices.retrieve(name, { expand: ['payments'] })),
    listedInvoice: (name: string) => find(listedInvoice, () => stripe.invoices.retrieve(name)),
    charge: (name: string) => find(charge, () => charges.retrieve(name)),
    intent: (name: string) => find(paymentIntent, () => paymentIntents.retrieve(name, { expand: ['latest_charge'] })),
    dispute: (name: string) => find(dispute, () => disputes.retrieve(name)),
    disputesOf: async (name: string) =>
      (await ask(listOf(dispute), () => disputes.list({ charge: name, limit: 100 }))).data,
    /** Returns the invoice that an intent pays; null when there is none. */
    async invoiceOf(intent: string): Promise<string | null> {
      const query = { payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 } as const
      const { data } = await ask(listOf(z.object({ invoice: id })), () => stripe.invoicePayments.list(query))
      return data[0]?.invoice ?? null
    },
    /** Lists everything changed since a time in seconds: always four lists, however many payments there are. */
    async changedSince(seconds: number) {
      const created = { gte: seconds }
      return {
        sessions: await all(listOf(session), (page) =>
          checkout.sessions.list({ created, status: 'complete', ...page }),
        ),
        invoices: await all(listOf(listedInvoice), (page) => stripe.invoices.list({ created, ...page })),
        refunds: await all(listOf(refund), (page) => refunds.list({ created, ...page })),
        disputes: await all(listOf(dispute), (page) => disputes.list({ created, ...page })),
      }
    },
  }
}

/** Returns an object that must exist. */
export function requireFound<T>(found: T | null): T {
  if (found === null) throw providerUnreachable('an object is missing')
  return found
}

function hostOf(apiUrl: string | null): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === null) return {}
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null
  const isPlain = url !== null && `${url.origin}/` === url.href && /^https?:$/.test(url.protocol)
  if (url === null || !isPlain || !isLoopbackUrl(apiUrl)) {
    throw invalidArgument('apiUrl', 'http(s)://<loopback address>:<port>', '(a URL)')
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (protocol === 'http' ? '80' : '443'),
    protocol,
  }
}
