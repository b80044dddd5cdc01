import type { Payment, PaymentStatus } from './payment.ts'
import type { PaymentFacts } from './payment-provider.ts'

export interface Verdict {
  readonly status: PaymentStatus
  /** What differs from the payment as it was sold; null: nothing. */
  readonly mismatch: 'account' | 'amount' | 'currency' | null
}

/**
 * What a payment's status is by what its provider says. Facts decide, not the order in which they were told; what was paid
 * is not taken for unpaid any more.
 */
export function verdictOf(payment: Payment, facts: PaymentFacts): Verdict {
  if (facts.state !== 'paid')
    return { status: payment.status === 'open' ? facts.state : payment.status, mismatch: null }
  const mismatch = mismatchOf(payment, facts)
  if (mismatch !== null) return { status: wasPaid(payment) ? payment.status : 'failed', mismatch }
  if (facts.refundedAmount >= payment.amount) return { status: 'refunded', mismatch }
  if (facts.dispute === 'standing') return { status: 'disputed', mismatch }
  return { status: facts.refundedAmount > 0 ? 'partly_refunded' : 'granted', mismatch }
}

/** Whether money for it has come in, whatever became of it. */
export function wasPaid({ status }: Pick<Payment, 'status'>): boolean {
  return status !== 'open' && status !== 'failed' && status !== 'expired'
}

function mismatchOf(payment: Payment, facts: PaymentFacts): Verdict['mismatch'] {
  if (facts.accountId !== payment.accountId) return 'account'
  if (facts.amount !== payment.amount) return 'amount'
  return facts.currency === payment.currency ? null : 'currency'
}
