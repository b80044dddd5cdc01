import * as z from 'zod'
import { storedText } from '../storage/document.ts'
import type { Payment, PaymentStatus } from './payment.ts'

const text = z.string().regex(storedText)
const time = z.int()
const count = z.int().min(0)

/** A status that is missing here, or in the type, does not compile. */
const statuses: { readonly [Status in PaymentStatus]: Status } = {
  open: 'open',
  granted: 'granted',
  partly_refunded: 'partly_refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  mismatch: 'mismatch',
  unclaimed: 'unclaimed',
  failed: 'failed',
  expired: 'expired',
}

/** The name of a payment, and of its file. */
export const paymentId: RegExp = /^pay_[0-9A-Za-z]{16}$/

export const paymentSchema: z.ZodType<Payment> = z.strictObject({
  id: z.string().regex(paymentId),
  accountId: text.min(1),
  provider: z.enum(['test', 'stripe']),
  item: text,
  name: text,
  credits: count,
  amount: count,
  currency: text,
  status: z.enum(statuses),
  form: text.nullable(),
  createdAt: time,
  updatedAt: time,
  ref: text.nullable(),
  checkoutUrl: text.nullable(),
  session: text.nullable(),
  invoice: text.nullable(),
  subscription: text.nullable(),
  customer: text.nullable(),
  charge: text.nullable(),
  period: z.strictObject({ from: time, to: time }).nullable(),
  refundedAmount: count,
  reversedCredits: count,
})
