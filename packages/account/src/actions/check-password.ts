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
  /** Person with this e-mail address; null when there is none. */
  readonly person: Person | null
  readonly email: string
  readonly password: string
}

/** Tells whether the password is right. Takes as long, and returns false, when there is no person. @throws PageError 429, 503 */
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
    // Not awaited: the response time, or a full disk, must not reveal whether the person exists.
    people
      .changePerson(person.id, (latest) => withEvent(latest, event))
      .catch((error: unknown) => log({ level: 'error', event: 'sign_in_failed_unkept', ...errorFields(error) }))
  })
  return false
}

/** Hashes a new password. @param owner `comparedEmail`, or null when the address has no owner yet @throws PageError 429, 503 */
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

/** Runs a hash. A full queue does not count as an attempt. @throws PageError 503 when the queue of hashes is full */
async function whenFree<T>(attempt: { takeBack(): void }, hash: () => Promise<T>): Promise<T> {
  try {
    return await hash()
  } catch (error) {
    attempt.takeBack()
    throw hasCode(error, 'too_busy') ? tryLater('Many people sign in right now.') : error
  }
}
