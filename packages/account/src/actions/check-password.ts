import { hasCode } from '@riftline/base'
import { errorFields } from '@riftline/base/node'
import type { AccountDeps } from '../account-deps.ts'
import { tooMany, tryLater } from '../frame/reply.ts'
import type { PageCall } from '../frame/route.ts'
import { comparedEmail } from '../mail/email.ts'
import type { Person } from '../people/person.ts'
import { isSignIn, withEvent } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { evenly } from './evenly.ts'
import { eventOf, networksOf, placeOf, shareOf } from './visitor.ts'

interface EnteredPassword {
  /** Null: nobody has the e-mail. */
  readonly person: Person | null
  readonly email: string
  readonly password: string
}

/** Whether a password is the person's. Without a person it takes as long and is wrong. @throws PageError 429, 503 */
export async function checkPassword(
  deps: Pick<AccountDeps, 'attempts' | 'hasher' | 'people' | 'clock' | 'timers' | 'log'>,
  call: PageCall,
  { person, email, password }: EnteredPassword,
): Promise<boolean> {
  const { attempts, hasher, people, log } = deps
  const { network } = placeOf(call)
  const { sessions = [], events = [], passwordHash = null } = person ?? {}
  const ownHash = call.cookie === null ? null : tokenHash(call.cookie)
  const session = sessions.find(({ hash }) => hash === ownHash)?.id
  const attempt = attempts.password({
    emailKey: comparedEmail(email),
    networks: networksOf(call),
    place: session ?? network,
    isKnown: session !== undefined || events.some((event) => isSignIn(event) && event.network === network),
  })
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds)
  const isRight = await whenFree(attempt, () => hasher.verify(password, passwordHash, shareOf(call)))
  if (isRight) {
    attempt.right()
    return true
  }
  attempt.wrong()
  await evenly(deps, async () => {
    if (person === null) return
    const event = eventOf(deps, call, 'sign-in-failed')
    // Not awaited: neither the time of the answer nor a full disk may tell whether there is a person.
    people
      .changePerson(person.id, (latest) => withEvent(latest, event))
      .catch((error: unknown) => log({ level: 'error', event: 'sign_in_failed_unkept', ...errorFields(error) }))
  })
  return false
}

/** Hashes a password that nobody guesses. @param owner `comparedEmail`; null: nobody's yet @throws PageError 429, 503 */
export async function hashed<T>(
  { attempts }: Pick<AccountDeps, 'attempts'>,
  call: PageCall,
  owner: string | null,
  hash: (share: string) => Promise<T>,
): Promise<T> {
  const attempt = attempts.hash(owner, networksOf(call))
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds)
  return whenFree(attempt, () => hash(shareOf(call)))
}

/** @throws PageError 503 where the queue of hashes is full: then it was no attempt */
async function whenFree<T>(attempt: { takeBack(): void }, hash: () => Promise<T>): Promise<T> {
  try {
    return await hash()
  } catch (error) {
    attempt.takeBack()
    throw hasCode(error, 'too_busy') ? tryLater('Many people sign in right now.') : error
  }
}
