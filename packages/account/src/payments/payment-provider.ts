import { hasCode, RiftlineError } from '@riftline/base'
import type { Payment } from './payment.ts'

/** Facts of a payment as its provider states them now. All times are milliseconds since 1970. */
export interface PaymentFacts extends Pick<Payment, 'invoice' | 'subscription' | 'customer' | 'charge' | 'period'> {
  /** State of the payment: `paid` even if fully refunded since; `failed` or `expired` when it will not be paid any more as it stands. */
  readonly state: 'open' | 'paid' | 'failed' | 'expired'
  /** Whether an `open` payment is being made by a method that takes days, such as a debit. */
  readonly underWay?: boolean
  /** Ledger account named in the provider's object. */
  readonly accountId: string | null
  /** Price in the currency's smallest unit, before discounts and other deductions of the provider. */
  readonly amount: number | null
  /** Amount that was charged; null or absent when unknown. */
  readonly charged?: number | null
  readonly currency: string | null
  /** Ref of the grant in the ledger; null until the provider's object for it is known. */
  readonly ref: string | null
  readonly refundedAmount: number
  /** State of a dispute. `standing`: open or lost, so the money is gone. */
  readonly dispute: 'none' | 'standing' | 'won'
}

/** Payment to look at again: the payment with this id, or a later period of the plan that it began. */
export interface Hint {
  readonly payment: string
  /** Invoice of a later period; null for the payment itself. */
  readonly invoice: string | null
  /** Checkout session that names the payment; absent when none was read. */
  readonly session?: string
}

/** State of a plan. `unpaid`: a renewal failed and is being retried. */
export type PlanState = 'renews' | 'ends' | 'unpaid' | 'ended'

export type TestAction = 'pay' | 'decline' | 'refund'

/** Takes money. Repeating a call changes nothing more. Unless stated otherwise, calls throw `payment_provider_unreachable`. */
export interface PaymentProvider {
  readonly kind: Payment['provider']
  /** Origins that forms lead to. Browsers apply `form-action` to redirects after a form, too. */
  readonly formActionOrigins: readonly string[]
  /** Opens a checkout under the payment's id. @throws RiftlineError `checkout_changed` if a different one was opened under that id */
  openCheckout(payment: Payment, email: string): Promise<{ readonly session: string; readonly url: string }>
  /** Closes a checkout unless it is already over. */
  closeCheckout(payment: Payment): Promise<void>
  read(payment: Payment): Promise<PaymentFacts>
  /** Customer for an account's next payment; null creates a new one. */
  customerOf(payments: readonly Payment[]): string | null
  /** Reads the state of a plan. @param periods payments of one plan, oldest first, at least one */
  readPlan(periods: readonly Payment[]): Promise<PlanState>
  /** Changes a plan; `end` takes effect immediately. Returns false when the plan had already ended. */
  changePlan(periods: readonly Payment[], action: 'cancel' | 'keep' | 'end'): Promise<boolean>
  /** URL where people change their card; null when there is none. */
  portalUrl(customer: string): Promise<string | null>
  receiptUrl(payment: Payment): Promise<string | null>
  /** Reads an event: `refused` when the provider did not sign it, null when it concerns none of our payments. */
  readEvent(raw: Uint8Array, signature: string | null): Promise<Hint | 'refused' | null>
  /** Finds payments with recent changes that are not recorded yet, renewals included. @param payments all payments, oldest first */
  changes(payments: readonly Payment[]): Promise<readonly Hint[]>
  /** Acts on a test payment. Returns false when its state does not allow it. */
  act?(payment: Payment, action: TestAction): Promise<boolean>
}

export const unreachable = 'payment_provider_unreachable'
/** Code: a payment was made and has not arrived, so nothing may remove its owner yet. */
export const paymentUnderWay = 'payment_under_way'
/** Code: other processes changed the payment during every attempt to settle it; try again later (503). */
export const paymentBusy = 'payment_busy'

/** Error when the provider is unreachable, refuses our key or gives an unexpected answer; try again later (503). */
export function providerUnreachable(why: string, cause?: unknown): RiftlineError {
  return new RiftlineError(unreachable, `payment provider: ${why}`, { cause })
}

/** Message for an error after which the call can be repeated (503); null for any other error. */
export function whyLater(error: unknown): string | null {
  if (hasCode(error, unreachable)) return 'The payment provider does not answer.'
  return hasCode(error, paymentBusy) ? 'The payment is being changed right now.' : null
}
