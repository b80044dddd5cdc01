import { createHmac } from 'node:crypto'
import type { AccountDeps } from '../account-deps.ts'
import { comparedEmail } from '../mail/email.ts'
import type { PeopleStore } from '../people/people-store.ts'
import type { Person } from '../people/person.ts'

type Deps = Pick<AccountDeps, 'people' | 'clock'>

/** Remembers until the month ends that an address was a person's, who gives it up: it begins no other account until then. */
export async function rememberAddress(
  { people, clock }: Deps,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<void> {
  const until = endOfMonth(clock.now())
  const emailKey = comparedEmail(email)
  for (const text of [emailKey, ownName(emailKey, id)]) await people.forget(await addressHash(people, text), until)
}

/** Until when an address is remembered as another's; null: it is not, or it was the person's own. */
export async function rememberedUntil(
  { people, clock }: Deps,
  email: string,
  personId?: string,
): Promise<number | null> {
  const emailKey = comparedEmail(email)
  const liveUntil = async (text: string): Promise<number | null> => {
    const until = await people.forgottenUntil(await addressHash(people, text))
    return until !== null && clock.now() < until ? until : null
  }
  const [until, own] = await Promise.all([
    liveUntil(emailKey),
    personId === undefined ? null : liveUntil(ownName(emailKey, personId)),
  ])
  return own === null ? until : null
}

/** No address has a space. */
function ownName(emailKey: string, personId: string): string {
  return `${emailKey} ${personId}`
}

function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Keyed hash of a deleted person's address: nobody finds the address from it without the secret. */
async function addressHash({ secret }: Pick<PeopleStore, 'secret'>, emailKey: string): Promise<string> {
  return createHmac('sha256', await secret())
    .update(emailKey)
    .digest('hex')
}
