import { dayMs, hourMs } from '@riftline/base'
import type { Clock, RandomBytes } from '@riftline/base/node'
import type { AccountAdministration, Ban } from '@riftline/ledger'
import { comparedEmail } from '../mail/email.ts'
import type { MailedLink, Person, PersonEvent, PersonSession, UsedForm } from './person.ts'
import { newToken, tokenHash } from './tokens.ts'

const sessionIdleMs: number = 12 * hourMs
const sessionMostMs: number = 14 * dayMs
const mostSessions = 20
const recentMs: number = 15 * 60_000
/** Time between two records of a session's use. */
const touchMs = 5 * 60_000

export function isLiveSession({ createdAt, lastSeenAt }: PersonSession, now: number): boolean {
  return now - lastSeenAt < sessionIdleMs && now - createdAt < sessionMostMs
}

/** Returns the session with this cookie hash; null when it has ended or does not exist. */
export function liveSession(person: Person, hash: string, now: number): PersonSession | null {
  return person.sessions.find((session) => session.hash === hash && isLiveSession(session, now)) ?? null
}

export function isRecent(session: PersonSession, now: number): boolean {
  return now - session.passwordAt < recentMs
}

/** Adds a session and drops ended ones; above 20 sessions the oldest goes. */
export function withSession(person: Person, session: PersonSession): Person {
  const others = person.sessions.filter((other) => isLiveSession(other, session.createdAt))
  return { ...person, sessions: [...others, session].slice(-mostSessions) }
}

export function hasSession({ sessions }: Person, hash: string): boolean {
  return sessions.some((session) => session.hash === hash)
}

/** Replaces the session with this cookie hash, after the password was entered again. */
export function withSessionInPlaceOf(person: Person, hash: string, session: PersonSession): Person {
  return withSession({ ...person, sessions: person.sessions.filter((other) => other.hash !== hash) }, session)
}

/** Records the use of a session. Returns the same object when a recent use is recorded, or the session has ended. */
export function touched(person: Person, hash: string, now: number): Person {
  const session = liveSession(person, hash, now)
  if (session === null || Math.abs(now - session.lastSeenAt) < touchMs) return person
  const sessions = person.sessions.map((other) => (other === session ? { ...other, lastSeenAt: now } : other))
  return { ...person, sessions }
}

export function withoutSession(person: Person, id: string): Person {
  return { ...person, sessions: person.sessions.filter((session) => session.id !== id) }
}

/** Ends all sessions except the one with this hash, if given. */
export function withoutSessions(person: Person, exceptHash?: string): Person {
  return { ...person, sessions: person.sessions.filter(({ hash }) => hash === exceptHash) }
}

/** Tells whether a password verified a moment ago is still valid: a reset or deletion may have come between. */
export function isUnchanged(latest: Person, { passwordHash }: Person): boolean {
  return latest.status === 'active' && latest.passwordHash === passwordHash
}

/** Sets a password. It ends every link, even a waiting change of e-mail, and all sessions but `exceptSession`. */
export function passwordChanged(person: Person, passwordHash: string, exceptSession?: string): Person {
  return { ...withoutSessions(person, exceptSession), passwordHash, links: [] }
}

/** Sets an address. It ends every link, as they were mailed to the old address, and all sessions but `exceptSession`. */
export function emailChanged(person: Person, email: string, exceptSession?: string): Person {
  return { ...withoutSessions(person, exceptSession), email, emailKey: comparedEmail(email), links: [] }
}

/** Tells whether an event is a sign-in; a sign-up is one too. */
export function isSignIn({ kind }: PersonEvent): boolean {
  return kind === 'signed-in' || kind === 'signed-up'
}

/** Makes an event that happened without a visitor. */
export function ownEvent(kind: PersonEvent['kind'], at: number, detail: string | null = null): PersonEvent {
  return { at, kind, network: '-', browser: '-', detail }
}

const eventMs: number = 400 * dayMs
export const mostEvents = 1000

function isKeptEvent({ at }: PersonEvent, now: number): boolean {
  return now - at < eventMs
}

