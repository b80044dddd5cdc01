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
  /** Null: nothing is sold. */
  readonly provider: PaymentProvider | null
  /** Null only without a provider. */
  readonly plans: Plans | null
  readonly timers?: Timers
}

/**
 * Payments as pages, the webhook and the deletion of an account use them. Unless said otherwise a call throws RiftlineError
 * `payment_provider_unreachable` or `payment_busy` (503), or what the stores throw, and may be repeated.
 */
export interface Payments {
  readonly kind: 'none' | PaymentProvider['kind']
  /** For `form-action` of the content policy. */
  readonly formActionOrigins: readonly string[]
  readonly plans: Plans | null
  /** @returns `off`: nothing is sold (404); else as `CheckoutResult` */
  checkout(checkout: Checkout): Promise<CheckoutResult | { readonly kind: 'off' }>
  /** Brings an open payment up to date; for one that is over the provider is not asked. Null: unknown. Callers check whose it is. */
  settle(id: string): Promise<Payment | null>
  /** Closes a checkout that nobody paid, so that nobody can pay it any more. @returns the payment as it is then */
  cancel(payment: Payment): Promise<Payment>
  /** 200 also for events of others, 400 for a wrong signature, 404 without Stripe, 503 when something is out of reach. Never throws. */
  webhook(raw: Uint8Array, signature: string | null): Promise<{ readonly status: 200 | 400 | 404 | 503 }>
  /** Does not throw while the provider is out of reach; what it said is believed for a minute. */
  planOf(accountId: string): Promise<CurrentPlan | null>
  changePlan(accountId: string, action: 'cancel' | 'keep'): Promise<'changed' | 'no_plan'>
  /** Null: nothing was paid yet, or the provider has no such page. */
  portalUrl(accountId: string): Promise<string | null>
  /** Null: none; a test payment's receipt is its own page. */
  receiptUrl(payment: Payment): Promise<string | null>
  /** Null: no test payment (404). `refused`: not possible as things are, such as to pay twice. */
  act(id: string, action: TestAction): Promise<'done' | 'refused' | null>
  /** For deletion: no checkout stays open, no plan renews. @throws RiftlineError `payment_under_way`: a payment has not arrived; the plan goes on */
  endPlan(accountId: string): Promise<void>
  /** For a ban: no checkout is open, and nothing is collected for a plan any more. What is under way may still arrive. */
  suspend(accountId: string): Promise<void>
  /** Never throws. */
  sweep(): Promise<void>
  /** Sweeps now and every ten minutes. */
  start(): void
  /** Resolves when no sweep runs any more. */
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
