import { hasHiddenText, hourMs, nullFor } from '@riftline/base'
import type { ApiKey, KeyLimits } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { alreadySent, PageError, tooMany } from '../frame/reply.ts'
import type { OwnCall } from '../frame/route.ts'
import { keyMessage } from '../mail/messages.ts'
import { hasSession, usedForm, useForm, withEvent, withMade } from '../people/person-rules.ts'
import { isForm } from '../people/tokens.ts'
import { eventOf } from './visitor.ts'

/** Returns a key name that the ledger accepts; null for any other text. */
export function keyName(text: string): string | null {
  const length = [...text].length
  return length >= 1 && length <= 64 && text.trim() !== '' && !hasHiddenText(text) ? text : null
}

/** Refuses a form that was sent before. @throws PageError 409, 400 */
export function refuseUsedForm({ who }: OwnCall, form: string): void {
  if (!isForm(form)) throw new PageError(400, 'The form has no value of its own. Open its page again.')
  if (usedForm(who.person, form) !== null) throw alreadySent()
}

export interface MadeKey {
  readonly id: string
  /** The key itself; the page shows it once. */
  readonly key: string
  readonly name: string
  readonly limits: KeyLimits
}

interface NewKey {
  readonly name: string
  readonly limits: KeyLimits
  readonly form: string
  readonly event: 'key-created' | 'key-rotated'
  /** Id of the key that the new one replaces immediately. */
  readonly stopped?: string
}

/**
 * Makes a key; null when the account has its maximum. The form is marked as used first, so that a double submit makes one key.
 * @throws PageError 409, 429
 */
export async function makeKey(
  { people, ledger, api, mailer, clock, origin }: AccountDeps,
  call: OwnCall,
  { name, limits, form, event, stopped }: NewKey,
): Promise<MadeKey | null> {
  const { person, account, session } = call.who
  const now = clock.now()
  if (!hasRoom(await ledger.keys(account.id), ledger.now(), stopped)) return null
  const taken = await people.changePerson(person.id, (latest) => {
    const used = hasSession(latest, session.hash) ? useForm(latest, form, now) : null
    if (used === null) throw alreadySent()
    return used
  })
  if (taken === null) throw alreadySent()
  const { key, id, sha256 } = api.newKey()
  // The ledger applies this limit across processes. A key that is about to stop still counts.
  const most = mostKeys + (stopped === undefined ? 0 : 1)
  const added = ledger.addKey({ id, accountId: account.id, name, sha256, ...limits }, most).then(() => true)
  if ((await nullFor(added, 'too_many_keys')) === null) return null
  const noted = eventOf({ clock }, call, event, api.keyPrefix(id))
  const changed = await people.changePerson(person.id, (latest) => withEvent(withMade(latest, form, id), noted))
  if (changed?.status !== 'active') {
    await ledger.revokeKey(id)
    throw alreadySent()
  }
  await mailer.send(person.email, keyMessage(now, api.keyPrefix(id), name, `${origin}/keys`))
  return { id, key, name, limits }
}

export const mostKeys = 20
const mostAnHour = 10
/** `ending`: a rotated key until the time at which it stops. `expired`: its owner can give it another date. */
type KeyStatus = 'active' | 'ending' | 'expired' | 'revoked'

export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== null && revokedAt <= now) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return revokedAt === null ? 'active' : 'ending'
}

/** Tells whether one more key fits. @param stopped key that stops immediately @throws PageError 429 for more than ten keys in an hour */
function hasRoom(keys: readonly ApiKey[], now: number, stopped?: string): boolean {
  const recent = keys.map(({ createdAt }) => createdAt).filter((at) => now - at < hourMs)
  const blocking = recent.sort((a, b) => b - a)[mostAnHour - 1]
  if (blocking !== undefined) throw tooMany((blocking + hourMs - now) / 1000)
  return keys.filter((key) => key.id !== stopped && keyStatus(key, now) !== 'revoked').length < mostKeys
}

/** Tells whether a rotated key may overlap with its successor, one per key. Only the name, which rotation keeps, ties the two. */
export function mayOverlap(keys: readonly ApiKey[], { name }: ApiKey, now: number): boolean {
  const count = (status: KeyStatus): number =>
    keys.filter((key) => key.name === name && keyStatus(key, now) === status).length
  return count('ending') < count('active')
}
