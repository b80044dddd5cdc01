import { RiftlineError } from '@riftline/base'
import { StorageError } from '@riftline/ledger'
import type { Database } from '@riftline/ledger/postgres'
import type * as z from 'zod'
import { checkRead, checkWritten } from '../../storage/json-files.ts'
import { type Person, type PersonEvent, type PersonQuery, personSchema } from '../person.ts'
import { withoutExpired } from '../person-rules.ts'

interface Row {
  readonly version: number
  readonly document: unknown
}

interface Stored<T> {
  readonly version: number
  readonly value: T
}

type Outcome = 'saved' | 'stale' | 'taken'

const mostTries = 100

/** Changes a stored document, retrying when another process came first; null when it is missing or a unique value is taken. */
async function changeStored<T>(
  what: string,
  read: () => Promise<Stored<T> | null>,
  change: (value: T) => T,
  keyOf: (value: T) => string,
  save: (before: Stored<T>, after: T) => Promise<Outcome>,
): Promise<T | null> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await read()
    if (before === null) return null
    const after = change(before.value)
    if (after === before.value) return after
    if (keyOf(after) !== keyOf(before.value))
      throw new RiftlineError('invalid_argument', `${what}: its key never changes`)
    const outcome = await save(before, after)
    if (outcome === 'saved') return after
    if (outcome === 'taken') return null
  }
  throw new StorageError(`a ${what} is changed too often at once`)
}

interface DocumentTableParts<T> {
  readonly database: Database
  readonly table: 'pending' | 'payment'
  readonly key: 'hash' | 'id'
  readonly schema: z.ZodType<T>
  readonly keyOf: (value: T) => string
  /** Search columns, which repeat values of the document. */
  readonly columns: (value: T) => Readonly<Record<string, string | number>>
}

export function createDocumentTable<T>(parts: DocumentTableParts<T>) {
  const { database, table, key, schema, keyOf, columns } = parts
  const select = `SELECT document, version FROM ${table}`
  const toValue = ({ document }: Row): T => checkRead(schema, `table ${table}`, document)

  async function read(name: string): Promise<Stored<T> | null> {
    const [row] = await database.read<Row>(`${select} WHERE ${key} = $1`, [name])
    return row === undefined ? null : { version: row.version, value: toValue(row) }
  }

  async function save(before: Stored<T>, after: T): Promise<Outcome> {
    checkWritten(schema, table, after)
    const further = Object.entries(columns(after))
    const set = ['document = $3', ...further.map(([column], index) => `${column} = $${index + 4}`)].join(', ')
    const rows = await database.write(
      `UPDATE ${table} SET ${set}, version = version + 1 WHERE ${key} = $1 AND version = $2 RETURNING 1`,
      [keyOf(after), before.version, JSON.stringify(after), ...further.map(([, of]) => of)],
    )
    return rows.length > 0 ? 'saved' : 'stale'
  }

  return {
    /** Adds a document; changes nothing when the key is taken. */
    async add(value: T): Promise<void> {
      checkWritten(schema, table, value)
      const further = Object.entries(columns(value))
      const names = [key, 'document', ...further.map(([name]) => name)]
      const places = names.map((_, index) => `$${index + 1}`)
      await database.write(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
        [keyOf(value), JSON.stringify(value), ...further.map(([, of]) => of)],
      )
    },
    get: async (name: string): Promise<T | null> => (await read(name))?.value ?? null,
    all: async (): Promise<readonly T[]> => (await database.slow<Row>(select)).map(toValue),
    list: async (where: string, values: readonly unknown[]): Promise<readonly T[]> =>
      (await database.read<Row>(`${select} WHERE ${where}`, values)).map(toValue),
    change: (name: string, change: (value: T) => T): Promise<T | null> =>
      changeStored(table, () => read(name), change, keyOf, save),
    async remove(where: string, values: readonly unknown[]): Promise<void> {
      await database.write(`DELETE FROM ${table} WHERE ${where}`, values)
    },
  }
}

/** Table of people, with separate tables for their sessions, links and events. */
export function createPeopleTable(database: Database) {
  async function read(where: string, value: string): Promise<Stored<Person> | null> {
    const [row] = await database.read<Row>(`${select} WHERE ${where}`, [value])
    return row === undefined ? null : { version: row.version, value: toPerson(row) }
  }

  /** Saves a person. @param before stored version; null for a new person */
  async function save(before: Stored<Person> | null, after: Person): Promise<Outcome> {
    checkWritten(personSchema, 'person', after)
    const { sessions, links, events, ...rest } = after
    const { dropped, added } = changedEvents(before?.value.events ?? [], events)
    const [row] = await database.write<{ outcome: Outcome }>('SELECT person_save($1, $2, $3, $4, $5, $6) AS outcome', [
      before?.version ?? null,
      JSON.stringify(rest),
      sessions === before?.value.sessions ? null : JSON.stringify(sessions),
      links === before?.value.links ? null : JSON.stringify(links),
      dropped,
      JSON.stringify(added),
    ])
    return row?.outcome ?? 'stale'
  }

  const changePerson = (id: string, change: (person: Person) => Person): Promise<Person | null> =>
    changeStored(
      'person',
      () => read('p.id = $1', id),
      change,
      (person) => person.id,
      save,
    )

  return {
    person: async (id: string): Promise<Person | null> => (await read('p.id = $1', id))?.value ?? null,
    async findPerson(by: PersonQuery): Promise<Person | null> {
      const [where, value] = toCondition(by)
      return (await read(where, value))?.value ?? null
    },
    people: async () => (await database.slow<Row>(`${select} ORDER BY p.created_at, p.id COLLATE "C"`)).map(toPerson),
    addPerson: async (person: Person): Promise<boolean> => (await save(null, person)) === 'saved',
    changePerson,
    async removePerson(id: string): Promise<void> {
      await database.write('DELETE FROM person WHERE id = $1', [id])
    },
    async sweep(now: number): Promise<void> {
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

/** Difference of the events: dropped at the beginning, added at the end. Any other change writes all of them anew. */
function changedEvents(before: readonly PersonEvent[], after: readonly PersonEvent[]) {
  const [first] = after
  const dropped = first === undefined ? before.length : before.indexOf(first)
  const kept = before.slice(dropped)
  const isFront = dropped >= 0 && kept.every((event, index) => event === after[index])
  return isFront ? { dropped, added: after.slice(kept.length) } : { dropped: before.length, added: after }
}
