import type { Payment } from './payment.ts'
import type { TestAction } from './payment-provider.ts'
import type { PaymentStore } from './payment-stores.ts'
import { chargeName, monthFrom, refundName } from './test-facts.ts'
import { wasGranted } from './verdict.ts'

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
