import { RiftlineError } from '@riftline/base'
import type { Client, QueryConfig } from 'pg'
import type { Violation } from '../rules/ledger-invariants.ts'
import { utcText } from '../rules/ledger-time.ts'
import { ConnectionLost, createConnection, endConnection, textOf, toStorageError } from './connection.ts'
import { addresses, rate } from './schema/addresses.ts'
import { allowances, clock } from './schema/allowances.ts'
import { answers } from './schema/answers.ts'
import { charging, earlierHolds } from './schema/charging.ts'
import { keys, leases } from './schema/leases.ts'
import { keyIndexes, limitColumns, tables } from './schema/tables.ts'

/** Version of the schema. Any change of tables or functions raises it, and needs the statements that migrate from earlier ones. */
const schemaVersion = 6

const schema: string = [tables, clock, allowances, answers, charging, leases, addresses, keys, rate].join('\n')

const addCalls = 'ALTER TABLE charge ADD COLUMN calls integer NOT NULL DEFAULT 1 CHECK (calls > 0);'
const addLimits = `ALTER TABLE api_key ${limitColumns.map((column) => `ADD COLUMN ${column}`).join(', ')};${keyIndexes}`

/**
 * Statements that bring an empty database (0) or an earlier version to this one. Functions of earlier versions stay beside the new ones,
 * since servers of those versions may run until they are replaced.
 */
const statementsFrom: ReadonlyMap<number, string> = new Map([
  [0, schema],
  [4, [addCalls, addLimits, charging, keys, earlierHolds].join('\n')],
  [5, [addLimits, charging, keys, earlierHolds].join('\n')],
])

const leastVersion = 150_000
const firstAnswerMs = 5000

/**
 * Refuses a database that could lose charges or has another schema, and creates the schema in an empty one. Several
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
    throw new RiftlineError('database_unsuitable', `schema of the database: ${textOf(error)}`, { cause: error })
  } finally {
    await endConnection(client)
  }
}

function unreachable(cause: unknown): RiftlineError {
  return new RiftlineError('database_unreachable', `DATABASE_URL: cannot connect: ${textOf(cause)}`, { cause })
}

async function refuseUnsuitable(client: Client): Promise<void> {
  const text = `SELECT current_setting('server_version_num')::int AS version, current_setting('synchronous_commit') AS commit,
            current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
            CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role`
  // This is the first query, so a hanging database is noticed here. `pg` supports a limit per query, but its types lack it.
  const question: QueryConfig & { readonly query_timeout: number } = { text, query_timeout: firstAnswerMs }
  const { rows } = await client.query<Record<'commit' | 'fsync' | 'encoding' | 'role', string> & { version: number }>(
    question,
  )
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

/** Creates the schema in one transaction, under a lock that ends with it and therefore works through a connection pooler. */
async function migrate(client: Client): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock(7200, 0)')
    // The role of a server may lack the right to create tables.
    const { rows: known } = await client.query(`SELECT WHERE to_regclass('ledger_schema') IS NOT NULL`)
    if (known.length === 0) {
      await client.query(
        'CREATE TABLE ledger_schema (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      )
    }
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM ledger_schema',
    )
    const { version } = rows[0]!
    const statements = statementsFrom.get(version)
    if (statements !== undefined) {
      await client.query(statements)
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
 * An import writes a mark before its first line and finishes the mark with its last. A database with an unfinished mark and
 * without accounts is the remainder of a failed import, not a ledger.
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

function unfinishedText({ begun_at, counts }: UnfinishedImport): string {
  const begun = `an import of ${counts.account} accounts and ${counts.entry} entries began at ${utcText(begun_at.getTime())} UTC`
  return `${begun} and did not end; the ledger is empty; riftline ledger import begins it anew`
}

/** Refuses a ledger with an unfinished import. @throws RiftlineError `import_unfinished` */
export function refuseMarkedImport([found]: readonly UnfinishedImport[]): void {
  if (found !== undefined) throw new RiftlineError('import_unfinished', unfinishedText(found))
}

/** Document of `ledger verify`. A database has no files: `file` and `offset` are null, and no tail is ever torn. */
export interface PostgresReport {
  readonly sound: boolean
  readonly accounts: number
  readonly records: number
  readonly tornBytes: 0
  readonly violations: readonly {
    readonly file: null
    readonly offset: null
    /** Broken invariant; `import` when the last import failed, so that the ledger is empty. */
    readonly invariant: Violation['invariant'] | 'import'
    readonly message: string
  }[]
}

/**
 * Checks the whole ledger in one snapshot, beside running servers, and lists violations.
 * @throws StorageError when the database cannot be read
 */
export async function verifyPostgresLedger(databaseUrl: string): Promise<PostgresReport> {
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const violations: PostgresReport['violations'][number][] = []
    const { rows: unfinished } = await client.query<UnfinishedImport>(unfinishedImport)
    for (const one of unfinished) {
      violations.push({ file: null, offset: null, invariant: 'import', message: unfinishedText(one) })
    }
    for (const [invariant, sql] of Object.entries(checks) as [Violation['invariant'], string][]) {
      const { rows } = await client.query<{ message: string }>(`${sql} LIMIT 100`)
      violations.push(...rows.map(({ message }) => ({ file: null, offset: null, invariant, message })))
    }
    const { rows } = await client.query<{ accounts: number; records: number }>(
      'SELECT (SELECT count(*) FROM account)::int AS accounts, (SELECT count(*) FROM entry)::float8 AS records',
    )
    return { sound: violations.length === 0, ...rows[0]!, tornBytes: 0, violations }
  } catch (error) {
    throw toStorageError(error)
  } finally {
    await endConnection(client)
  }
}

