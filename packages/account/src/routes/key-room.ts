import type { ApiKey } from '@riftline/ledger'
import { tooMany } from '../frame/page-error.ts'

/** Most keys of an account, active or ending. */
export const mostKeys = 20
/** New ones of an account, by creation and rotation. */
const mostAnHour = 10
const hourMs = 3_600_000

/** `ending` from a rotation on until the old key stops. */
export type KeyStatus = 'active' | 'ending' | 'revoked'

export function keyStatus({ revokedAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt === null) return 'active'
  return revokedAt > now ? 'ending' : 'revoked'
}

/**
 * Whether an account that has these keys may have one more.
 * @param stopped the id of one that stops at once
 * @throws PageError 429 for more than ten in an hour
 */
export function hasRoom(keys: readonly ApiKey[], now: number, stopped?: string): boolean {
  const blocking = recentTimes(keys, now)[mostAnHour - 1]
  if (blocking !== undefined) throw tooMany((blocking + hourMs - now) / 1000)
  return workingKeys(keys, now, stopped) < mostKeys
}

function workingKeys(keys: readonly ApiKey[], now: number, stopped?: string): number {
  return keys.filter((key) => key.id !== stopped && keyStatus(key, now) !== 'revoked').length
}

/** When the new keys of this hour were made, latest first. */
function recentTimes(keys: readonly ApiKey[], now: number): readonly number[] {
  const times = keys.map(({ createdAt }) => createdAt)
  return times.filter((at) => now - at < hourMs).sort((a, b) => b - a)
}

/**
 * Whether a key may go on beside the one that replaces it: only one for each key does. Keys have no other tie than their name, which
 * a rotated one keeps.
 */
export function mayOverlap(keys: readonly ApiKey[], { name }: ApiKey, now: number): boolean {
  const count = (status: KeyStatus): number =>
    keys.filter((key) => key.name === name && keyStatus(key, now) === status).length
  return count('ending') < count('active')
}
