import type { AccountDeps } from '../account-deps.ts'
import type { SignedIn } from '../frame/route.ts'
import { liveSession, touched } from '../people/sessions.ts'
import { tokenHash } from '../people/tokens.ts'

/** Who a cookie's value stands for; null for nobody, and for a session that has ended. */
export async function findSignedIn(
  { people, ledger, clock }: Pick<AccountDeps, 'people' | 'ledger' | 'clock'>,
  cookie: string | null,
): Promise<SignedIn | null> {
  if (cookie === null) return null
  const sessionHash = tokenHash(cookie)
  const now = clock.now()
  const person = await people.findPerson({ sessionHash })
  if (person === null || person.status !== 'active') return null
  const session = liveSession(person, sessionHash, now)
  if (session === null) return null
  const seen = touched(person, sessionHash, now)
  if (seen !== person) await people.changePerson(person.id, (latest) => touched(latest, sessionHash, now))
  const [account, ban] = await Promise.all([ledger.findAccount(person.accountId), ledger.banOf(person.accountId)])
  return { person: seen, session, account, ban }
}
