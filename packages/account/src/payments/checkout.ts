import { RiftlineError } from '@riftline/base'
import { type Clock, createSerial } from '@riftline/base/node'
import { checkoutPaymentId, newPayment } from './new-payment.ts'
import type { Payment, PaymentStore } from './payment.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { PlanStanding } from './plan-standing.ts'
import { findItem, type Item, type Plans } from './plans.ts'
import type { Settling } from './settling.ts'

export interface CheckoutOptions {
  readonly provider: PaymentProvider
  readonly plans: Plans
  readonly store: PaymentStore
  readonly clock: Clock
  readonly settling: Settling
  readonly standing: PlanStanding
}

export interface Checkout {
  readonly accountId: string
  /** As the provider's page suggests it; kept nowhere. */
  readonly email: string
  readonly item: string
  /** One-time value: the same form gives the same payment. */
  readonly form: string
}

export type CheckoutResult =
  | { readonly kind: 'redirect'; readonly url: string; readonly payment: Payment }
  /** Nothing of that name is sold. */
  | { readonly kind: 'unknown_item' }
  /** The form's payment is over, or was of another item. */
  | { readonly kind: 'form_used' }
  /** The account has a plan, or one is being paid. */
  | { readonly kind: 'has_plan' }
  /** Five checkouts are open, or ten were opened within an hour. */
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

export interface Checkouts {
  /** @throws RiftlineError `payment_provider_unreachable`: nothing was opened, the same form may be sent again */
  open(checkout: Checkout): Promise<CheckoutResult>
  /**
   * Closes what an account has open, so that it can no longer be paid.
   * @returns what is open all the same: the money is under way
   * @throws as `open`
   */
  closeAll(accountId: string): Promise<readonly Payment[]>
  /** As `closeAll`, one. */
  close(payment: Payment): Promise<void>
}

export function createCheckouts(options: CheckoutOptions): Checkouts {
  const { provider, plans, store, clock, settling, standing } = options
  const inOrder = createSerialByKey()

  /** Closes what is open at the provider and gives what is open all the same: it is just being paid. */
  async function close(open: readonly Payment[]): Promise<readonly Payment[]> {
    const left: Payment[] = []
    for (const payment of open) {
      const isRenewal = payment.form === null
      if (payment.session === null && !isRenewal) {
        await expire(payment.id)
        continue
      }
      if (!isRenewal) await provider.closeCheckout(payment)
      const settled = await settling.settle(payment.id)
      if (settled?.status === 'open') left.push(settled)
    }
    return left
  }

  /** A payment whose checkout never began; one that is about to begin sees it. */
  async function expire(id: string): Promise<void> {
    await store.changePayment(id, (now) =>
      now.status === 'open' && now.session === null ? { ...now, status: 'expired', updatedAt: clock.now() } : now,
    )
  }

  async function openOf(accountId: string, except: string | null): Promise<readonly Payment[]> {
    const all = await store.payments(accountId)
    return all.filter(({ id, status, provider: at }) => status === 'open' && id !== except && at === provider.kind)
  }

  const openPlans = async (accountId: string, except: string): Promise<readonly Payment[]> =>
    (await openOf(accountId, except)).filter(({ item }) => item.startsWith('plan:'))

  async function begin(checkout: Checkout, item: Item): Promise<Payment> {
    const { accountId, form } = checkout
    const customer = provider.customerOf(await store.payments(accountId))
    const payment = newPayment({ accountId, provider: provider.kind, item, form, customer }, clock.now())
    const kept = await store.addPayment(payment)
    // Another process may have done the same meanwhile: one of the two, or neither, stays.
    if (item.kind === 'plan') await close(await openPlans(accountId, kept.id))
    return kept
  }

  async function lead(payment: Payment, email: string): Promise<CheckoutResult> {
    const opened = await provider.openCheckout(payment, email).catch(async (error: unknown) => {
      if (!(error instanceof RiftlineError && error.code === 'checkout_changed')) throw error
      await expire(payment.id)
      return null
    })
    if (opened === null) return { kind: 'form_used' }
    const { session, url } = opened
    const kept = await store.changePayment(payment.id, (now) =>
      now.status === 'open' && now.session === null
        ? { ...now, session, checkoutUrl: url, updatedAt: clock.now() }
        : now,
    )
    if (kept?.status === 'open') return { kind: 'redirect', url, payment: kept }
    await provider.closeCheckout({ ...payment, session })
    return { kind: 'form_used' }
  }

  return {
    open: (checkout) =>
      inOrder(checkout.accountId, async () => {
        const { accountId, email, form } = checkout
        const item = findItem(plans, checkout.item)
        if (item === null) return { kind: 'unknown_item' }
        const id = checkoutPaymentId(accountId, form)
        const earlier = await store.payment(id)
        if (earlier !== null && earlier.item !== item.item) return { kind: 'form_used' }
        if (earlier !== null && earlier.session !== null) {
          const now = await settling.settleSoon(id)
          if (now?.status !== 'open' || now.checkoutUrl === null) return { kind: 'form_used' }
          return { kind: 'redirect', url: now.checkoutUrl, payment: now }
        }
        if (item.kind === 'plan') {
          const left = await close(await openPlans(accountId, id))
          if (left.length > 0 || (await standing.hasPlan(accountId))) return { kind: 'has_plan' }
        }
        const wait = earlier === null ? waitOf(await store.payments(accountId), clock.now()) : 0
        if (wait > 0) return { kind: 'too_many', retryAfterSeconds: Math.ceil(wait / 1000) }
        const payment = earlier ?? (await begin(checkout, item))
        return payment.status === 'open' ? lead(payment, email) : { kind: 'form_used' }
      }),

    closeAll: (accountId) => inOrder(accountId, async () => close(await openOf(accountId, null))),
    close: ({ accountId, id }) =>
      inOrder(accountId, async () => {
        await close((await openOf(accountId, null)).filter((open) => open.id === id))
      }),
  }
}

const mostOpen = 5
const mostAnHour = 10
const hourMs = 3_600_000
/** After that a checkout is over at every provider. */
const checkoutMs = 24 * hourMs

/** Milliseconds until an account may open another checkout; 0: now. */
function waitOf(payments: readonly Payment[], now: number): number {
  const checkouts = payments.filter(({ form }) => form !== null)
  const waitFor = (group: readonly Payment[], most: number, ms: number): number => {
    const first = group.at(-most)
    return first === undefined ? 0 : Math.max(1000, first.createdAt + ms - now)
  }
  const recent = checkouts.filter(({ createdAt }) => now - createdAt < hourMs)
  const open = checkouts.filter(({ status }) => status === 'open')
  return Math.max(waitFor(recent, mostAnHour, hourMs), waitFor(open, mostOpen, checkoutMs))
}

/** What one account does comes one after the other. */
function createSerialByKey(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const serials = new Map<string, { readonly serial: ReturnType<typeof createSerial>; waiting: number }>()
  return async (key, task) => {
    const entry = serials.get(key) ?? { serial: createSerial(), waiting: 0 }
    serials.set(key, entry)
    entry.waiting += 1
    try {
      return await entry.serial(task)
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0) serials.delete(key)
    }
  }
}
