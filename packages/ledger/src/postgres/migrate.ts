import { RiftlineError } from '@riftline/base'
import type { Client, QueryConfig } from 'pg'
import { utcText } from '../rules/free-month.ts'
import { createConnection, endConnection } from './connection.ts'
import { ConnectionLost, toStorageError } from './failure.ts'
import { addresses } from './schema/addresses.ts'
import { allowances } from './schema/allowances.ts'
import { answers } from './schema/answers.ts'
import { charging } from './schema/charging.ts'
import { clock } from './schema/clock.ts'
import { keys, leases } from './schema/leases.ts'
import { rate } from './schema/rate.ts'
import { tables } from './schema/tables.ts'

/** Version of the schema. A change of tables or functions raises it and needs the statements that bring a database from the version before. */
const schemaVersion = 4

/** Makes tables and functions in an empty database. */
const schema: string = [tables, clock, allowances, answers, charging, leases, addresses, keys, rate].join('\n')

const leastVersion = 150_000
const firstAnswerMs = 5000

/**
 * Refuses a database that could lose charges or has another schema, and makes the schema in an empty one. Several
 * processes may start at once.
 * @throws RiftlineError `database_unreachable`, `database_unsuitable`
 */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
  } catch (cause) {
    throw unreachable(cause)
  }
  try {
    await refuseUnsuitable(client)
    await migrate(client)
  } catch (error) {
    if (error instanceof RiftlineError) throw error
    if (toStorageError(error) instanceof ConnectionLost) throw unreachable(error)
    throw new RiftlineError('database_unsuitable', `schema of the database: ${reasonOf(error)}`, { cause: error })
  } finally {
    await endConnection(client)
  }
}

interface Settings {
  readonly version: number
  readonly commit: string
  readonly fsync: string
  readonly encoding: string
  readonly role: string
}

function unreachable(cause: unknown): RiftlineError {
  return new RiftlineError('database_unreachable', `DATABASE_URL: cannot connect: ${reasonOf(cause)}`, { cause })
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

async function refuseUnsuitable(client: Client): Promise<void> {
  const text = `SELECT current_setting('server_version_num')::int AS version, current_setting('synchronous_commit') AS commit,
            current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
            CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role`
  // The first question: a database that hangs is found here. `pg` knows the limit of one query, its types do not.
  const question: QueryConfig & { readonly query_timeout: number } = { text, query_timeout: firstAnswerMs }
  const { rows } = await client.query<Settings>(question)
  const { version, commit, fsync, encoding, role } = rows[0]!
  const refuse = (what: string, expected: string, got: string): never => {
    throw new RiftlineError('database_unsuitable', `${what} of the database: expected ${expected}, got ${got}`)
  }
  if (role !== 'primary') refuse('role', 'primary', role)
  if (version < leastVersion) refuse('server_version', '15 or newer', String(version / 10_000))
  if (commit !== 'on' && commit !== 'remote_apply') refuse('synchronous_commit', 'on or remote_apply', commit)
  if (fsync !== 'on') refuse('fsync', 'on', fsync)
  if (encoding !== 'UTF8') refuse('server_encoding', 'UTF8', encoding)
}

/** Makes the schema in one transaction, behind a lock that ends with it and so also works through a connection pooler. */
async function migrate(client: Client): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock(7200, 0)')
    // The role of a server need not be one that may create tables.
    const { rows: known } = await client.query(`SELECT WHERE to_regclass('ledger_schema') IS NOT NULL`)
    if (known.length === 0) {
      await client.query(
        'CREATE TABLE ledger_schema (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      )
    }
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM ledger_schema',
    )
    const version = rows[0]?.version ?? 0
    if (version === 0) {
      await client.query(schema)
      await client.query('INSERT INTO ledger_schema (version) VALUES ($1)', [schemaVersion])
    } else if (version !== schemaVersion) {
      throw new RiftlineError(
        'database_unsuitable',
        `schema of the database: expected version ${schemaVersion}, got version ${version}`,
      )
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/*
 * An import leaves a mark before its first line and finishes it with its last. A database with an unfinished mark and
 * without accounts is the rest of a failed import, no ledger.
 */

export const beginImportSql = `
INSERT INTO ledger_import (begun_at, counts) VALUES ($1, $2)
    ON CONFLICT (one) DO UPDATE SET begun_at = EXCLUDED.begun_at, counts = EXCLUDED.counts, finished_at = NULL`

export const endImportSql = 'UPDATE ledger_import SET finished_at = $1'

export const unfinishedImport = `
SELECT begun_at, counts FROM ledger_import WHERE finished_at IS NULL AND NOT EXISTS (SELECT FROM account)`

export interface UnfinishedImport {
  readonly begun_at: Date
  readonly counts: Readonly<Record<string, number>>
}

export function unfinishedText({ begun_at, counts }: UnfinishedImport): string {
  const begun = `an import of ${counts.account} accounts and ${counts.entry} entries began at ${utcText(begun_at.getTime())} UTC`
  return `${begun} and did not end; the ledger is empty; riftline ledger import begins it anew`
}

/** @throws RiftlineError `import_unfinished` */
export function refuseMarkedImport([found]: readonly UnfinishedImport[]): void {
  if (found !== undefined) throw new RiftlineError('import_unfinished', unfinishedText(found))
}
