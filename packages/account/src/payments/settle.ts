import { isDeepStrictEqual } from 'node:util'
import { nullFor, RiftlineError } from '@riftline/base'
import { type Clock, errorFields, type Log } from '@riftline/base/node'
import {
  type Notify,
  type Payment,
  type PaymentLedger,
  type PaymentNotice,
  type PaymentStatus,
  type PaymentStore,
  unknownItem,
} from './payment.ts'
import { grantCredits, type PaidCredits, takeBackCredits } from './payment-grants.ts'
import { type PaymentFacts, type PaymentProvider, paymentBusy } from './payment-provider.ts'

export interface SettleOptions {
  readonly provider: PaymentProvider
  readonly store: PaymentStore
  readonly ledger: PaymentLedger
  readonly clock: Clock
  readonly log: Log
  readonly notify: Notify
  /** Tells whether an account's credits can be used: it has a person and no ban. Absent: always true. */
  readonly isUsable?: (accountId: string) => Promise<boolean>
}

/** More rounds than concurrent settlers can explain. */
const mostRounds = 50

/**
 * Brings a payment to the state its provider reports: first the ledger, where each ref counts once, then the record. If another
 * process changed the record meanwhile, the next round repairs both. @returns null for an unknown id
 * @throws RiftlineError `payment_provider_unreachable`, `payment_busy`; StorageError
 */
export async function settleOnce(options: SettleOptions, id: string): Promise<Payment | null> {
  const { provider, store, clock } = options
  for (let round = 0; round < mostRounds; round++) {
    const before = await store.payment(id)
    if (before === null || before.provider !== provider.kind) return before
    const facts = await provider.read(before)
    const verdict = verdictOf(before, facts)
    const settled = await settleLedger(options, withNames(before, facts), verdict, facts)
    const same = isDeepStrictEqual(settled.payment, before)
    const after = same ? before : { ...settled.payment, updatedAt: clock.now() }
    let isOurs = false
    await store.changePayment(id, (now) => {
      isOurs = isDeepStrictEqual(now, before)
      return isOurs && !same ? after : now
    })
    if (!isOurs) continue
    report(options, before, after, settled.fault)
    for (const notice of noticesOf(before, after, facts)) await tell(options, notice)
    return after
  }
  throw new RiftlineError(paymentBusy, `payment ${id} was changed by others ${mostRounds} times`)
}

interface Settled {
  readonly payment: Payment
  /** Reason why a payment that arrived gave no credits; null when it did, or when none arrived. */
  readonly fault: string | null
}

async function settleLedger(
  { ledger, clock, isUsable }: SettleOptions,
  payment: Payment,
  { status, mismatch }: Verdict,
  facts: PaymentFacts,
): Promise<Settled> {
  const settled = (changes: Partial<Payment>, fault: string | null = null): Settled => ({
    payment: { ...payment, status, ...changes },
    fault,
  })
  if (mismatch !== null) return settled({}, mismatch)
  if (facts.state !== 'paid') return settled({})
  const paid = creditsOf(payment)
  if (paid === null) {
    if (status === 'refunded') return settled({})
    const fault = payment.item === unknownItem ? 'unknown' : 'period'
    return settled({ status: wasGranted(payment) ? payment.status : 'mismatch' }, fault)
  }
  if (status === 'refunded' || status === 'disputed') {
    return settled({ reversedCredits: await takeBackCredits(ledger, paid, `payment ${status}`) })
  }
  // Credits of an unusable account are not granted: the money is refunded, or they are granted once the account is usable.
  if (!wasGranted(payment) && (await isUsable?.(payment.accountId)) === false)
    return settled({ status: 'unclaimed' }, 'nobody')
  const granted = grantCredits(ledger, paid, mayRestore(payment, facts), clock.now())
  const stands = await nullFor(granted, 'account_not_found')
  if (stands === null) return settled({ status: 'unclaimed' }, 'account')
  return stands || wasGranted(payment) ? settled({}) : settled({ status: 'mismatch' }, 'period over')
}

/** Allows a new grant after we took credits back, or after a won dispute. Credits taken by an operator stay taken. */
function mayRestore({ status }: Payment, { dispute }: PaymentFacts): boolean {
  return status === 'refunded' || status === 'disputed' || dispute === 'won'
}

