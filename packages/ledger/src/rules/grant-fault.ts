import { RiftlineError } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import type { NewGrant } from '../credit-store.ts'
import { mostApartMs } from './ledger-time.ts'
import { utcText } from './utc-text.ts'

/**
 * What is wrong with giving a grant now: ledger and clock disagree, or it would be void at once. Null: nothing.
 *
 * @param ledgerAt ledger time
 */
export function grantFault(grant: NewGrant, ledgerAt: number, clock: Clock): RiftlineError | null {
  const wall = clock.now()
  if (Math.abs(wall - ledgerAt) > mostApartMs) {
    const both = `ledger time is ${utcText(ledgerAt)}, the clock says ${utcText(wall)} (UTC)`
    return new RiftlineError('clock_differs', `${both}: expected at most two hours between them; nothing was granted`)
  }
  if (grant.kind !== 'plan' || grant.expiresAt > ledgerAt) return null
  const expected = `expected a time in the future, after the ledger's ${utcText(ledgerAt)} (UTC)`
  return new RiftlineError('validation_error', `expiresAt: ${expected}, got ${utcText(grant.expiresAt)}`)
}
