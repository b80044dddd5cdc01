import { dayMs } from '@riftline/base'
import type { Person, PersonEvent } from './person.ts'

const eventMs: number = 400 * dayMs
export const mostEvents = 1000

export function isKeptEvent({ at }: PersonEvent, now: number): boolean {
  return now - at < eventMs
}

/**
 * Adds what happened; what is older than 400 days by then goes. Over 1,000 the oldest failed sign-in goes first, so that nobody
 * who guesses passwords can push the rest out.
 */
export function withEvent(person: Person, event: PersonEvent): Person {
  const events = [...person.events.filter((other) => isKeptEvent(other, event.at)), event]
  while (events.length > mostEvents) {
    const failed = events.findIndex(({ kind }) => kind === 'sign-in-failed')
    events.splice(Math.max(failed, 0), 1)
  }
  return { ...person, events }
}
