import type { Violation } from '../rules/ledger-invariants.ts'
import { createConnection, endConnection } from './connection.ts'
import { toStorageError } from './failure.ts'
import { type UnfinishedImport, unfinishedImport, unfinishedText } from './migrate.ts'

/** The document of `ledger verify`. A database has no files: `file` and `offset` are null, and no tail is ever torn. */
export interface PostgresReport {
  readonly sound: boolean
  readonly accounts: number
  /** Entries: grants, captures, refunds, reversals. */
  readonly records: number
  readonly tornBytes: 0
  readonly violations: readonly {
    readonly file: null
    readonly offset: null
    /** `import`: the last one failed, and the ledger is empty. */
    readonly invariant: Violation['invariant'] | 'import'
    readonly message: string
  }[]
}

/**
 * Reads the whole ledger at one moment, beside running servers, and says what does not hold.
 * @throws StorageError when the database cannot be read
 */
export async function verifyPostgresLedger(databaseUrl: string): Promise<PostgresReport> {
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const violations: PostgresReport['violations'][number][] = []
    const { rows: known } = await client.query(`SELECT WHERE to_regclass('ledger_import') IS NOT NULL`)
    if (known.length > 0) {
      const { rows: unfinished } = await client.query<UnfinishedImport>(unfinishedImport)
      for (const one of unfinished) {
        violations.push({ file: null, offset: null, invariant: 'import', message: unfinishedText(one) })
      }
    }
    for (const { invariant, sql } of checks) {
      const { rows } = await client.query<{ message: string }>(`${sql} LIMIT 100`)
      violations.push(...rows.map(({ message }) => ({ file: null, offset: null, invariant, message })))
    }
    const { rows } = await client.query<{ accounts: number; records: number }>(
      'SELECT (SELECT count(*) FROM account)::int AS accounts, (SELECT count(*) FROM entry)::float8 AS records',
    )
    const { accounts = 0, records = 0 } = rows[0] ?? {}
    return { sound: violations.length === 0, accounts, records, tornBytes: 0, violations }
  } catch (error) {
    throw toStorageError(error)
  } finally {
    await endConnection(client)
  }
}

interface Check {
  readonly invariant: Violation['invariant']
  /** One row with a `message` for each violation. */
  readonly sql: string
}

const entrySums = `
  SELECT grant_id,
         coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0) AS granted,
         coalesce(-sum(amount) FILTER (WHERE kind = 'reverse'), 0) AS reversed,
         coalesce(-sum(amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
         coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
    FROM entry GROUP BY grant_id`

const checks: readonly Check[] = [
  {
    invariant: 'I1',
    sql: `
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
  },
  {
    invariant: 'I2',
    sql: `
SELECT format('entry %s of account %s is in grant %s of another', e.id, e.account_id, e.grant_id) AS message
  FROM entry e LEFT JOIN credit_grant g ON g.id = e.grant_id WHERE g.account_id IS DISTINCT FROM e.account_id
UNION ALL
SELECT format('charge %s of account %s draws on grant %s of another', c.request_id, c.account_id, g.id)
  FROM charge c JOIN charge_line l USING (request_id) JOIN credit_grant g ON g.id = l.grant_id WHERE g.account_id <> c.account_id`,
  },
  {
    invariant: 'I3',
    sql: `
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
  },
  {
    invariant: 'I4',
    sql: `
SELECT format('usage of account %s on %s, %s %s, key %s: %s calls, %s credits; charges have %s, %s', account_id, day, operation, model, key_id,
              coalesce(u.calls, 0), coalesce(u.credits, 0), coalesce(c.calls, 0), coalesce(c.credits, 0)) AS message
  FROM usage_day u
  FULL JOIN (SELECT account_id, (captured_at AT TIME ZONE 'UTC')::date AS day, operation, coalesce(model, '') AS model,
                    coalesce(key_id, '') AS key_id, count(*) AS calls, sum(amount) AS credits
               FROM charge WHERE state IN ('captured', 'delivered') GROUP BY 1, 2, 3, 4, 5) c USING (account_id, day, operation, model, key_id)
 WHERE coalesce(u.calls, 0) <> coalesce(c.calls, 0) OR coalesce(u.credits, 0) <> coalesce(c.credits, 0)`,
  },
  {
    invariant: 'I6',
    sql: `
SELECT format('over everything: remaining %s, the sum of all entries %s', remaining, entries) AS message
  FROM (SELECT coalesce(sum(remaining), 0) AS remaining FROM credit_grant) g, (SELECT coalesce(sum(amount), 0) AS entries FROM entry) e
 WHERE remaining <> entries`,
  },
  {
    invariant: 'I7',
    sql: `
SELECT format('account %s has free grant %s, which ends %s', account_id, source_ref, expires_at) AS message
  FROM credit_grant
 WHERE kind = 'free' AND source_ref IS DISTINCT FROM to_char((expires_at AT TIME ZONE 'UTC') - interval '1 month', '"free:"YYYY-MM')`,
  },
]
