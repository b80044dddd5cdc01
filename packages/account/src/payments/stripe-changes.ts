import type { Stripe } from 'stripe'
import type { z } from 'zod'
import { renewalPaymentId } from './new-payment.ts'
import type { Payment } from './payment.ts'
import type { Hint } from './payment-provider.ts'
import type { StripeClient } from './stripe-client.ts'
import { invoiceHint } from './stripe-events.ts'
import { disputeStanding } from './stripe-facts.ts'
import type { ListedInvoice } from './stripe-shapes.ts'
import * as shapes from './stripe-shapes.ts'
import { wasGranted } from './verdict.ts'

/** Finds payments that Stripe's lists since a time know more of than their records. It reads three lists, however many payments there are. */
export async function stripeChanges(
  client: StripeClient,
  payments: readonly Payment[],
  since: number,
): Promise<readonly Hint[]> {
  const created = { gte: Math.floor(since / 1000) }
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
