import { RiftlineError } from '@riftline/core'
import type { NewGrant } from '../credit-store.ts'
import { type Clock, toUtc } from '../platform/clock.ts'
import { mostApartMs } from './ledger-time.ts'

/**
 * What is wrong with giving a grant now: ledger and clock disagree, or it would be void at once. Null: nothing.
 *
 * @param ledgerAt ledger time
 */
export function grantFault(grant: NewGrant, ledgerAt: number, clock: Clock): RiftlineError | null {
  const wall = clock.now()
  if (Math.abs(wall - ledgerAt) > mostApartMs) {
    const both = `ledger time is ${toUtc(ledgerAt)}, the clock says ${toUtc(wall)} (UTC)`
    return new RiftlineError('clock_differs', `${both}: expected at most two hours between them; nothing was granted`)
  }
  if (grant.kind !== 'plan' || grant.expiresAt > ledgerAt) return null
  const expected = `expected a time in the future, after the ledger's ${toUtc(ledgerAt)} (UTC)`
  return new RiftlineError('validation_error', `expiresAt: ${expected}, got ${toUtc(grant.expiresAt)}`)
}
