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

/** The name of a payment, and of its file. */
export const paymentId: RegExp = /^pay_[0-9A-Za-z]{16}$/

/** `mismatch`: the money does not fit what was sold. `unclaimed`: its account is deleted or banned. An operator gives either back. */
const status = z.enum([
  ...['open', 'granted', 'partly_refunded', 'refunded', 'disputed'],
  ...['mismatch', 'unclaimed', 'failed', 'expired'],
] as const)

export type PaymentStatus = z.infer<typeof status>

export const paymentSchema = z
  .strictObject({
    /** `pay_` and 16 base62 digits: also the idempotency key at the provider. */
    id: z.string().regex(paymentId),
    accountId: text.min(1),
    provider: z.enum(['test', 'stripe']),
    /** `pack:<id>` or `plan:<id>`; `unknown` where the purchase is not stored, as after a restore. */
    item: text,
    /** Name of the pack or plan, as it was sold. */
    name: text,
    credits: count,
    /** In the currency's smallest unit. */
    amount: count,
    currency: text,
    status,
    /** One-time value of the form that opened it; null for a renewal. */
    form: text.nullable(),
    createdAt: time,
    updatedAt: time,
    /** The grant's ref in the ledger, such as `stripe:<session>` or `stripe:<invoice>`; null before it is known. */
    ref: text.nullable(),
    /** Where the customer pays; null once that is over. */
    checkoutUrl: text.nullable(),
    /** Names at the provider; null where there is none (yet). */
    session: text.nullable(),
    invoice: text.nullable(),
    subscription: text.nullable(),
    customer: text.nullable(),
    charge: text.nullable(),
    /** Paid period of a plan, end exclusive. */
    period: z.strictObject({ from: time, to: time }).readonly().nullable(),
    /** Amount given back by the provider so far. */
    refundedAmount: count,
    /** Credits taken back from the ledger. */
    reversedCredits: count,
  })
  .readonly()

/** A top-up, or one paid period of a plan. Kept by ledger account: it outlives the person. Times are milliseconds since 1970. */
export type Payment = z.infer<typeof paymentSchema>

/** Time for which a checkout that nobody paid stays in the list. */
export const expiredKeptMs: number = 30 * 86_400_000

export function isForgotten({ status, updatedAt }: Payment, now: number): boolean {
  return status === 'expired' && now - updatedAt >= expiredKeptMs
}

/** Something that a customer gets a mail about. */
export interface PaymentNotice {
  /** `refunded` also in part; `renewal_failed`: the plan could not be renewed; the others as the statuses. */
  readonly kind: 'received' | 'refunded' | 'renewal_failed' | 'mismatch' | 'unclaimed'
  readonly accountId: string
  /** As it is now. */
  readonly payment: Payment
  /** Amount that was taken, in the currency's smallest unit; with a discount less than the price. Null: not known. */
  readonly charged: number | null
}

/** Called once for each, after it is recorded. What it throws is logged. */
export type Notify = (notice: PaymentNotice) => void | Promise<void>

/** Where payments are kept: with the people. Whatever a promise resolves is durable, and a change is whole or not there. */
export interface PaymentStore {
  /** Once per id: gives what is kept under it. */
  addPayment(payment: Payment): Promise<Payment>
  payment(id: string): Promise<Payment | null>
  /**
   * Changes a payment atomically, also among processes; null where there is none. `change` is pure and may be called again: what it
   * throws is thrown here, and the same object writes nothing.
   */
  changePayment(id: string, change: (payment: Payment) => Payment): Promise<Payment | null>
  /** Payments of one account, or all; oldest first. */
  payments(accountId?: string): Promise<readonly Payment[]>
  /** A part of an account's payments, newest first. */
  paymentPage(accountId: string, page: { readonly skip: number; readonly limit: number }): Promise<readonly Payment[]>
}

/** The part of the ledger that payments need. */
export interface PaymentLedger {
  /** Once per account and `ref`: gives the grant that has it. */
  grant(accountId: string, grant: NewGrant): Promise<Pick<StandingGrant, 'reversed'>>
  /** Takes back what is unspent; a repeat gives the same number. */
  reverseGrant(accountId: string, ref: string, why: string): Promise<number>
}

interface Purchase extends Pick<Payment, 'accountId' | 'provider' | 'customer'> {
  readonly item: Item
  readonly form: string
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

/** Item of a purchase that is not stored. */
export const unknownItem = 'unknown'

/** Payment that a provider names and the store lost, as after a restore. Null: the provider cannot be asked for it. */
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

/** The payment that a form opens: the same form has the same, also when it is sent twice at once to two processes. */
export function checkoutPaymentId(accountId: string, form: string): string {
  return namedPayment(`${accountId} form ${form}`)
}

/** The payment of a later period of a plan: whoever finds the invoice first makes the one record of it. */
export function renewalPaymentId(invoice: string): string {
  return namedPayment(`invoice ${invoice}`)
}

function namedPayment(name: string): string {
  let round = 0
  const bytes = (size: number): Uint8Array =>
    createHash('shake256', { outputLength: size }).update(`riftline ${name} ${round++}`).digest()
  return `pay_${randomBase62(16, bytes)}`
}
