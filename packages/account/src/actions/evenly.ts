import { createHmac } from 'node:crypto'
import type { AccountDeps } from '../account-deps.ts'
import { comparedEmail } from '../mail/email.ts'
import type { PeopleStore, Person } from '../people/person.ts'
import { newToken, tokenHash } from '../people/tokens.ts'

/** Longer than the writes take, for a known or an unknown address. */
const evenMs = 300

/** Stretches a call to `evenMs` or a multiple of it, so that its duration does not reveal whether an address is known. */
export async function evenly<T>({ timers, clock }: Pick<AccountDeps, 'timers' | 'clock'>, act: () => Promise<T>) {
  const startedMs = clock.monotonicMs()
  const even = timers.wait(evenMs)
  try {
    return await act()
  } finally {
    const tookMs = clock.monotonicMs() - startedMs
    await (tookMs <= evenMs ? even : timers.wait(evenMs - (tookMs % evenMs)))
  }
}

/** Stored form of a password that no input matches. */
const noPassword = `scrypt$17$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Changes a person, or does the same work for null: both wait for people and sign-ups, then write one document. */
export async function changeOrPretend(
  { people, clock, randomBytes }: Pick<AccountDeps, 'people' | 'clock' | 'randomBytes'>,
  person: Person | null,
  change: (person: Person) => Person,
): Promise<void> {
  const hash = tokenHash(newToken(randomBytes))
  const now = clock.now()
  await people.changePerson(person?.id ?? 'per_000000000000', change)
  if (person !== null) return void (await people.changePending(hash, (signUp) => signUp))
  const nobody = { email: '-', emailKey: '-', passwordHash: noPassword, network: '-' }
  await people.addPending({ hash, ...nobody, createdAt: now, expiresAt: now, wrongPasswords: 0 })
}

/** Remembers a given-up address until the end of the month; until then it cannot open another person's account. */
export async function rememberAddress(
  { people, clock }: Pick<AccountDeps, 'people' | 'clock'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<void> {
  const date = new Date(clock.now())
  const until = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  for (const name of namesOf(email, id)) await people.forget(await addressHash(people, name), until)
}

/** Returns the time until which an address is reserved for another person; null when it is free or was this person's own. */
export async function rememberedUntil(
  { people, clock }: Pick<AccountDeps, 'people' | 'clock'>,
  email: string,
  personId?: string,
): Promise<number | null> {
  const untils = namesOf(email, personId).map(async (name) => {
    const until = await people.forgottenUntil(await addressHash(people, name))
    return until !== null && clock.now() < until ? until : null
  })
  const [until = null, own = null] = await Promise.all(untils)
  return own === null ? until : null
}

/** Names under which an address is remembered: the address, and the address with its person's id. No address contains a space. */
function namesOf(email: string, personId?: string): readonly string[] {
  const emailKey = comparedEmail(email)
  return personId === undefined ? [emailKey] : [emailKey, `${emailKey} ${personId}`]
}

/** Keyed hash of an address; without the secret nobody can recover the address. */
async function addressHash({ secret }: Pick<PeopleStore, 'secret'>, name: string): Promise<string> {
  const hmac = createHmac('sha256', await secret())
  return hmac.update(name).digest('hex')
}
