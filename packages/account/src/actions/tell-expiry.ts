import { toUtc } from '@riftline/base'
import type { ApiKey } from '@riftline/ledger'
import type { AccountDeps } from '../account-deps.ts'
import { expiryMessage } from '../mail/messages.ts'
import type { Person, PersonEvent } from '../people/person.ts'
import { ownEvent, withEvent } from '../people/person-rules.ts'
import { isExpiring } from './key-limits.ts'

type ExpiryDeps = Pick<AccountDeps, 'people' | 'ledger' | 'mailer' | 'clock' | 'api' | 'origin'>

type Expiring = ApiKey & { readonly expiresAt: number }

/** Most keys to look at, the next to expire; fewer than the events that a person keeps. */
const mostKeys = 500

/**
 * Mails a person about keys that expire within a week, once for each key and expiry. The record is an event of the person, made in the
 * same write in which a process finds it missing, so that of several processes one sends the mail. It is taken back if the mail cannot
 * be stored.
 */
export async function tellExpiry(deps: ExpiryDeps, { id, accountId, status }: Person): Promise<void> {
  if (status !== 'active') return
  const { people, ledger, mailer, clock, api, origin } = deps
  const now = ledger.now()
  const expiring = (await ledger.keys(accountId))
    .filter((key): key is Expiring => isExpiring(key, now))
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .slice(0, mostKeys)
  if (expiring.length === 0) return
  const noteOf = ({ id, expiresAt }: Expiring): PersonEvent =>
    ownEvent('key-expiring', clock.now(), `${api.keyPrefix(id)}, ${toUtc(expiresAt)}`)
  const noted = new Map(expiring.map((key) => [key, noteOf(key)]))
  let missing: readonly PersonEvent[] = []
  const person = await people.changePerson(id, (latest) => {
    missing = [...noted.values()].filter((note) => !hasNote(latest, note))
    return missing.reduce(withEvent, latest)
  })
  if (missing.length === 0 || person?.status !== 'active') return
  const keys = expiring.filter((key) => missing.some((note) => note === noted.get(key)))
  const listed = keys.map(({ id, name, expiresAt }) => ({ prefix: api.keyPrefix(id), name, at: expiresAt }))
  const [first] = keys
  const page = keys.length === 1 && first !== undefined ? `${origin}/keys/${first.id}` : `${origin}/keys`
  try {
    await mailer.send(person.email, expiryMessage(listed, page))
  } catch (error) {
    await people.changePerson(id, (latest) => ({
      ...latest,
      events: latest.events.filter((event) => !missing.some((note) => isSame(event, note) && event.at === note.at)),
    }))
    throw error
  }
}

function hasNote({ events }: Person, note: PersonEvent): boolean {
  return events.some((event) => isSame(event, note))
}

function isSame(event: PersonEvent, note: PersonEvent): boolean {
  return event.kind === note.kind && event.detail === note.detail
}
