import { createIdleMap } from '../limits/idle-map.ts'
import { createSlidingLog, expire, forgetOldest, record, type SlidingLog } from '../limits/sliding-log.ts'

/** Number of refunds for broken connections in the last hour, by account, in this process. */
export interface RefundAllowance {
  /** Takes one of the refunds of answers that may have been read in part; false when the hour's are used up. */
  takePartial(accountId: string, nowMs: number): boolean
  /** Counts a refund; true when the account just became conspicuous, once until it has gone an hour without one. */
  note(accountId: string, nowMs: number): boolean
}

const partialRefundsPerHour = 10
/** One more is conspicuous. */
const usualRefundsPerHour = 20
const hourMs = 3_600_000
/** Accounts with broken lines in one hour that are kept apart. */
const mostAccounts = 10_000

interface Counted {
  readonly partial: SlidingLog
  /** The latest of all refunds, as many as make an account conspicuous. */
  readonly refunds: SlidingLog
  isConspicuous: boolean
}

export function createRefundAllowance(): RefundAllowance {
  const accounts = createIdleMap<Counted>(hourMs, mostAccounts)

  const countedOf = (accountId: string, nowMs: number): Counted => {
    const counted = accounts.getOrSet(accountId, nowMs, () => {
      return { partial: createSlidingLog(), refunds: createSlidingLog(), isConspicuous: false }
    })
    expire(counted.partial, nowMs, hourMs)
    expire(counted.refunds, nowMs, hourMs)
    return counted
  }

  return {
    takePartial(accountId, nowMs) {
      const { partial } = countedOf(accountId, nowMs)
      if (partial.count >= partialRefundsPerHour) return false
      record(partial, nowMs)
      return true
    },
    note(accountId, nowMs) {
      const counted = countedOf(accountId, nowMs)
      const { refunds } = counted
      if (refunds.count === 0) counted.isConspicuous = false
      if (refunds.count > usualRefundsPerHour) forgetOldest(refunds)
      record(refunds, nowMs)
      if (counted.isConspicuous || refunds.count <= usualRefundsPerHour) return false
      counted.isConspicuous = true
      return true
    },
  }
}