/** Adds an event and drops those older than 400 days. Above 1,000, failed sign-ins go first, so that guessers evict nothing else. */
export function withEvent(person: Person, event: PersonEvent): Person {
  const events = [...person.events.filter((other) => isKeptEvent(other, event.at)), event]
  while (events.length > mostEvents) {
    const failed = events.findIndex(({ kind }) => kind === 'sign-in-failed')
    events.splice(Math.max(failed, 0), 1)
  }
  return { ...person, events }
}

/** Time for which a form is known as used, equal to the longest session. */
const formMs: number = 14 * dayMs
const mostForms = 500

function isKeptForm({ at }: UsedForm, now: number): boolean {
  return now - at < formMs
}

export function usedForm(person: Person, form: string): UsedForm | null {
  return person.forms.find((used) => used.form === form) ?? null
}

/** Marks a form's one-time value as used; null if it was used before. The newest 500 are kept. */
export function useForm(person: Person, form: string, now: number): Person | null {
  if (usedForm(person, form) !== null) return null
  const forms = person.forms.filter((used) => isKeptForm(used, now))
  return { ...person, forms: [...forms, { form, at: now, made: null }].slice(-mostForms) }
}

export function withMade(person: Person, form: string, made: string): Person {
  return { ...person, forms: person.forms.map((used) => (used.form === form ? { ...used, made } : used)) }
}

/** Number of wrong passwords that ends a link. */
export const mostWrongPasswords = 5

/** Link, or sign-up that waits for its link. */
interface Ending {
  readonly expiresAt: number
  readonly wrongPasswords: number
}

export function isLiveLink({ expiresAt, wrongPasswords }: Ending, now: number): boolean {
  return now < expiresAt && wrongPasswords < mostWrongPasswords
}

/** Adds a link, which ends older links of its kind. */
export function withLink(person: Person, link: MailedLink): Person {
  return { ...person, links: [...person.links.filter(({ kind }) => kind !== link.kind), link] }
}

export function liveLink(person: Person, hash: string, now: number, kind: MailedLink['kind']): MailedLink | null {
  return person.links.find((link) => link.hash === hash && link.kind === kind && isLiveLink(link, now)) ?? null
}

/** Counts a wrong password; `isLiveLink` is false from the fifth on. */
export function wrongPassword<T extends Ending>(link: T): T {
  return { ...link, wrongPasswords: link.wrongPasswords + 1 }
}

const linkLifeMs: Readonly<Record<MailedLink['kind'], number>> = {
  reset: hourMs,
  email: hourMs,
  invite: 7 * dayMs,
}

/** Makes a link and its token. @param email address that a link of kind `email` confirms */
export function newLink(
  { clock, randomBytes }: { readonly clock: Clock; readonly randomBytes: RandomBytes },
  kind: MailedLink['kind'],
  email: string | null = null,
): { readonly token: string; readonly link: MailedLink } {
  const token = newToken(randomBytes)
  const now = clock.now()
  const times = { createdAt: now, expiresAt: now + linkLifeMs[kind], wrongPasswords: 0 }
  return { token, link: { hash: tokenHash(token), kind, email, ...times } }
}

/** Removes expired sessions, links, forms and events; returns the same object when nothing is expired. */
export function withoutExpired(person: Person, now: number): Person {
  const sessions = keptOf(person.sessions, (session) => isLiveSession(session, now))
  const links = keptOf(person.links, (link) => isLiveLink(link, now))
  const forms = keptOf(person.forms, (form) => isKeptForm(form, now))
  const events = keptOf(person.events, (event) => isKeptEvent(event, now))
  const isSame =
    sessions === person.sessions && links === person.links && forms === person.forms && events === person.events
  return isSame ? person : { ...person, sessions, links, forms, events }
}

function keptOf<T>(all: readonly T[], isKept: (one: T) => boolean): readonly T[] {
  return all.every(isKept) ? all : all.filter(isKept)
}

const byRule =
  'A second account called from the same network within 30 days. One account may use a network: this is how free credits stay free.'

/** Reason of a ban, in words for the person. */
export function banReason({ reason, by }: Ban): string {
  return reason ?? (by === 'ip-rule' ? byRule : 'The operator of this service has banned it.')
}

export async function bannedAccounts(ledger: Pick<AccountAdministration, 'accounts'>): Promise<ReadonlySet<string>> {
  return new Set((await ledger.accounts()).filter(({ status }) => status === 'banned').map(({ id }) => id))
}
