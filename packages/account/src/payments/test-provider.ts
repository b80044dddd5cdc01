import { invalidArgument } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import { isLoopbackUrl, originOf } from '../urls.ts'
import { type Payment, type PaymentStore, renewalPaymentId } from './payment.ts'
import type { PaymentFacts, PaymentProvider, PlanState, TestAction } from './payment-provider.ts'
import { wasGranted } from './settle.ts'

export interface TestProviderOptions {
  readonly store: PaymentStore
  readonly clock: Clock
  /** Origin of the account page; must be a loopback address. */
  readonly accountUrl: string
}

/**
 * Simulates payments on the page `/credits/test/<payment>`. Its whole state is stored in the payments: `charge` once one is paid or
 * refunded; `subscription` is the plan's first payment, whose `customer` says whether the plan renews.
 * @throws RiftlineError `invalid_argument` if the account page is not on a loopback address
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

    async read(payment) {
      const { form, subscription } = payment
      const first = form !== null || subscription === null ? null : await store.payment(subscription)
      return readTestPayment(payment, first, clock.now())
    },
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
      // Refunds whose record was lost in a crash.
      const refunded = payments.filter(
        (payment) => payment.charge === refundName(payment) && payment.status !== 'refunded',
      )
      const known = new Set(payments.map(({ id }) => id))
      const renewed = payments.flatMap((first) => {
        if (!isFirstOfPlan(first) || first.customer !== 'renews') return []
        const number = periodNumber(first.period.from, clock.now())
        const invoice = renewalInvoice(first.id, number)
        return number < 1 || known.has(renewalPaymentId(invoice)) ? [] : [{ payment: first.id, invoice }]
      })
      return [...refunded.map(({ id }) => ({ payment: id, invoice: null })), ...renewed]
    },

    async act({ id }, action) {
      let acted = false
      await store.changePayment(id, (payment) => {
        const changes = changesOf(payment, action, clock.now())
        acted = changes !== null
        return changes === null ? payment : { ...payment, ...changes, updatedAt: clock.now() }
      })
      return acted
    },
  }
}

/** Time for which a test payment may be paid, equal to Stripe's checkouts. */
const checkoutMs = 86_400_000

/** Facts of a test payment. @param first payment that began the plan, for a later period */
function readTestPayment(payment: Payment, first: Payment | null, now: number): PaymentFacts {
  const { accountId, amount, currency, invoice, subscription, customer } = payment
  const period = first === null ? payment.period : renewedPeriod(first, invoice)
  const charge = first === null ? payment.charge : (payment.charge ?? chargeName(payment))
  const isOver = now - payment.createdAt >= checkoutMs
  return {
    state: charge !== null ? 'paid' : isOver ? 'expired' : 'open',
    ...{ accountId, amount, currency, ref: charge === null ? null : `test:${payment.id}` },
    ...{ invoice, subscription, customer, charge, period },
    refundedAmount: charge === refundName(payment) ? amount : 0,
    dispute: 'none',
  }
}

const chargeName = ({ id }: Payment): string => `test_ch_${id}`
const refundName = ({ id }: Payment): string => `test_re_${id}`

const renewalInvoice = (first: string, number: number): string => `test_in_${first}_${number}`

export const monthFrom = (from: number): NonNullable<Payment['period']> => ({ from, to: addMonths(from, 1) })

/** Number of whole periods that are over in a plan that began at `from`. */
function periodNumber(from: number, now: number): number {
  let number = 0
  while (addMonths(from, number + 1) <= now) number += 1
  return number
}

function isFirstOfPlan(payment: Payment): payment is Payment & { readonly period: { readonly from: number } } {
  return payment.id === payment.subscription && payment.period !== null
}

function renewedPeriod(first: Payment, invoice: string | null): Payment['period'] {
  const number = Number(invoice?.split('_').at(-1))
  const from = first.period?.from
  if (from === undefined || !Number.isSafeInteger(number)) return null
  return { from: addMonths(from, number), to: addMonths(from, number + 1) }
}

/** Adds months in UTC. A day that the target month lacks becomes its last day, as card billing does. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

const closed = (status: 'failed' | 'expired', now: number): Partial<Payment> => ({
  status,
  checkoutUrl: null,
  updatedAt: now,
})

function changesOf(payment: Payment, action: TestAction, now: number): Partial<Payment> | null {
  const { id, item, status, charge } = payment
  if (action === 'refund') {
    return wasGranted(payment) && charge === chargeName(payment) ? { charge: refundName(payment) } : null
  }
  if (status !== 'open' || charge !== null) return null
  if (action === 'decline') return closed('failed', now)
  const plan = item.startsWith('plan:') ? { subscription: id, customer: 'renews', period: monthFrom(now) } : {}
  return { charge: chargeName(payment), ...plan }
}
