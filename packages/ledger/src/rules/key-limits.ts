import { type KeyLimits, type KeyScope, keyScopes, type SomeLimits } from '../key-limits.ts'
import { invalid, isWithin, latestTime, mostCredits } from './account-input.ts'
import { utcText } from './ledger-time.ts'

/** Returns the stored limits of a key. Absent ones, as in ledgers of releases without limits, are none. */
export function keyLimitsOf({ monthlyLimit = null, expiresAt = null, scopes = null }: SomeLimits): KeyLimits {
  return { monthlyLimit, expiresAt, scopes }
}

/** Returns the limits that a key has, to be stored. A key without limits is stored as by releases without limits. */
export function storedLimits({ monthlyLimit, expiresAt, scopes }: KeyLimits): SomeLimits {
  return {
    ...(monthlyLimit !== null && { monthlyLimit }),
    ...(expiresAt !== null && { expiresAt }),
    ...(scopes !== null && { scopes }),
  }
}

/** Checks new limits of a key and sorts its scopes. @param now ledger time @throws RiftlineError `validation_error` */
export function parseLimits({ monthlyLimit, expiresAt, scopes }: SomeLimits, now: number): Partial<KeyLimits> {
  if (monthlyLimit != null && !isWithin(monthlyLimit, 1, mostCredits)) {
    throw invalid('monthlyLimit', `an integer from 1 to ${mostCredits}, or null for no limit`, monthlyLimit)
  }
  if (expiresAt != null && !isWithin(expiresAt, now + 1, latestTime)) {
    const expected = `milliseconds since 1970 after the ledger's ${utcText(now)} (UTC), until the year 9999, or null`
    throw invalid('expiresAt', expected, expiresAt)
  }
  return {
    ...(monthlyLimit !== undefined && { monthlyLimit }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scopes !== undefined && { scopes: scopes === null ? null : parseScopes(scopes) }),
  }
}

function parseScopes(scopes: readonly unknown[]): readonly KeyScope[] {
  const known = Array.isArray(scopes) ? keyScopes.filter((scope) => scopes.includes(scope)) : []
  if (known.length > 0 && scopes.every((scope) => known.some((one) => one === scope))) return known.sort()
  throw invalid('scopes', `some of ${keyScopes.join(', ')}, or null for all`, scopes)
}
