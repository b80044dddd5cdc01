import { createHash } from 'node:crypto'
import { randomBase62 } from '@riftline/base/node'
import type { Payment } from './payment.ts'
import type { Item } from './plans.ts'

export interface Purchase {
  readonly accountId: string
  readonly provider: Payment['provider']
  readonly item: Item
  readonly form: string
  /** Customer of an earlier payment at the provider; null: none. */
  readonly customer: string | null
}

/** A payment as a form opens it. */
export function newPayment({ accountId, provider, item, form, customer }: Purchase, now: number): Payment {
  const { name, credits, amount, currency } = item
  const id = checkoutPaymentId(accountId, form)
  const sold = { item: item.item, name, credits, amount, currency }
  return { id, accountId, provider, ...sold, form, customer, invoice: null, subscription: null, ...begunAt(now) }
}

/** The payment of a later period of a plan: what was sold at its beginning, at the price of then. */
export function newRenewal(first: Payment, invoice: string, now: number): Payment {
  return { ...first, id: renewalPaymentId(invoice), form: null, invoice, ...begunAt(now) }
}

const begunAt = (now: number) => ({
  status: 'open' as const,
  createdAt: now,
  updatedAt: now,
  ref: null,
  checkoutUrl: null,
  session: null,
  charge: null,
  period: null,
  refundedAmount: 0,
  reversedCredits: 0,
})

/** The payment that a form opens: the same form has the same, also when it is sent twice at once to two processes. */
export function checkoutPaymentId(accountId: string, form: string): string {
  return paymentId(`${accountId} form ${form}`)
}

/** The payment of a later period of a plan: whoever finds the invoice first makes the one record of it. */
export function renewalPaymentId(invoice: string): string {
  return paymentId(`invoice ${invoice}`)
}

function paymentId(name: string): string {
  let round = 0
  const bytes = (size: number): Uint8Array =>
    createHash('shake256', { outputLength: size }).update(`riftline ${name} ${round++}`).digest()
  return `pay_${randomBase62(16, bytes)}`
}
