import { RiftlineError } from '@riftline/base'
import { createSingle, errorFields, systemTimers, type Timers } from '@riftline/base/node'
import { type Checkout, type CheckoutResult, createCheckouts } from './checkout.ts'
import type { Payment } from './payment.ts'
import { type PaymentProvider, paymentUnderWay, type TestAction } from './payment-provider.ts'
import { type CurrentPlan, createPlanStanding } from './plan-standing.ts'
import type { Plans } from './plans.ts'
import type { SettleOptions } from './settle.ts'
import { createSettling, sweepPayments } from './settling.ts'

export interface PaymentsOptions extends Omit<SettleOptions, 'provider'> {
  /** Payment provider; null when nothing is sold. */
  readonly provider: PaymentProvider | null
  /** Plans and packs; null only without a provider. */
  readonly plans: Plans | null
  readonly timers?: Timers
}

/**
 * Payments as pages, webhook and account deletion use them. Unless stated otherwise a call may be repeated, and throws RiftlineError
 * `payment_provider_unreachable` or `payment_busy` (503) or the stores' errors.
 */
export interface Payments {
  readonly kind: 'none' | PaymentProvider['kind']
  /** Origins for `form-action` of the content security policy. */
  readonly formActionOrigins: readonly string[]
  readonly plans: Plans | null
  /** Opens a checkout. @returns `off` when nothing is sold (404); else as `CheckoutResult` */
  checkout(checkout: Checkout): Promise<CheckoutResult | { readonly kind: 'off' }>
  /** Brings an open payment up to date; one that is over is returned as stored. Null for an unknown id. Callers check the owner. */
  settle(id: string): Promise<Payment | null>
  /** Closes an unpaid checkout so that it can no longer be paid. @returns the payment afterwards */
  cancel(payment: Payment): Promise<Payment>
  /** Handles an event: 200, also for foreign events; 400 for a wrong signature; 404 without Stripe; 503 to retry. Never throws. */
  webhook(raw: Uint8Array, signature: string | null): Promise<{ readonly status: 200 | 400 | 404 | 503 }>
  /** Returns the current plan. Provider answers are cached for a minute; never throws because the provider is unreachable. */
  planOf(accountId: string): Promise<CurrentPlan | null>
  changePlan(accountId: string, action: 'cancel' | 'keep'): Promise<'changed' | 'no_plan'>
  /** URL of the card portal; null when nothing was paid yet or the provider has no portal. */
  portalUrl(accountId: string): Promise<string | null>
  /** URL of a receipt; null when there is none. The receipt of a test payment is its own page. */
  receiptUrl(payment: Payment): Promise<string | null>
  /** Acts on a test payment. Null for any other payment (404); `refused` when impossible, such as paying twice. */
  act(id: string, action: TestAction): Promise<'done' | 'refused' | null>
  /** Closes checkouts and ends the plan before a deletion. @throws RiftlineError `payment_under_way` if money is still on its way; the plan then stays */
  endPlan(accountId: string): Promise<void>
  /** Closes checkouts and stops all collection for a plan before a ban. Money already on its way may still arrive. */
  suspend(accountId: string): Promise<void>
  /** Settles payments that changed unseen. Never throws. */
  sweep(): Promise<void>
  /** Sweeps now and every ten minutes. */
  start(): void
  /** Resolves once no sweep is running. */
  stop(): Promise<void>
}

const sweepEveryMs = 600_000

export function createPayments(options: PaymentsOptions): Payments {
  const { provider, plans } = options
  return provider === null || plans === null ? { ...noPayments } : paymentsOf({ ...options, provider, plans })
}

type Sold = PaymentsOptions & { readonly provider: PaymentProvider; readonly plans: Plans }

function paymentsOf(options: Sold): Payments {
  const { provider, plans, store, clock, log, timers = systemTimers } = options
  const settling = createSettling(options)
  const standing = createPlanStanding({ provider, store, clock, timers })
  const checkouts = createCheckouts({ provider, plans, store, clock, settling, standing })
  const sweeping = createSingle(() => sweepPayments({ provider, store, settling, clock, log }))
  let stopTimer = (): void => {}

  return {
    kind: provider.kind,
    formActionOrigins: provider.formActionOrigins,
    plans,
    checkout: checkouts.open,

    async settle(id) {
      const payment = await store.payment(id)
      return payment?.status === 'open' ? settling.settleSoon(id) : payment
    },

    async cancel(payment) {
      await checkouts.close(payment.accountId, payment.id)
      return (await store.payment(payment.id)) ?? payment
    },

    async webhook(raw, signature) {
      if (provider.kind !== 'stripe') return { status: 404 }
      try {
        const hint = await provider.readEvent(raw, signature)
        if (hint === 'refused') return { status: 400 }
        standing.forget()
        if (hint !== null) await settling.settleHint(hint)
        return { status: 200 }
      } catch (error) {
        log({ level: 'error', event: 'payment_event_failed', ...errorFields(error) })
        return { status: 503 }
      }
    },

    planOf: standing.planOf,
    changePlan: async (accountId, action) => ((await standing.change(accountId, action)) ? 'changed' : 'no_plan'),

    async portalUrl(accountId) {
      const customer = provider.customerOf(await store.payments(accountId))
      return customer === null ? null : provider.portalUrl(customer)
    },

    receiptUrl: (payment) => provider.receiptUrl(payment),

    async act(id, action) {
      const payment = await store.payment(id)
      if (provider.act === undefined || payment?.provider !== provider.kind) return null
      const acted = await provider.act(payment, action)
      await settling.settle(id)
      return acted ? 'done' : 'refused'
    },

    async endPlan(accountId) {
      const [left] = await checkouts.close(accountId)
      if (left !== undefined) {
        const message = `payment ${left.id} is under way; try again when it has arrived or failed`
        throw new RiftlineError(paymentUnderWay, message)
      }
      await standing.change(accountId, 'end')
    },

    async suspend(accountId) {
      await checkouts.close(accountId)
      await standing.change(accountId, 'suspend')
    },

    sweep: sweeping.run,
    start() {
      stopTimer = timers.every(sweepEveryMs, () => void sweeping.run())
      void sweeping.run()
    },
    stop() {
      stopTimer()
      return sweeping.idle()
    },
  }
}

const noPayments: Payments = {
  kind: 'none',
  formActionOrigins: [],
  plans: null,
  checkout: async () => ({ kind: 'off' }),
  settle: async () => null,
  cancel: async (payment) => payment,
  webhook: async () => ({ status: 404 }),
  planOf: async () => null,
  changePlan: async () => 'no_plan',
  portalUrl: async () => null,
  receiptUrl: async () => null,
  act: async () => null,
  endPlan: async () => {},
  suspend: async () => {},
  sweep: async () => {},
  start() {},
  stop: async () => {},
}
