import type { Payment, PaymentStore } from './payment.ts'
import type { PaymentFacts, TestAction } from './payment-provider.ts'
import { wasGranted } from './verdict.ts'

/** So long a test payment may be paid, as Stripe's checkouts. */
const checkoutMs = 86_400_000

/**
 * Reads the facts of a test payment.
 * @param first of a later period: the payment that began the plan
 */
export function readTestPayment(payment: Payment, first: Payment | null, now: number): PaymentFacts {
  const { accountId, amount, currency, invoice, subscription, customer } = payment
  const period = first === null ? payment.period : renewedPeriod(first, invoice)
  const charge = first === null ? payment.charge : (payment.charge ?? chargeName(payment))
  const isOver = now - payment.createdAt >= checkoutMs
  return {
    state: charge !== null ? 'paid' : isOver ? 'expired' : 'open',
    ...{ accountId, amount, currency, ref: charge === null ? null : `test:${payment.id}` },
    ...{ invoice, subscription, customer, charge, period },
    refundedAmount: charge === refundName(payment) ? amount : 0,
    dispute: 'none',
  }
}

const chargeName = ({ id }: Payment): string => `test_ch_${id}`
export const refundName = ({ id }: Payment): string => `test_re_${id}`

export const renewalInvoice = (first: string, number: number): string => `test_in_${first}_${number}`

export const monthFrom = (from: number): NonNullable<Payment['period']> => ({ from, to: addMonths(from, 1) })

/** Counts the whole periods that are over of a plan that began at `from`. */
export function periodNumber(from: number, now: number): number {
  let number = 0
  while (addMonths(from, number + 1) <= now) number += 1
  return number
}

export function isFirstOfPlan(payment: Payment): payment is Payment & { readonly period: { readonly from: number } } {
  return payment.id === payment.subscription && payment.period !== null
}

function renewedPeriod(first: Payment, invoice: string | null): Payment['period'] {
  const number = Number(invoice?.split('_').at(-1))
  const from = first.period?.from
  if (from === undefined || !Number.isSafeInteger(number)) return null
  return { from: addMonths(from, number), to: addMonths(from, number + 1) }
}

/**
 * A time some months later, UTC, at the same day of the month and time of day; the last day where a month has no such day,
 * as cards are charged.
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  const dayStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const day = Math.min(date.getUTCDate(), days)
  return first + (time - dayStart) - (date.getUTCDate() - day) * 86_400_000
}

/** Does to a test payment what its page says. False: not possible as things are. */
export async function actOnTestPayment(
  store: PaymentStore,
  { id }: Payment,
  action: TestAction,
  now: number,
): Promise<boolean> {
  let acted = false
  await store.changePayment(id, (payment) => {
    const changes = changesOf(payment, action, now)
    acted = changes !== null
    return changes === null ? payment : { ...payment, ...changes, updatedAt: now }
  })
  return acted
}

/** A checkout that will not be paid. */
export const closed = (status: 'failed' | 'expired', now: number): Partial<Payment> => ({
  status,
  checkoutUrl: null,
  updatedAt: now,
})

function changesOf(payment: Payment, action: TestAction, now: number): Partial<Payment> | null {
  const { id, item, status, charge } = payment
  if (action === 'refund') {
    return wasGranted(payment) && charge === chargeName(payment) ? { charge: refundName(payment) } : null
  }
  if (status !== 'open' || charge !== null) return null
  if (action === 'decline') return closed('failed', now)
  const plan = item.startsWith('plan:') ? { subscription: id, customer: 'renews', period: monthFrom(now) } : {}
  return { charge: chargeName(payment), ...plan }
}
