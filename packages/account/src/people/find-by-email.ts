import { caselessEmail, comparedEmail } from '../mail/email.ts'
import type { PeopleStore } from './people-store.ts'
import { inOrder, type Person } from './person.ts'

/**
 * Whose an address is, as it was typed. Of two who have one Gmail mailbox from before dots were looked at, the one who typed the own
 * dots; both looks are always made.
 */
export async function findByEmail(people: Pick<PeopleStore, 'findPerson'>, email: string): Promise<Person | null> {
  const keys = [caselessEmail(email), comparedEmail(email)]
  const [own = null, same = null] = await Promise.all(keys.map((emailKey) => people.findPerson({ emailKey })))
  return own ?? same
}

/** People as they are compared now: who was kept under a key with dots gets the one without, unless another has it; of several the oldest. */
export function withComparedEmails(people: readonly Person[]): readonly Person[] {
  const taken = new Set(people.map(({ emailKey }) => emailKey))
  return inOrder(people).map((person) => {
    const emailKey = comparedEmail(person.email)
    if (person.emailKey !== caselessEmail(person.email) || taken.has(emailKey)) return person
    taken.add(emailKey)
    return { ...person, emailKey }
  })
}
