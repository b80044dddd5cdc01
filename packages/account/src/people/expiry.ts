import { isKeptEvent } from './events.ts'
import { isKeptForm } from './forms.ts'
import { isLiveLink } from './links.ts'
import type { PendingSignUp, Person } from './person.ts'
import { isLiveSession } from './sessions.ts'

/** A person without what is past: sessions, links, forms, events. The same object where nothing is. */
export function withoutExpired(person: Person, now: number): Person {
  const sessions = keptOf(person.sessions, (session) => isLiveSession(session, now))
  const links = keptOf(person.links, (link) => isLiveLink(link, now))
  const forms = keptOf(person.forms, (form) => isKeptForm(form, now))
  const events = keptOf(person.events, (event) => isKeptEvent(event, now))
  const isSame =
    sessions === person.sessions && links === person.links && forms === person.forms && events === person.events
  return isSame ? person : { ...person, sessions, links, forms, events }
}

export function isLiveSignUp(signUp: PendingSignUp, now: number): boolean {
  return isLiveLink(signUp, now)
}

function keptOf<T>(all: readonly T[], isKept: (one: T) => boolean): readonly T[] {
  return all.every(isKept) ? all : all.filter(isKept)
}
