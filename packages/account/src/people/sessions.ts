import { dayMs } from '@riftline/base'
import { comparedEmail } from '../mail/email.ts'
import type { Person, Session } from './person.ts'

const sessionIdleMs: number = 12 * 3_600_000
const sessionMostMs: number = 14 * dayMs
const mostSessions = 20
/** Time for which an entered password is recent. */
const recentMs: number = 15 * 60_000
/** Time between two records of a session's use. */
const touchMs = 5 * 60_000

export function isLiveSession({ createdAt, lastSeenAt }: Session, now: number): boolean {
  return now - lastSeenAt < sessionIdleMs && now - createdAt < sessionMostMs
}

/** The session of a cookie's hash, if it has not ended. */
export function liveSession(person: Person, hash: string, now: number): Session | null {
  const session = person.sessions.find((other) => other.hash === hash)
  return session !== undefined && isLiveSession(session, now) ? session : null
}

/** Whether the password was entered within 15 minutes. */
export function isRecent(session: Session, now: number): boolean {
  return now - session.passwordAt < recentMs
}

/** Signed in: at most 20 sessions, of which the oldest goes; those that have ended by its beginning go too. */
export function withSession(person: Person, session: Session): Person {
  const others = person.sessions.filter((other) => isLiveSession(other, session.createdAt))
  return { ...person, sessions: [...others, session].slice(-mostSessions) }
}

/** Whether a session is a person's, by its cookie's hash. */
export function hasSession({ sessions }: Person, hash: string): boolean {
  return sessions.some((session) => session.hash === hash)
}

/** The password was entered again: a new cookie in place of the one of `hash`. */
export function withSessionInPlaceOf(person: Person, hash: string, session: Session): Person {
  return withSession({ ...person, sessions: person.sessions.filter((other) => other.hash !== hash) }, session)
}

/** Used now; the same person when that is known well enough, or the session has ended. */
export function touched(person: Person, hash: string, now: number): Person {
  const session = liveSession(person, hash, now)
  if (session === null || Math.abs(now - session.lastSeenAt) < touchMs) return person
  const sessions = person.sessions.map((other) => (other === session ? { ...other, lastSeenAt: now } : other))
  return { ...person, sessions }
}

/** Ends the session of a public name. */
export function withoutSession(person: Person, id: string): Person {
  return { ...person, sessions: person.sessions.filter((session) => session.id !== id) }
}

/** Ends all sessions, or all but the one of a hash. */
export function withoutSessions(person: Person, exceptHash?: string): Person {
  return { ...person, sessions: person.sessions.filter(({ hash }) => hash === exceptHash) }
}

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
