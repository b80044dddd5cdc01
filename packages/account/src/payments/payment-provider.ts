import { hasCode, RiftlineError } from '@riftline/base'
import type { Payment } from './payment.ts'

/** Facts of a payment as its provider states them now. All times are milliseconds since 1970. */
export interface PaymentFacts extends Pick<Payment, 'invoice' | 'subscription' | 'customer' | 'charge' | 'period'> {
  /** `paid` also when all of it was given back since; `failed` and `expired`: it will not be paid as things are. */
  readonly state: 'open' | 'paid' | 'failed' | 'expired'
  /** `open`, and an attempt to pay was made that takes days, as a debit does. */
  readonly underWay?: boolean
  /** The ledger account that the provider's object names. */
  readonly accountId: string | null
  /** Price in the currency's smallest unit, before discounts and other deductions of the provider. */
  readonly amount: number | null
  /** Amount that was taken; null or absent: not known. */
  readonly charged?: number | null
  readonly currency: string | null
  /** Under which the ledger grants it; null while the provider's object for it is not known. */
  readonly ref: string | null
  readonly refundedAmount: number
  /** `standing`: under way or lost, the money is gone. */
  readonly dispute: 'none' | 'standing' | 'won'
}

/** A payment to look at again: the one of this id, or that of a later period of the plan it began. */
export interface Hint {
  readonly payment: string
  /** Invoice of a later period; null: the payment itself. */
  readonly invoice: string | null
  /** Checkout that names the payment; absent where none was read. */
  readonly session?: string
}

/** `unpaid`: a renewal failed and is tried again. */
export type PlanState = 'renews' | 'ends' | 'unpaid' | 'ended'

export type TestAction = 'pay' | 'decline' | 'refund'

/** Takes money. Every call may be repeated: it then changes nothing more. Errors are `payment_provider_unreachable` if not said otherwise. */
export interface PaymentProvider {
  readonly kind: Payment['provider']
  /** Where forms may lead: browsers hold redirects of a form to `form-action`, too. */
  readonly formActionOrigins: readonly string[]
  /** Opens a checkout under the payment's id. @throws RiftlineError `checkout_changed` when another one was opened under it */
  openCheckout(payment: Payment, email: string): Promise<{ readonly session: string; readonly url: string }>
  /** Closes a checkout, unless it is over. */
  closeCheckout(payment: Payment): Promise<void>
  read(payment: Payment): Promise<PaymentFacts>
  /** The customer that a further payment of an account goes to; null: a new one. */
  customerOf(payments: readonly Payment[]): string | null
  /** @param periods payments of one plan, oldest first, at least one */
  readPlan(periods: readonly Payment[]): Promise<PlanState>
  /** `end` is at once. False: the plan has ended before. */
  changePlan(periods: readonly Payment[], action: 'cancel' | 'keep' | 'end'): Promise<boolean>
  /** Where people change their card; null: nowhere. */
  portalUrl(customer: string): Promise<string | null>
  receiptUrl(payment: Payment): Promise<string | null>
  /** `refused`: not from the provider. Null: of no payment of ours. */
  readEvent(raw: Uint8Array, signature: string | null): Promise<Hint | 'refused' | null>
  /** Payments with recent changes that are not recorded, renewals included. `payments` are all, oldest first. */
  changes(payments: readonly Payment[]): Promise<readonly Hint[]>
  /** Acts on a test payment. False: not possible in its state. */
  act?(payment: Payment, action: TestAction): Promise<boolean>
}

export const unreachable = 'payment_provider_unreachable'
/** A payment was made and has not arrived: what would leave it without an owner waits for it. */
export const paymentUnderWay = 'payment_under_way'
/** Others changed a payment each time that it was settled: try again later (503). */
export const paymentBusy = 'payment_busy'

/** The provider cannot be reached, refuses our key or answers something else than it should: try again later (503). */
export function providerUnreachable(why: string, cause?: unknown): RiftlineError {
  return new RiftlineError(unreachable, `payment provider: ${why}`, { cause })
}

/** Text of a page for an error after which the call can be repeated (503); null for another error. */
export function whyLater(error: unknown): string | null {
  if (hasCode(error, unreachable)) return 'The payment provider does not answer.'
  return hasCode(error, paymentBusy) ? 'The payment is being changed right now.' : null
}
