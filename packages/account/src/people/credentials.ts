import { comparedEmail } from '../mail/email.ts'
import type { Person } from './person.ts'
import { withoutSessions } from './sessions.ts'

/** Whether a password that was right a moment ago still is: a reset or a deletion may have come between. */
export function isUnchanged(latest: Person, { passwordHash }: Person): boolean {
  return latest.status === 'active' && latest.passwordHash === passwordHash
}

/**
 * A new password ends every link, a waiting change of e-mail included, and all sessions but the one of a hash; by a reset, all.
 */
export function passwordChanged(person: Person, passwordHash: string, exceptSession?: string): Person {
  return { ...withoutSessions(person, exceptSession), passwordHash, links: [] }
}

/** A new address ends every link, which went to the old one, and all sessions but the one of a hash. */
export function emailChanged(person: Person, email: string, exceptSession?: string): Person {
  return { ...withoutSessions(person, exceptSession), email, emailKey: comparedEmail(email), links: [] }
}
