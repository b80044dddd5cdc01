import { RiftlineError } from '@riftline/base'
import { StorageError } from '@riftline/ledger'
import type { Database } from '@riftline/ledger/postgres'
import type * as z from 'zod'
import { checkRead, checkWritten } from '../../storage/json-files.ts'

/** Documents of one kind with a key, and columns that repeat what they are found by. */
export interface DocumentTable<T> {
  /** Changes nothing where the key is taken. */
  add(value: T): Promise<void>
  get(key: string): Promise<T | null>
  list(where?: string, values?: readonly unknown[]): Promise<readonly T[]>
  change(key: string, change: (value: T) => T): Promise<T | null>
  remove(where: string, values: readonly unknown[]): Promise<void>
}

export interface DocumentTableParts<T> {
  readonly database: Database
  readonly table: 'pending' | 'payment'
  readonly key: 'hash' | 'id'
  readonly schema: z.ZodType<T>
  readonly keyOf: (value: T) => string
  /** Further columns with their values. */
  readonly columns: (value: T) => Readonly<Record<string, string | number>>
}

interface Row {
  readonly document: unknown
  readonly version: number
}

/** Most repeats of a change that another process overtook. */
const mostTries = 100

export function createDocumentTable<T>(parts: DocumentTableParts<T>): DocumentTable<T> {
  const { database, table, key, schema, keyOf, columns } = parts
  const select = `SELECT document, version FROM ${table}`
  const toValue = ({ document }: Row): T => checkRead(schema, `table ${table}`, document)

  async function read(name: string): Promise<{ version: number; value: T } | null> {
    const [row] = await database.read<Row>(`${select} WHERE ${key} = $1`, [name])
    return row === undefined ? null : { version: row.version, value: toValue(row) }
  }

  return {
    async add(value) {
      checkWritten(schema, table, value)
      const further = Object.entries(columns(value))
      const names = [key, 'document', ...further.map(([name]) => name)]
      const places = names.map((_, index) => `$${index + 1}`)
      await database.write(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
        [keyOf(value), JSON.stringify(value), ...further.map(([, of]) => of)],
      )
    },
    get: async (name) => (await read(name))?.value ?? null,
    list: async (where, values) =>
      where === undefined
        ? (await database.slow<Row>(select)).map(toValue)
        : (await database.read<Row>(`${select} WHERE ${where}`, values)).map(toValue),
    async change(name, change) {
      for (let tries = 0; tries < mostTries; tries++) {
        const kept = await read(name)
        if (kept === null) return null
        const after = change(kept.value)
        if (after === kept.value) return after
        if (keyOf(after) !== name) throw new RiftlineError('invalid_argument', `${table}: its key never changes`)
        checkWritten(schema, table, after)
        const further = Object.entries(columns(after))
        const set = ['document = $3', ...further.map(([column], index) => `${column} = $${index + 4}`)].join(', ')
        const rows = await database.write(
          `UPDATE ${table} SET ${set}, version = version + 1 WHERE ${key} = $1 AND version = $2 RETURNING 1`,
          [name, kept.version, JSON.stringify(after), ...further.map(([, of]) => of)],
        )
        if (rows.length > 0) return after
      }
      throw new StorageError(`a ${table} is changed too often at once`)
    },
    async remove(where, values) {
      await database.write(`DELETE FROM ${table} WHERE ${where}`, values)
    },
  }
}
