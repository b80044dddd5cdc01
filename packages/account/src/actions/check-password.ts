import { RiftlineError } from '@riftline/core'
import type { AccountDeps } from '../account-deps.ts'
import { tooMany, tryLater } from '../frame/page-error.ts'
import type { Call } from '../frame/route.ts'
import { comparedEmail } from '../mail/email.ts'
import { withEvent } from '../people/events.ts'
import type { Person } from '../people/person.ts'
import { evenly } from './evenly.ts'
import { eventOf } from './new-session.ts'

type Deps = Pick<AccountDeps, 'attempts' | 'hasher' | 'people' | 'clock' | 'timers'>

/**
 * Whether a password is the person's. Without a person it takes as long and is wrong.
 * @throws PageError 429 after too many wrong ones, 503 while too many are checked
 */
export async function checkPassword(
  deps: Deps,
  call: Call,
  { person, email, password }: { readonly person: Person | null; readonly email: string; readonly password: string },
): Promise<boolean> {
  const { attempts, hasher, people } = deps
  const { address } = call.visit
  const by = { network: address?.network ?? 'unknown', isExempt: address?.exempt ?? false }
  const attempt = attempts.password({ ...by, emailKey: comparedEmail(email) })
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds)
  const isRight = await whenFree(() => hasher.verify(password, person?.passwordHash ?? null)).catch(
    (error: unknown) => {
      attempt.takeBack()
      throw error
    },
  )
  if (isRight) {
    attempt.takeBack()
    return true
  }
  await evenly(deps, async () => {
    const event = eventOf(deps, call, 'sign-in-failed')
    if (person !== null) await people.changePerson(person.id, (latest) => withEvent(latest, event))
  })
  return false
}

/** @throws PageError 503 where the queue of hashes is full */
export async function whenFree<T>(hash: () => Promise<T>): Promise<T> {
  try {
    return await hash()
  } catch (error) {
    if (error instanceof RiftlineError && error.code === 'too_busy') throw tryLater('Many people sign in right now.')
    throw error
  }
}
