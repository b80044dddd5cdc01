import type { Payment, PaymentStatus } from './payment.ts'
import type { PaymentFacts } from './payment-provider.ts'

export interface Verdict {
  readonly status: PaymentStatus
  /** Difference from the payment as it was sold; null: none. */
  readonly mismatch: 'account' | 'amount' | 'currency' | null
}

/**
 * Decides the status of a payment by the facts of its provider, not by the order in which they came; what was granted
 * is not taken for unpaid any more.
 */
export function verdictOf(payment: Payment, facts: PaymentFacts): Verdict {
  if (facts.state !== 'paid')
    return { status: payment.status === 'open' ? facts.state : payment.status, mismatch: null }
  if (isRefunded(payment, facts)) return { status: 'refunded', mismatch: null }
  const mismatch = mismatchOf(payment, facts)
  if (mismatch !== null) return { status: wasGranted(payment) ? payment.status : 'mismatch', mismatch }
  if (facts.dispute === 'standing') return { status: 'disputed', mismatch }
  return { status: facts.refundedAmount > 0 ? 'partly_refunded' : 'granted', mismatch }
}

/** Whether credits were given for it, whatever became of them. */
export function wasGranted({ status }: Pick<Payment, 'status'>): boolean {
  return ['granted', 'partly_refunded', 'refunded', 'disputed'].includes(status)
}

/** All that was taken came back: with a discount that is less than the price. */
function isRefunded({ amount }: Payment, { refundedAmount, charged }: PaymentFacts): boolean {
  return refundedAmount > 0 && refundedAmount >= (charged ?? amount)
}

function mismatchOf(payment: Payment, facts: PaymentFacts): Verdict['mismatch'] {
  if (facts.accountId !== payment.accountId) return 'account'
  if (facts.amount !== payment.amount) return 'amount'
  return facts.currency === payment.currency ? null : 'currency'
}
