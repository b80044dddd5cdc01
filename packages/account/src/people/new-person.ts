import type { Person } from './person.ts'

/** What a person begins with; the rest is as empty as it is for everybody. */
export type Beginning = Pick<
  Person,
  'id' | 'accountId' | 'email' | 'emailKey' | 'passwordHash' | 'status' | 'createdAt'
> &
  Partial<Pick<Person, 'sessions' | 'links' | 'events'>>

export function newPerson(beginning: Beginning): Person {
  return { alertBelow: 0, alerted: false, sessions: [], links: [], forms: [], events: [], ...beginning }
}