const entrySums = `
  SELECT grant_id,
         coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0) AS granted,
         coalesce(-sum(amount) FILTER (WHERE kind = 'reverse'), 0) AS reversed,
         coalesce(-sum(amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
         coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
    FROM entry GROUP BY grant_id`

/** Queries that return a row with a `message` for each violation. */
const checks: Readonly<Record<Violation['invariant'], string>> = {
  I1: `
SELECT format('grant %s of account %s: amount %s, entries %s, remaining %s, held %s, held by charges %s', g.id, g.account_id, g.amount,
              row_to_json(s), g.remaining, g.held, coalesce(h.held, 0)) AS message
  FROM credit_grant g
  LEFT JOIN (${entrySums}) s ON s.grant_id = g.id
  LEFT JOIN (SELECT l.grant_id, sum(l.amount) AS held FROM charge_line l JOIN charge c USING (request_id)
              WHERE c.state = 'held' GROUP BY l.grant_id) h ON h.grant_id = g.id
 WHERE s.granted IS DISTINCT FROM g.amount
    OR s.granted - s.reversed - s.captured + s.refunded IS DISTINCT FROM g.remaining
    OR NOT (0 <= g.held AND g.held <= g.remaining AND g.remaining <= g.amount)
    OR g.held <> coalesce(h.held, 0)
    OR (s.reversed > 0 AND g.reversed_at IS NULL)`,
  I2: `
SELECT format('entry %s of account %s is in grant %s of another', e.id, e.account_id, e.grant_id) AS message
  FROM entry e LEFT JOIN credit_grant g ON g.id = e.grant_id WHERE g.account_id IS DISTINCT FROM e.account_id
UNION ALL
SELECT format('charge %s of account %s draws on grant %s of another', c.request_id, c.account_id, g.id)
  FROM charge c JOIN charge_line l USING (request_id) JOIN credit_grant g ON g.id = l.grant_id WHERE g.account_id <> c.account_id`,
  I3: `
SELECT format('charge %s of %s credits is %s, with lines for %s; its entries capture %s and refund %s', request_id, c.amount, c.state,
              l.amount, coalesce(e.captured, 0), coalesce(e.refunded, 0)) AS message
  FROM charge c
  LEFT JOIN (SELECT request_id, sum(amount) AS amount FROM charge_line GROUP BY request_id) l USING (request_id)
  FULL JOIN (SELECT request_id, coalesce(-sum(amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
                    coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
               FROM entry WHERE request_id IS NOT NULL GROUP BY request_id) e USING (request_id)
 WHERE c.state IS NULL
    OR l.amount IS DISTINCT FROM c.amount
    OR coalesce(e.captured, 0) <> CASE c.state WHEN 'held' THEN 0 ELSE c.amount END
    OR coalesce(e.refunded, 0) <> CASE c.state WHEN 'refunded' THEN c.amount ELSE 0 END`,
  I4: `
SELECT format('usage of account %s on %s, %s %s, key %s: %s calls, %s credits; charges have %s, %s', account_id, day, operation, model, key_id,
              coalesce(u.calls, 0), coalesce(u.credits, 0), coalesce(c.calls, 0), coalesce(c.credits, 0)) AS message
  FROM usage_day u
  FULL JOIN (SELECT account_id, (captured_at AT TIME ZONE 'UTC')::date AS day, operation, coalesce(model, '') AS model,
                    coalesce(key_id, '') AS key_id, sum(calls) AS calls, sum(amount) AS credits
               FROM charge WHERE state IN ('captured', 'delivered') GROUP BY 1, 2, 3, 4, 5) c USING (account_id, day, operation, model, key_id)
 WHERE coalesce(u.calls, 0) <> coalesce(c.calls, 0) OR coalesce(u.credits, 0) <> coalesce(c.credits, 0)`,
  I6: `
SELECT format('over everything: remaining %s, the sum of all entries %s', remaining, entries) AS message
  FROM (SELECT coalesce(sum(remaining), 0) AS remaining FROM credit_grant) g, (SELECT coalesce(sum(amount), 0) AS entries FROM entry) e
 WHERE remaining <> entries`,
  I7: `
SELECT format('account %s has free grant %s, which ends %s', account_id, source_ref, expires_at) AS message
  FROM credit_grant
 WHERE kind = 'free' AND source_ref IS DISTINCT FROM to_char((expires_at AT TIME ZONE 'UTC') - interval '1 month', '"free:"YYYY-MM')`,
}
