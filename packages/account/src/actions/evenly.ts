import type { Clock, Timers } from '@riftline/base/node'
import type { AccountDeps } from '../account-deps.ts'
import type { Person } from '../people/person.ts'
import { newToken, tokenHash } from '../people/tokens.ts'

/** Longer than what is written for an address that is known, or for one that is not. */
const evenMs = 300

/**
 * Does something whose duration could tell whether somebody has an address: it takes this long either way, or, on a busy machine,
 * a multiple of it. What is done must be as much for either: a floor hides only what is below it.
 */
export async function evenly<T>(
  { timers, clock }: { readonly timers: Timers; readonly clock: Clock },
  act: () => Promise<T>,
): Promise<T> {
  const startedMs = clock.monotonicMs()
  const even = timers.wait(evenMs)
  try {
    return await act()
  } finally {
    const tookMs = clock.monotonicMs() - startedMs
    await (tookMs <= evenMs ? even : timers.wait(evenMs - (tookMs % evenMs)))
  }
}

/** The form of a kept password that nothing hashes to. */
const noPassword = `scrypt$17$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Changes a person; for nobody (null) it does as much. Either waits for its turn among changes of people and among those of sign-ups, and
 * writes one document: the person, or a sign-up that is over before it began. So neither a busy nor a full disk tells whether there is a
 * person.
 */
export async function changeOrPretend(
  { people, clock, randomBytes }: Pick<AccountDeps, 'people' | 'clock' | 'randomBytes'>,
  person: Person | null,
  change: (person: Person) => Person,
): Promise<Person | null> {
  if (person !== null) {
    const changed = await people.changePerson(person.id, change)
    await people.changePending(tokenHash(newToken(randomBytes)), (signUp) => signUp)
    return changed
  }
  await people.changePerson('per_000000000000', change)
  const now = clock.now()
  await people.addPending({
    hash: tokenHash(newToken(randomBytes)),
    email: '-',
    emailKey: '-',
    passwordHash: noPassword,
    network: '-',
    createdAt: now,
    expiresAt: now,
    wrongPasswords: 0,
  })
  return null
}
