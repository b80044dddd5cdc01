import { hasHiddenText, RiftlineError } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import type { Ban, BanEvidence, BanReason, NewGrant } from '../credit-store.ts'
import { mostApartMs, utcText } from './ledger-time.ts'

/** Largest grant, a 32-bit integer, so that sums stay exact. */
export const mostCredits = 2_147_483_647
export const latestTime: number = Date.UTC(9999, 11, 31)

/**
 * Parses a name of an account, key or plan, or another short text of an operator, and trims it. Only new texts are checked; a
 * ledger may contain others. @throws RiftlineError `validation_error`
 */
export function parseText(field: string, text: unknown, most = 80): string {
  const trimmed = typeof text === 'string' ? text.trim() : ''
  if (trimmed === '' || [...trimmed].length > most || hasHiddenText(trimmed)) {
    throw invalid(field, `1 to ${most} characters, no control, format or other hidden characters`, text)
  }
  return trimmed
}

/** Checks a grant. @throws RiftlineError `validation_error` */
export function parseGrant(grant: NewGrant): NewGrant {
  const { credits } = grant
  if (!isWithin(credits, 1, mostCredits)) throw invalid('credits', `an integer from 1 to ${mostCredits}`, credits)
  const ref = parseText('ref', grant.ref, 200)
  if (ref.startsWith('free:')) throw invalid('ref', 'another beginning than free:, which free months have', ref)
  if (grant.kind === 'topup') return { kind: 'topup', ref, credits }
  const { expiresAt } = grant
  if (!isWithin(expiresAt, 0, latestTime)) {
    throw invalid('expiresAt', 'milliseconds since 1970, until the year 9999', expiresAt)
  }
  return { kind: 'plan', ref, credits, expiresAt, name: parseText('name', grant.name) }
}

/** Returns the beginning of a month `YYYY-MM` in UTC. @throws RiftlineError `validation_error` */
export function parseMonth(month: unknown): number {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw invalid('month', 'YYYY-MM', month)
  return Date.parse(`${month}-01T00:00:00Z`)
}

/** Checks a hash. @throws RiftlineError `validation_error` */
export function parseSha256(text: unknown): string {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) throw invalid('sha256', '64 hex digits', text)
  return text
}

/** Tells whether a value is an integer of a range, ends included. */
export function isWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}

export function invalid(field: string, expected: string, got: unknown): RiftlineError {
  return new RiftlineError(
    'validation_error',
    `${field}: expected ${expected}, got ${JSON.stringify(got)?.slice(0, 100)}`,
  )
}

export function keyNotFound(keyId: string): RiftlineError {
  return new RiftlineError('key_not_found', `unknown key ${JSON.stringify(keyId)}`)
}

export function tooManyKeys(most: number): RiftlineError {
  return new RiftlineError('too_many_keys', `an account has at most ${most} keys: revoke one first`)
}

/** Returns the error for a grant that is impossible now: ledger and clock differ, or the grant has already expired. Else null. */
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

/** Checks the reason of a ban. @throws RiftlineError `validation_error` */
export function parseBan(why: BanEvidence | BanReason = {}): { evidence?: BanEvidence; reason?: string } {
  if ('otherAccountId' in why) return { evidence: why }
  return why.reason === undefined ? {} : { reason: parseText('reason', why.reason, 200) }
}

/** Builds a ban. Only the IP rule gives evidence, so a ban without evidence is an operator's. */
export function toBan(at: number, evidence: BanEvidence | null, reason: string | null): Ban {
  return { at, by: evidence === null ? 'operator' : 'ip-rule', reason, evidence }
}
