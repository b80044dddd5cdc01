import { RiftlineError } from '@riftline/base'
import type { AccountDeps } from '../account-deps.ts'
import { eventOf } from '../actions/new-session.ts'
import { alreadySent, PageError } from '../frame/page-error.ts'
import type { OwnCall } from '../frame/route.ts'
import { keyMessage } from '../mail/messages.ts'
import { hasHiddenText } from '../payments/plans.ts'
import { withEvent } from '../people/events.ts'
import { usedForm, useForm, withMade } from '../people/forms.ts'
import { hasSession } from '../people/sessions.ts'
import { isForm } from '../people/tokens.ts'
import { hasRoom, mostKeys } from './key-room.ts'

/** As a ledger takes it, null for another text. */
export function keyName(text: string): string | null {
  const length = [...text].length
  return length >= 1 && length <= 64 && text.trim() !== '' && !hasHiddenText(text) ? text : null
}

/** @throws PageError 409, 400 */
export function refuseUsedForm({ who }: OwnCall, form: string): void {
  if (!isForm(form)) throw new PageError(400, 'The form has no value of its own. Open its page again.')
  if (usedForm(who.person, form) !== null) throw alreadySent()
}

export interface MadeKey {
  readonly id: string
  /** Shown once. */
  readonly key: string
  readonly name: string
}

/**
 * Makes a key. The form is used up first, durably: of twenty that come at once one makes a key, and a key whose page was lost
 * stays in the list as never used. Who is deleted meanwhile gets none.
 *
 * @param stopped the id of a key that the new one replaces at once
 * @returns null where the account has no room for it
 * @throws PageError 409, 429
 */
export async function makeKey(
  { people, ledger, api, mailer, clock, origin }: AccountDeps,
  call: OwnCall,
  {
    name,
    form,
    event,
    stopped,
  }: {
    readonly name: string
    readonly form: string
    readonly event: 'key-created' | 'key-rotated'
    readonly stopped?: string
  },
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
  try {
    // Processes count together here. A key that stops at once still counts.
    await ledger.addKey({ id, accountId: account.id, name, sha256 }, mostKeys + (stopped === undefined ? 0 : 1))
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'too_many_keys') return null
    throw error
  }
  const noted = eventOf({ clock }, call, event, api.keyPrefix(id))
  const told = await people.changePerson(person.id, (latest) => withEvent(withMade(latest, form, id), noted))
  if (told?.status !== 'active') {
    await ledger.revokeKey(id)
    throw alreadySent()
  }
  await mailer.send(person.email, keyMessage(now, api.keyPrefix(id), name, `${origin}/keys`))
  return { id, key, name }
}
