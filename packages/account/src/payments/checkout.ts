import { dayMs, hourMs, nullFor } from '@riftline/base'
import { createInTurn } from '../limits/turns.ts'
import { checkoutPaymentId, newPayment, type Payment } from './payment.ts'
import type { PlanStanding } from './plan-standing.ts'
import { findItem, type Item, type Plans } from './plans.ts'
import type { SettleOptions } from './settle.ts'
import type { Settling } from './settling.ts'

interface CheckoutOptions extends Pick<SettleOptions, 'provider' | 'store' | 'clock'> {
  readonly plans: Plans
  readonly settling: Settling
  readonly standing: PlanStanding
}

export interface Checkout {
  readonly accountId: string
  /** E-mail suggested on the provider's page; it is not stored. */
  readonly email: string
  readonly item: string
  /** One-time value of the form. Equal values give the same payment. */
  readonly form: string
}

export type CheckoutResult =
  | { readonly kind: 'redirect'; readonly url: string; readonly payment: Payment }
  | { readonly kind: 'unknown_item' }
  /** The form's payment is over, or was for another item. */
  | { readonly kind: 'form_used' }
  /** The account has a plan, or a checkout for one is being paid. */
  | { readonly kind: 'has_plan' }
  /** Five checkouts are open, or ten were opened within an hour. */
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

/** Creates the functions that open and close checkouts. Each may throw RiftlineError `payment_provider_unreachable` and be repeated. */
export function createCheckouts(options: CheckoutOptions) {
  const inTurn = createInTurn()
  return {
    open: (checkout: Checkout): Promise<CheckoutResult> =>
      inTurn(checkout.accountId, () => openCheckout(options, checkout)),
    /** Closes the open payments of an account, or one of them. @returns payments that stay open because their money is under way */
    close: (accountId: string, id?: string): Promise<readonly Payment[]> =>
      inTurn(accountId, async () => {
        const open = await openOf(options, accountId)
        return closeOpen(options, id === undefined ? open : open.filter((payment) => payment.id === id))
      }),
  }
}

async function openCheckout(options: CheckoutOptions, checkout: Checkout): Promise<CheckoutResult> {
  const { settling, plans, store } = options
  const item = findItem(plans, checkout.item)
  if (item === null) return { kind: 'unknown_item' }
  const id = checkoutPaymentId(checkout.accountId, checkout.form)
  const earlier = await store.payment(id)
  if (earlier !== null && earlier.item !== item.item) return { kind: 'form_used' }
  if (earlier === null || earlier.session === null) return openNew(options, checkout, item, earlier)
  const now = await settling.settleSoon(id)
  if (now?.status !== 'open' || now.checkoutUrl === null) return { kind: 'form_used' }
  return { kind: 'redirect', url: now.checkoutUrl, payment: now }
}

/** Opens a checkout at the provider, for a new payment or for one that an interrupted call recorded (`earlier`). */
async function openNew(
  options: CheckoutOptions,
  checkout: Checkout,
  item: Item,
  earlier: Payment | null,
): Promise<CheckoutResult> {
  const { store, clock, standing } = options
  const { accountId, email, form } = checkout
  if (item.kind === 'plan') {
    const left = await closeOpen(options, await openPlans(options, accountId, checkoutPaymentId(accountId, form)))
    if (left.length > 0 || (await standing.hasPlan(accountId))) return { kind: 'has_plan' }
  }
  const wait = earlier === null ? waitOf(await store.payments(accountId), clock.now()) : 0
  if (wait > 0) return { kind: 'too_many', retryAfterSeconds: Math.ceil(wait / 1000) }
  const payment = earlier ?? (await record(options, checkout, item))
  return payment.status === 'open' ? openAtProvider(options, payment, email) : { kind: 'form_used' }
}

async function record(options: CheckoutOptions, { accountId, form }: Checkout, item: Item): Promise<Payment> {
  const { provider, store, clock } = options
  const customer = provider.customerOf(await store.payments(accountId))
  const payment = newPayment({ accountId, provider: provider.kind, item, form, customer }, clock.now())
  const recorded = await store.addPayment(payment)
  // Another process may have opened a plan at the same time: at most one of the two stays.
  if (item.kind === 'plan') await closeOpen(options, await openPlans(options, accountId, recorded.id))
  return recorded
}

async function openAtProvider(options: CheckoutOptions, payment: Payment, email: string): Promise<CheckoutResult> {
  const { provider } = options
  const opened = await nullFor(provider.openCheckout(payment, email), 'checkout_changed')
  if (opened === null) {
    await changeUnopened(options, payment.id, { status: 'expired' })
    return { kind: 'form_used' }
  }
  const { session, url } = opened
  const recorded = await changeUnopened(options, payment.id, { session, checkoutUrl: url })
  if (recorded?.status === 'open') return { kind: 'redirect', url, payment: recorded }
  await provider.closeCheckout({ ...payment, session })
  return { kind: 'form_used' }
}

/** Closes open payments at the provider. @returns payments that stay open because they are being paid */
async function closeOpen(options: CheckoutOptions, open: readonly Payment[]): Promise<readonly Payment[]> {
  const { provider, settling } = options
  const left: Payment[] = []
  for (const payment of open) {
    const isRenewal = payment.form === null
    if (payment.session === null && !isRenewal) {
      await changeUnopened(options, payment.id, { status: 'expired' })
      continue
    }
    if (!isRenewal) await provider.closeCheckout(payment)
    const settled = await settling.settle(payment.id)
    if (settled?.status === 'open') left.push(settled)
  }
  return left
}

/** Changes a payment whose checkout is not open yet; a concurrent call that is about to open it sees the change. */
function changeUnopened({ store, clock }: CheckoutOptions, id: string, changes: Partial<Payment>) {
  return store.changePayment(id, (now) =>
    now.status === 'open' && now.session === null ? { ...now, ...changes, updatedAt: clock.now() } : now,
  )
}

async function openOf({ store, provider }: CheckoutOptions, accountId: string): Promise<readonly Payment[]> {
  const all = await store.payments(accountId)
  return all.filter((payment) => payment.status === 'open' && payment.provider === provider.kind)
}

async function openPlans(options: CheckoutOptions, accountId: string, except: string): Promise<readonly Payment[]> {
  const open = await openOf(options, accountId)
  return open.filter(({ id, item }) => id !== except && item.startsWith('plan:'))
}

const mostOpen = 5
const mostAnHour = 10

/** Milliseconds until an account may open another checkout; 0 when it may now. */
function waitOf(payments: readonly Payment[], now: number): number {
  const checkouts = payments.filter(({ form }) => form !== null)
  const waitFor = (group: readonly Payment[], most: number, ms: number): number => {
    const first = group.at(-most)
    return first === undefined ? 0 : Math.max(1000, first.createdAt + ms - now)
  }
  const recent = checkouts.filter(({ createdAt }) => now - createdAt < hourMs)
  const open = checkouts.filter(({ status }) => status === 'open')
  return Math.max(waitFor(recent, mostAnHour, hourMs), waitFor(open, mostOpen, dayMs))
}
