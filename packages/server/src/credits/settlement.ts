import type { Clock } from '../clock.ts'
import { errorFields, type Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { CreditStore } from './credit-store.ts'
import { createRefundAllowance } from './refund-allowance.ts'

/** A captured charge whose answer is on its way, or was to be. */
export interface UnsettledCharge {
  readonly requestId: string
  readonly accountId: string
  readonly credits: number
}

/** What becomes of a charge, by what became of its answer. Each charge is settled once. */
export interface Settlement {
  /** The kernel took the last byte from a socket that lives: the charge stays, read or not. */
  delivered(requestId: string): void
  /**
   * The line broke first. What cannot have been read is always given back. What may have been read in part is given back a
   * few times an hour, for lines do break; beyond that whoever reads and breaks off would read for nothing, and the charge
   * is kept.
   *
   * @param begun whether bytes of the answer may have left
   * @returns whether the charge is kept
   */
  broken(charge: UnsettledCharge, begun: boolean): boolean
}

export interface SettlementDeps {
  readonly credits: Pick<CreditStore, 'delivered' | 'keep' | 'refund'>
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly metrics: Metrics
}

export function createSettlement({ credits, clock, log, metrics }: SettlementDeps): Settlement {
  const allowance = createRefundAllowance()

  const refund = ({ requestId, credits: captured }: UnsettledCharge): void => {
    credits.refund(requestId, 'disconnect').then(
      () => metrics.count('credits_refunded_total', { reason: 'disconnect' }, captured),
      (error: unknown) => log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) }),
    )
  }

  return {
    delivered: (requestId) => credits.delivered(requestId),
    broken(charge, begun) {
      const { requestId, accountId, credits: captured } = charge
      const now = clock.monotonicMs()
      if (begun && !allowance.takePartial(accountId, now)) {
        credits.keep(requestId)
        metrics.count('credits_kept_total', { reason: 'undelivered' }, captured)
        log({ level: 'info', event: 'charge_kept', requestId, accountId, credits: captured, reason: 'undelivered' })
        return true
      }
      if (allowance.note(accountId, now)) log({ level: 'warn', event: 'many_refunds', accountId })
      refund(charge)
      return false
    },
  }
}