/** Credits of a payment; null while the provider gives no ref or the plan no period, and for an unknown purchase. */
function creditsOf({ accountId, ref, credits, item, name, period }: Payment): PaidCredits | null {
  if (ref === null || item === unknownItem) return null
  if (item.startsWith('pack:')) return { accountId, ref, credits, plan: null }
  return period === null ? null : { accountId, ref, credits, plan: { name, periodEnd: period.to } }
}

/** Payment with the ids and amounts that the provider reports; its status is decided later. */
function withNames(payment: Payment, facts: PaymentFacts): Payment {
  return {
    ...payment,
    ref: facts.ref ?? payment.ref,
    invoice: facts.invoice ?? payment.invoice,
    subscription: facts.subscription ?? payment.subscription,
    customer: facts.customer ?? payment.customer,
    charge: facts.charge ?? payment.charge,
    period: facts.period ?? payment.period,
    refundedAmount: facts.state === 'paid' ? facts.refundedAmount : payment.refundedAmount,
    checkoutUrl: facts.state === 'open' ? payment.checkoutUrl : null,
  }
}

function noticesOf(before: Payment, payment: Payment, { state, charged = null }: PaymentFacts) {
  const { accountId, status } = payment
  const kinds: PaymentNotice['kind'][] = []
  if (!wasGranted(before) && (status === 'granted' || status === 'partly_refunded')) kinds.push('received')
  if (wasGranted(payment) && payment.refundedAmount > before.refundedAmount) kinds.push('refunded')
  if (status !== before.status && (status === 'mismatch' || status === 'unclaimed')) kinds.push(status)
  const isRenewal = payment.form === null
  if (isRenewal && before.status === 'open' && state === 'failed') kinds.push('renewal_failed')
  return kinds.map((kind) => ({ kind, accountId, payment, charged }))
}

async function tell({ notify, log }: SettleOptions, notice: PaymentNotice): Promise<void> {
  try {
    await notify(notice)
  } catch (error) {
    const { kind, payment } = notice
    log({ level: 'error', event: 'payment_notice_failed', payment: payment.id, kind, ...errorFields(error) })
  }
}

function report({ log }: SettleOptions, before: Payment, after: Payment, fault: string | null): void {
  const { id, accountId, status, session, invoice, charge } = after
  if (before.status === status) return
  const fields = { payment: id, from: before.status, status }
  // Operators need these ids for a refund.
  const names = { fault, account: accountId, session, invoice, charge }
  if (fault === null) log({ level: 'info', event: 'payment_settled', ...fields })
  else if (status === 'unclaimed') log({ level: 'error', event: 'payment_unclaimed', ...fields, ...names })
  else log({ level: 'error', event: 'payment_mismatch', ...fields, ...names })
}

interface Verdict {
  readonly status: PaymentStatus
  /** Difference from the sale; null when there is none. */
  readonly mismatch: 'account' | 'amount' | 'currency' | null
}

/** Decides the status from the provider's facts, not from their order; a granted payment never becomes unpaid again. */
function verdictOf(payment: Payment, facts: PaymentFacts): Verdict {
  if (facts.state !== 'paid')
    return { status: payment.status === 'open' ? facts.state : payment.status, mismatch: null }
  if (isRefunded(payment, facts)) return { status: 'refunded', mismatch: null }
  const mismatch = mismatchOf(payment, facts)
  if (mismatch !== null) return { status: wasGranted(payment) ? payment.status : 'mismatch', mismatch }
  if (facts.dispute === 'standing') return { status: 'disputed', mismatch }
  return { status: facts.refundedAmount > 0 ? 'partly_refunded' : 'granted', mismatch }
}

/** Tells whether credits were granted for a payment, even if they were taken back later. */
export function wasGranted({ status }: Pick<Payment, 'status'>): boolean {
  return ['granted', 'partly_refunded', 'refunded', 'disputed'].includes(status)
}

/** Tells whether the whole charge was refunded; with a discount the charge is less than the price. */
function isRefunded({ amount }: Payment, { refundedAmount, charged }: PaymentFacts): boolean {
  return refundedAmount > 0 && refundedAmount >= (charged ?? amount)
}

function mismatchOf(payment: Payment, facts: PaymentFacts): Verdict['mismatch'] {
  if (facts.accountId !== payment.accountId) return 'account'
  if (facts.amount !== payment.amount) return 'amount'
  return facts.currency === payment.currency ? null : 'currency'
}
