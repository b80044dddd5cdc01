import type { Payment } from './payment.ts'

/** Something that a customer gets a mail about. */
export interface PaymentNotice {
  /** `refunded` also in part; `renewal_failed`: the plan could not be renewed; the others as the statuses. */
  readonly kind: 'received' | 'refunded' | 'renewal_failed' | 'mismatch' | 'unclaimed'
  readonly accountId: string
  /** As it is now. */
  readonly payment: Payment
  /** What was taken, in the currency's smallest unit: with a discount less than the price; null: not known. */
  readonly charged: number | null
}

/** Called once for each, after it is recorded. What it throws is logged. */
export type Notify = (notice: PaymentNotice) => void | Promise<void>
