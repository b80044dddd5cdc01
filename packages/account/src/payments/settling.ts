import { createCoalescing } from './coalesce.ts'
import { newRenewal } from './new-payment.ts'
import type { Payment } from './payment.ts'
import { renewalPaymentId } from './payment-id.ts'
import type { Hint } from './payment-provider.ts'
import { type SettleOptions, settleOnce } from './settle.ts'

export interface Settling {
  /** As `settleOnce`; calls at once for one payment share a round. */
  settle(id: string): Promise<Payment | null>
  /** Settles what a hint points to; a paid or failed renewal gets its record here. */
  settleHint(hint: Hint): Promise<void>
}

export function createSettling(options: SettleOptions): Settling {
  const { store, provider, clock, log } = options
  const settle = createCoalescing((id) => settleOnce(options, id))

  return {
    settle,
    async settleHint({ payment: id, invoice }) {
      const first = await store.payment(id)
      if (first === null) {
        log({ level: 'warn', event: 'payment_unknown', payment: id })
        return
      }
      if (invoice === null) return void (await settle(id))
      const renewalId = renewalPaymentId(invoice)
      if ((await store.payment(renewalId)) === null) {
        const renewal = newRenewal(first, invoice, clock.now())
        // An invoice that is only being made is no payment yet.
        if ((await provider.read(renewal)).state === 'open') return
        await store.addPayment(renewal)
      }
      await settle(renewalId)
    },
  }
}
