import { invalidArgument } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import { isLoopbackUrl, originOf } from '../urls.ts'
import { renewalPaymentId } from './new-payment.ts'
import type { Payment, PaymentStore } from './payment.ts'
import type { PaymentProvider, PlanState } from './payment-provider.ts'
import {
  actOnTestPayment,
  closed,
  isFirstOfPlan,
  periodNumber,
  readTestPayment,
  refundName,
  renewalInvoice,
} from './test-payments.ts'

export interface TestProviderOptions {
  readonly store: PaymentStore
  readonly clock: Clock
  /** Origin of the account page; a loopback address. */
  readonly accountUrl: string
}

/**
 * Pretends to take money: no money moves. Its page is `/credits/test/<payment>` of the account page, and what it knows is
 * in the payments themselves: `charge` once one is paid or refunded, `subscription` is the plan's first payment and the
 * `customer` of that says whether it renews.
 *
 * @throws RiftlineError `invalid_argument` for an account page that others can reach
 */
export function createTestProvider({ store, clock, ...options }: TestProviderOptions): PaymentProvider {
  const accountUrl = originOf(options.accountUrl)
  if (!isLoopbackUrl(accountUrl))
    throw invalidArgument('accountUrl', 'a loopback address for test payments', accountUrl)

  function planState(periods: readonly Payment[]): PlanState {
    const [first] = periods
    if (first === undefined || first.charge === null || first.customer === 'ended') return 'ended'
    if (first.customer === 'renews') return 'renews'
    return clock.now() < (periods.at(-1)?.period?.to ?? 0) ? 'ends' : 'ended'
  }

  return {
    kind: 'test',
    formActionOrigins: [],
    openCheckout: async ({ id }) => ({ session: `test_${id}`, url: `${accountUrl}/credits/test/${id}` }),

    async closeCheckout({ id }) {
      await store.changePayment(id, (now) =>
        now.status === 'open' && now.charge === null ? { ...now, ...closed('expired', clock.now()) } : now,
      )
    },

    read: async (payment) => readTestPayment(payment, await firstOf(payment), clock.now()),
    customerOf: () => null,
    readPlan: async (periods) => planState(periods),

    async changePlan(periods, action) {
      const [first] = periods
      if (first === undefined || planState(periods) === 'ended') return false
      const customer = { cancel: 'ends', keep: 'renews', end: 'ended' }[action]
      await store.changePayment(first.id, (now) => ({ ...now, customer, updatedAt: clock.now() }))
      return true
    },

    portalUrl: async () => null,
    receiptUrl: async () => null,
    readEvent: async () => 'refused',

    async changes(payments) {
      // A crash came between the refund and its record.
      const refunded = payments.filter((payment) => payment.charge === refundName(payment))
      const known = new Set(payments.map(({ id }) => id))
      const renewed = payments.flatMap((first) => {
        if (!isFirstOfPlan(first) || first.customer !== 'renews') return []
        const number = periodNumber(first.period.from, clock.now())
        const invoice = renewalInvoice(first.id, number)
        return number < 1 || known.has(renewalPaymentId(invoice)) ? [] : [{ payment: first.id, invoice }]
      })
      return [
        ...refunded.filter(({ status }) => status !== 'refunded').map(({ id }) => ({ payment: id, invoice: null })),
        ...renewed,
      ]
    },

    act: (payment, action) => actOnTestPayment(store, payment, action, clock.now()),
  }

  async function firstOf({ form, subscription }: Payment): Promise<Payment | null> {
    return form !== null || subscription === null ? null : store.payment(subscription)
  }
}
