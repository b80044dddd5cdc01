/**
 * `mismatch`: money came in that does not fit what was sold. `unclaimed`: money came in for an account that nobody can use,
 * deleted or banned. Neither gives credits; an operator gives the money back.
 */
export type PaymentStatus =
  | 'open'
  | 'granted'
  | 'partly_refunded'
  | 'refunded'
  | 'disputed'
  | 'mismatch'
  | 'unclaimed'
  | 'failed'
  | 'expired'

/** A top-up, or one paid period of a plan. Kept by ledger account: it outlives the person. Times are milliseconds since 1970. */
export interface Payment {
  /** `pay_` and 16 base62 digits: also the idempotency key at the provider. */
  readonly id: string
  readonly accountId: string
  readonly provider: 'test' | 'stripe'
  /** `pack:<id>` or `plan:<id>`. */
  readonly item: string
  /** Of the pack or plan, as it was sold. */
  readonly name: string
  readonly credits: number
  /** In the currency's smallest unit. */
  readonly amount: number
  readonly currency: string
  readonly status: PaymentStatus
  /** One-time value of the form that opened it; null for a renewal. */
  readonly form: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** The grant's ref in the ledger, such as `stripe:<session>` or `stripe:<invoice>`; null before it is known. */
  readonly ref: string | null
  /** Where the customer pays; null once that is over. */
  readonly checkoutUrl: string | null
  /** Names at the provider; null where there is none (yet). */
  readonly session: string | null
  readonly invoice: string | null
  readonly subscription: string | null
  readonly customer: string | null
  readonly charge: string | null
  /** Of a plan: the paid period, end exclusive. */
  readonly period: { readonly from: number; readonly to: number } | null
  /** Amount given back by the provider so far. */
  readonly refundedAmount: number
  /** Credits taken back from the ledger. */
  readonly reversedCredits: number
}

/** So long a checkout that nobody paid stays in the list. */
export const expiredKeptMs: number = 30 * 86_400_000

export function isForgotten({ status, updatedAt }: Payment, now: number): boolean {
  return status === 'expired' && now - updatedAt >= expiredKeptMs
}
