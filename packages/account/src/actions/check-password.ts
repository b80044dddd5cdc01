import { RiftlineError } from '@riftline/base'
import { errorFields } from '@riftline/base/node'
import type { AccountDeps } from '../account-deps.ts'
import { tooMany, tryLater } from '../frame/reply.ts'
import type { PageCall } from '../frame/route.ts'
import { comparedEmail } from '../mail/email.ts'
import type { Person } from '../people/person.ts'
import { withEvent } from '../people/person-rules.ts'
import { tokenHash } from '../people/tokens.ts'
import { evenly } from './evenly.ts'
import { eventOf, networksOf, placeOf, shareOf } from './visitor.ts'

type Deps = Pick<AccountDeps, 'attempts' | 'hasher' | 'people' | 'clock' | 'timers' | 'log'>

/**
 * Whether a password is the person's. Without a person it takes as long and is wrong.
 * @throws PageError 429 after too many, 503 while too many are checked
 */
export async function checkPassword(
  deps: Deps,
  call: PageCall,
  { person, email, password }: { readonly person: Person | null; readonly email: string; readonly password: string },
): Promise<boolean> {
  const { attempts, hasher, people, log } = deps
  const { network } = placeOf(call)
  const session = person === null ? null : ownSession(person, call)
  const attempt = attempts.password({
    emailKey: comparedEmail(email),
    networks: networksOf(call),
    place: session ?? network,
    isKnown: session !== null || (person !== null && wasAt(person, network)),
  })
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds)
  const isRight = await whenFree(attempt, () => hasher.verify(password, person?.passwordHash ?? null, shareOf(call)))
  if (isRight) {
    attempt.right()
    return true
  }
  attempt.wrong()
  await evenly(deps, async () => {
    if (person === null) return
    const event = eventOf(deps, call, 'sign-in-failed')
    // Not waited for: the answer tells by neither its time nor a full disk whether there is a person.
    people
      .changePerson(person.id, (latest) => withEvent(latest, event))
      .catch((error: unknown) => log({ level: 'error', event: 'sign_in_failed_unkept', ...errorFields(error) }))
  })
  return false
}

/**
 * Hashes a password that nobody guesses, under the budgets of all that are hashed.
 * @param owner `comparedEmail` of whose it is; null: nobody's yet
 * @throws PageError 429, 503
 */
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
    if (error instanceof RiftlineError && error.code === 'too_busy') throw tryLater('Many people sign in right now.')
    throw error
  }
}

/** The id of the person's session that a request brings. */
function ownSession({ sessions }: Person, { cookie }: PageCall): string | null {
  if (cookie === null) return null
  const hash = tokenHash(cookie)
  return sessions.find((session) => session.hash === hash)?.id ?? null
}

/** Whether somebody signed in from a network before. */
function wasAt({ events }: Person, network: string): boolean {
  return events.some((event) => event.network === network && (event.kind === 'signed-in' || event.kind === 'signed-up'))
}
