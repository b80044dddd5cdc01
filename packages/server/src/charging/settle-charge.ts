import { errorFields } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { Fate } from '../http/write-answer.ts'
import type { Watchers } from '../observe/metrics.ts'
import type { Charge } from './charge-call.ts'
import { createRefundAllowance } from './refund-allowance.ts'

type Charged = Pick<Charge, 'requestId' | 'accountId' | 'credits'>

/**
 * Settles a captured charge, once, by what became of its answer: delivered, it stays, read or not. What cannot have been
 * read is always given back. What may have been read in part is given back a few times an hour, since lines do break; beyond
 * that a client that reads and breaks off would read for nothing, and the charge is kept.
 *
 * @returns whether the charge stays
 */
export type SettleCharge = (charge: Charged, fate: Fate) => boolean

export interface SettleChargeDeps extends Watchers {
  readonly credits: Pick<CreditStore, 'delivered' | 'keep' | 'refund'>
}

export function createSettleCharge({ credits, clock, log, metrics }: SettleChargeDeps): SettleCharge {
  const allowance = createRefundAllowance()

  const refund = ({ requestId, credits: captured }: Charged): void => {
    credits.refund(requestId, 'disconnect').then(
      () => metrics.count('credits_refunded_total', { reason: 'disconnect' }, captured),
      (error: unknown) => log({ level: 'error', event: 'refund_failed', requestId, ...errorFields(error) }),
    )
  }

  return (charge, fate) => {
    const { requestId, accountId, credits: captured } = charge
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
    refund(charge)
    return false
  }
}
