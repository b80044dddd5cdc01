import type { Payment } from './payment.ts'

/** Something that a customer gets a mail about. */
export interface PaymentNotice {
  /** `refunded` also in part; `renewal_failed`: the plan could not be renewed. */
  readonly kind: 'received' | 'refunded' | 'renewal_failed'
  readonly accountId: string
  /** As it is now. */
  readonly payment: Payment
}

/** Called once for each, after it is recorded. What it throws is logged. */
export type Notify = (notice: PaymentNotice) => void | Promise<void>
