import { createHash } from 'node:crypto'
import { randomBase62 } from '@riftline/base/node'
import type { NewGrant, StandingGrant } from '@riftline/ledger'
import * as z from 'zod'
import { storedText } from '../storage/json-files.ts'
import type { Hint } from './payment-provider.ts'
import type { Item } from './plans.ts'

const text = z.string().regex(storedText)
const time = z.int()
const count = z.int().min(0)

/** Id of a payment, also the name of its file. */
export const paymentId: RegExp = /^pay_[0-9A-Za-z]{16}$/

/** `mismatch`: the payment differs from the sale. `unclaimed`: the account is deleted or banned. An operator refunds either. */
const status = z.enum([
  ...['open', 'granted', 'partly_refunded', 'refunded', 'disputed'],
  ...['mismatch', 'unclaimed', 'failed', 'expired'],
] as const)

export type PaymentStatus = z.infer<typeof status>

export const paymentSchema = z
  .strictObject({
    /** `pay_` and 16 base62 digits; also the idempotency key at the provider. */
    id: z.string().regex(paymentId),
    accountId: text.min(1),
    provider: z.enum(['test', 'stripe']),
    /** `pack:<id>` or `plan:<id>`; `unknown` when the purchase is not stored, as after a restore. */
    item: text,
    /** Name of the pack or plan at the time of sale. */
    name: text,
    credits: count,
    /** Amount in the currency's smallest unit. */
    amount: count,
    currency: text,
    status,
    /** One-time value of the form that opened the payment; null for a renewal. */
    form: text.nullable(),
    createdAt: time,
    updatedAt: time,
    /** Ref of the grant in the ledger, such as `stripe:<session>` or `stripe:<invoice>`; null until it is known. */
    ref: text.nullable(),
    /** URL where the customer pays; null once the checkout is over. */
    checkoutUrl: text.nullable(),
    /** Ids at the provider; null until it has assigned one. */
    session: text.nullable(),
    invoice: text.nullable(),
    subscription: text.nullable(),
    customer: text.nullable(),
    charge: text.nullable(),
    /** Paid period of a plan; its end is exclusive. */
    period: z.strictObject({ from: time, to: time }).readonly().nullable(),
    /** Amount refunded by the provider so far. */
    refundedAmount: count,
    /** Credits taken back in the ledger. */
    reversedCredits: count,
  })
  .readonly()

/** Top-up, or one paid period of a plan. Stored by ledger account, so it outlives the person. Times are milliseconds since 1970. */
export type Payment = z.infer<typeof paymentSchema>

/** Time for which an expired checkout stays in the list. */
export const expiredKeptMs: number = 30 * 86_400_000

export function isForgotten({ status, updatedAt }: Payment, now: number): boolean {
  return status === 'expired' && now - updatedAt >= expiredKeptMs
}

/** Change of a payment that its customer gets a mail about. */
export interface PaymentNotice {
  /** Kind of the change: `refunded` also in part; `renewal_failed` for a plan that could not be renewed; the others as `status`. */
  readonly kind: 'received' | 'refunded' | 'renewal_failed' | 'mismatch' | 'unclaimed'
  readonly accountId: string
  /** Payment after the change. */
  readonly payment: Payment
  /** Amount charged, in the currency's smallest unit; below the price when there was a discount. Null when unknown. */
  readonly charged: number | null
}

/** Called once for each notice, after it is recorded. Errors it throws are logged. */
export type Notify = (notice: PaymentNotice) => void | Promise<void>

/** Storage of payments, part of the people store. A change is durable once its promise resolves, and never partial. */
export interface PaymentStore {
  /** Adds a payment, once per id. Returns the stored payment of that id. */
  addPayment(payment: Payment): Promise<Payment>
  payment(id: string): Promise<Payment | null>
  /**
   * Changes a payment atomically, also across processes; null for an unknown id. `change` must be pure and may be called again:
   * its errors are rethrown, and nothing is written when it returns the same object.
   */
  changePayment(id: string, change: (payment: Payment) => Payment): Promise<Payment | null>
  /** Payments of one account, or all; oldest first. */
  payments(accountId?: string): Promise<readonly Payment[]>
  /** Page of an account's payments, newest first. */
  paymentPage(accountId: string, page: { readonly skip: number; readonly limit: number }): Promise<readonly Payment[]>
}

/** Part of the ledger that payments need. */
export interface PaymentLedger {
  /** Grants once per account and `ref`. Returns the stored grant of that ref. */
  grant(accountId: string, grant: NewGrant): Promise<Pick<StandingGrant, 'reversed'>>
  /** Takes back the unspent credits of a grant; a repeat returns the same number. */
  reverseGrant(accountId: string, ref: string, why: string): Promise<number>
}

interface Purchase extends Pick<Payment, 'accountId' | 'provider' | 'customer'> {
  readonly item: Item
  readonly form: string
}

/** Payment as a form opens it. */
export function newPayment({ accountId, provider, item, form, customer }: Purchase, now: number): Payment {
  const { name, credits, amount, currency } = item
  const id = checkoutPaymentId(accountId, form)
  const sold = { item: item.item, name, credits, amount, currency }
  return { id, accountId, provider, ...sold, form, customer, invoice: null, subscription: null, ...begunAt(now) }
}

/** Payment of a plan's later period: the item and price of its first payment. */
export function newRenewal(first: Payment, invoice: string, now: number): Payment {
  return { ...first, id: renewalPaymentId(invoice), form: null, invoice, ...begunAt(now) }
}

/** Item of a payment whose purchase is not stored. */
export const unknownItem = 'unknown'

/** Payment that the provider names but the store lost, as after a restore. Null when the provider cannot be asked about it. */
export function unknownPayment(hint: Hint, provider: Payment['provider'], now: number): Payment | null {
  const { payment, invoice, session = null } = hint
  if (!paymentId.test(payment) || (invoice === null && session === null)) return null
  const bought = { item: unknownItem, name: 'Unknown purchase', credits: 0, amount: 0, currency: '' }
  const names = { form: invoice === null ? payment : null, customer: null, invoice, subscription: null }
  const id = invoice === null ? payment : renewalPaymentId(invoice)
  return { id, accountId: 'unknown', provider, ...bought, ...names, ...begunAt(now), session }
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

/** Id of the payment that a form opens. Equal forms give the same id, even when two processes receive them at once. */
export function checkoutPaymentId(accountId: string, form: string): string {
  return namedPayment(`${accountId} form ${form}`)
}

/** Id of a later period's payment, derived from the invoice, so that processes that find it at once make one record. */
export function renewalPaymentId(invoice: string): string {
  return namedPayment(`invoice ${invoice}`)
}

function namedPayment(name: string): string {
  let round = 0
  const bytes = (size: number): Uint8Array =>
    createHash('shake256', { outputLength: size }).update(`riftline ${name} ${round++}`).digest()
  return `pay_${randomBase62(16, bytes)}`
}
