import { RiftlineError } from '@riftline/base'
import { StorageError } from '@riftline/ledger'
import type { Database } from '@riftline/ledger/postgres'
import { checkRead, checkWritten } from '../../storage/json-files.ts'
import type { PeopleStore, PersonQuery } from '../people-store.ts'
import { type Person, type PersonEvent, personSchema } from '../person.ts'
import { withoutExpired } from '../person-rules.ts'

type PeopleTable = Pick<
  PeopleStore,
  'person' | 'findPerson' | 'people' | 'addPerson' | 'changePerson' | 'removePerson' | 'sweep'
>

interface Row {
  readonly version: number
  readonly document: unknown
}

/** Most repeats of a change that another process overtook. */
const mostTries = 100

export function createPeopleTable(database: Database): PeopleTable {
  async function read(where: string, value: string): Promise<{ version: number; person: Person } | null> {
    const [row] = await database.read<Row>(`${select} WHERE ${where}`, [value])
    return row === undefined ? null : { version: row.version, person: toPerson(row) }
  }

  /** `before` is what is kept under the version. */
  async function save(
    version: number | null,
    before: Person | null,
    after: Person,
  ): Promise<'saved' | 'stale' | 'taken'> {
    checkWritten(personSchema, 'person', after)
    const { sessions, links, events, ...rest } = after
    const { dropped, added } = changedEvents(before?.events ?? [], events)
    const [row] = await database.write<{ outcome: 'saved' | 'stale' | 'taken' }>(
      'SELECT person_save($1, $2, $3, $4, $5, $6) AS outcome',
      [
        version,
        JSON.stringify(rest),
        sessions === before?.sessions ? null : JSON.stringify(sessions),
        links === before?.links ? null : JSON.stringify(links),
        dropped,
        JSON.stringify(added),
      ],
    )
    return row?.outcome ?? 'stale'
  }

  async function changePerson(id: string, change: (person: Person) => Person): Promise<Person | null> {
    for (let tries = 0; tries < mostTries; tries++) {
      const kept = await read('p.id = $1', id)
      if (kept === null) return null
      const after = change(kept.person)
      if (after === kept.person) return after
      if (after.id !== id) throw new RiftlineError('invalid_argument', 'person: its key never changes')
      const outcome = await save(kept.version, kept.person, after)
      if (outcome === 'saved') return after
      if (outcome === 'taken') return null
    }
    throw new StorageError('a person is changed too often at once')
  }

  return {
    person: async (id) => (await read('p.id = $1', id))?.person ?? null,
    async findPerson(by) {
      const [where, value] = toCondition(by)
      return (await read(where, value))?.person ?? null
    },
    people: async () => (await database.slow<Row>(`${select} ORDER BY p.created_at, p.id COLLATE "C"`)).map(toPerson),
    addPerson: async (person) => (await save(null, null, person)) === 'saved',
    changePerson,
    async removePerson(id) {
      await database.write('DELETE FROM person WHERE id = $1', [id])
    },
    async sweep(now) {
      // People with something that can expire; `withoutExpired` decides.
      const rows = await database.slow<Row>(`${select} WHERE ${hasParts}`)
      for (const person of rows.map(toPerson))
        if (withoutExpired(person, now) !== person) await changePerson(person.id, (other) => withoutExpired(other, now))
    },
  }
}

const select = `
SELECT p.version, json_build_object(
         'id', p.id, 'accountId', p.account_id, 'email', p.email, 'emailKey', p.email_key, 'passwordHash', p.password_hash,
         'status', p.status, 'createdAt', p.created_at, 'alertBelow', p.alert_below, 'alerted', p.alerted, 'forms', p.forms,
         'sessions', (SELECT coalesce(json_agg(json_build_object(
             'id', id, 'hash', hash, 'createdAt', created_at, 'lastSeenAt', last_seen_at, 'passwordAt', password_at,
             'network', network, 'browser', browser) ORDER BY place), '[]') FROM session WHERE person_id = p.id),
         'links', (SELECT coalesce(json_agg(json_build_object(
             'hash', hash, 'kind', kind, 'createdAt', created_at, 'expiresAt', expires_at, 'email', email,
             'wrongPasswords', wrong_passwords) ORDER BY place), '[]') FROM link WHERE person_id = p.id),
         'events', (SELECT coalesce(json_agg(json_build_object(
             'at', at, 'kind', kind, 'network', network, 'browser', browser, 'detail', detail) ORDER BY place), '[]')
             FROM event WHERE person_id = p.id)) AS document
  FROM person p`

const hasParts = `
jsonb_array_length(p.forms) > 0 OR EXISTS (SELECT FROM session WHERE person_id = p.id)
OR EXISTS (SELECT FROM link WHERE person_id = p.id) OR EXISTS (SELECT FROM event WHERE person_id = p.id)`

function toPerson({ document }: Row): Person {
  return checkRead(personSchema, 'table person', document)
}

function toCondition(by: PersonQuery): readonly [where: string, value: string] {
  if ('emailKey' in by) return ['p.email_key = $1', by.emailKey]
  if ('accountId' in by) return ['p.account_id = $1', by.accountId]
  if ('sessionHash' in by) return ['p.id = (SELECT person_id FROM session WHERE hash = $1)', by.sessionHash]
  return ['p.id = (SELECT person_id FROM link WHERE hash = $1)', by.linkHash]
}

/** Events come at the end and go at the beginning; for any other change, all are written anew. */
function changedEvents(
  before: readonly PersonEvent[],
  after: readonly PersonEvent[],
): { readonly dropped: number; readonly added: readonly PersonEvent[] } {
  const [first] = after
  const dropped = first === undefined ? before.length : before.indexOf(first)
  const kept = before.slice(dropped)
  const isFront = dropped >= 0 && kept.every((event, index) => event === after[index])
  return isFront ? { dropped, added: after.slice(kept.length) } : { dropped: before.length, added: after }
}
