import { errorFields } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { Fate } from '../http/exchange.ts'
import { createIdleMap, forgetOld } from '../limits/rate-limiter.ts'
import type { Watchers } from '../observe/metrics.ts'
import type { Charge } from './charge-call.ts'

type Charged = Pick<Charge, 'requestId' | 'accountId' | 'credits'>

/**
 * Settles a captured charge, once, by what became of its answer: delivered, it stays. What cannot have been read is always
 * given back; what may have been read in part only a few times an hour, since a client that reads and breaks off would
 * read for nothing. @returns whether the charge stays
 */
export type SettleCharge = (charge: Charged, fate: Fate) => boolean

export type SettleChargeDeps = Watchers & { readonly credits: Pick<CreditStore, 'delivered' | 'keep' | 'refund'> }

export function createSettleCharge({ credits, clock, log, metrics }: SettleChargeDeps): SettleCharge {
  const allowance = createRefundAllowance()

  return ({ requestId, accountId, credits: captured }, fate) => {
    if (fate === 'delivered') {
      credits.delivered(requestId)
      return true
    }
    const now = clock.monotonicMs()
    if (fate === 'cut-off' && !allowance.takePartial(accountId, now)) {
      credits.keep(requestId)
      metrics.count('credits_kept_total', { reason: 'undelivered' }, captured)
      log({ level: 'info', event: 'charge_kept', requestId, accountId, credits: captured, reason: 'undelivered' })
      return true
    }
    if (allowance.note(accountId, now)) log({ level: 'warn', event: 'many_refunds', accountId })
    credits.refund(requestId, 'disconnect').then(
      () => metrics.count('credits_refunded_total', { reason: 'disconnect' }, captured),
      (error: unknown) => log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) }),
    )
    return false
  }
}

const partialRefundsPerHour = 10
/** One more is conspicuous. */
const usualRefundsPerHour = 20
const hourMs = 3_600_000
/** Accounts with broken lines in one hour that are kept apart. */
const mostAccounts = 10_000

/** Refunds of an account: those of partial answers, and the latest of all, as many as make it conspicuous. */
const noRefunds = () => ({ partial: [] as number[], refunds: [] as number[], isConspicuous: false })

/** Counts refunds for broken connections in the last hour, by account, in this process. */
function createRefundAllowance() {
  const accounts = createIdleMap<ReturnType<typeof noRefunds>>(hourMs, mostAccounts)

  function countsOf(accountId: string, nowMs: number) {
    const counts = accounts.getOrSet(accountId, nowMs, noRefunds)
    forgetOld(counts.partial, nowMs, hourMs)
    forgetOld(counts.refunds, nowMs, hourMs)
    return counts
  }

  return {
    /** Takes one of the refunds of answers that may have been read in part; false when the hour's are used up. */
    takePartial(accountId: string, nowMs: number): boolean {
      const { partial } = countsOf(accountId, nowMs)
      if (partial.length >= partialRefundsPerHour) return false
      partial.push(nowMs)
      return true
    },
    /** Counts a refund; true when the account just became conspicuous, once until it has gone an hour without one. */
    note(accountId: string, nowMs: number): boolean {
      const counts = countsOf(accountId, nowMs)
      const { refunds } = counts
      if (refunds.length === 0) counts.isConspicuous = false
      if (refunds.length > usualRefundsPerHour) refunds.shift()
      refunds.push(nowMs)
      if (counts.isConspicuous || refunds.length <= usualRefundsPerHour) return false
      counts.isConspicuous = true
      return true
    },
  }
}
