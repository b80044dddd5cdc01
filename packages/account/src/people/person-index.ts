import type { DocumentIndex } from './live-documents.ts'
import type { PersonQuery } from './people-store.ts'
import type { Person } from './person.ts'

/** Finds people by what is theirs alone; gives their id. */
export interface PersonIndex extends DocumentIndex<Person> {
  find(by: PersonQuery): string | null
}

export function createPersonIndex(): PersonIndex {
  const ids = new Map<string, string>()
  return {
    find: (by) => ids.get(toKey(by)) ?? null,
    accepts: (person) => ownKeys(person).every((key) => (ids.get(key) ?? person.id) === person.id),
    replace(before, after) {
      for (const key of before === null ? [] : allKeys(before)) ids.delete(key)
      if (after !== null) for (const key of allKeys(after)) ids.set(key, after.id)
    },
  }
}

function toKey(by: PersonQuery): string {
  if ('emailKey' in by) return `email ${by.emailKey}`
  if ('accountId' in by) return `account ${by.accountId}`
  return 'sessionHash' in by ? `session ${by.sessionHash}` : `link ${by.linkHash}`
}

/** Keys that no two people share. Hashes of random bytes need no rule. */
function ownKeys({ emailKey, accountId }: Person): readonly string[] {
  return [toKey({ emailKey }), toKey({ accountId })]
}

function allKeys(person: Person): readonly string[] {
  const sessions = person.sessions.map(({ hash }) => toKey({ sessionHash: hash }))
  const links = person.links.map(({ hash }) => toKey({ linkHash: hash }))
  return [...ownKeys(person), ...sessions, ...links]
}
