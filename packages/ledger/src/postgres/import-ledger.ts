import { RiftlineError, requireOptions } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import type { Client } from 'pg'
import { importBatches } from '../document/import-records.ts'
import { createTotals, differences } from '../document/ledger-document.ts'
import { isAhead, type LedgerImport, refuseAccounts } from '../document/ledger-import.ts'
import type { StartingClock } from '../rules/turn-back.ts'
import { createConnection, endConnection, sqlState, toStorageError } from './connection.ts'
import { beginImportSql, endImportSql, prepareDatabase } from './migrate.ts'
import { transactionContent } from './transaction-content.ts'

/**
 * Imports a document into a database without a ledger, completely or not at all. Charges with unknown delivery
 * stay unchanged for an hour, so that the two ledgers can be compared, and are then refunded as after a
 * crash.
 *
 * @throws RiftlineError `ledger_not_empty`, `ledger_document_invalid`, `ledger_differs`, `database_unreachable`,
 *   `database_unsuitable`; StorageError
 */
export async function importIntoDatabase(
  databaseUrl: string,
  document: LedgerImport,
  options: StartingClock = { clock: systemClock },
): Promise<void> {
  requireOptions(options, ['clock', 'log', 'acceptClock'])
  const { clock } = options
  const ahead = isAhead(document, options)
  // Applying the records reveals contradictions that no single line shows.
  importBatches(document)
  await prepareDatabase(databaseUrl)
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
    await client.query('BEGIN')
    await lockEmpty(client)
    await client.query(beginImportSql, [new Date(clock.now()), JSON.stringify(document.totals.counts)])
    // The mark is committed first, so that it stays even if the import fails.
    await client.query('COMMIT')
    await client.query('BEGIN')
    await lockEmpty(client)
    for (const { lines, sql } of steps(document)) {
      for (let from = 0; from < lines.length; from += linesAtOnce) {
        const part = lines.slice(from, from + linesAtOnce).map((line, index) => ({ place: from + index, ...line }))
        await client.query(sql, [JSON.stringify(part)])
      }
    }
    await client.query(finish)
    await compare(client, document)
    if (ahead) await client.query('SELECT ledger_turn_back($1)', [new Date(clock.now())])
    await client.query(endImportSql, [new Date(clock.now())])
    await client.query('COMMIT')
  } catch (error) {
    if (error instanceof RiftlineError) throw error
    // Text with a zero byte, or a time before the common era: valid in files but not in a database.
    if (/^22/.test(sqlState(error))) {
      throw new RiftlineError('ledger_document_invalid', `a value that the database does not hold: ${error}`)
    }
    throw toStorageError(error)
  } finally {
    await endConnection(client)
  }
}

const linesAtOnce = 2000

async function lockEmpty(client: Client): Promise<void> {
  await client.query('LOCK TABLE account IN EXCLUSIVE MODE')
  const { rows } = await client.query('SELECT FROM account LIMIT 1')
  refuseAccounts(rows.length)
}

/** Reads what the transaction wrote, and compares it with the document before the commit. */
async function compare(client: Client, document: LedgerImport): Promise<void> {
  const totals = createTotals()
  for await (const line of transactionContent(client, '-infinity')) totals.add(line)
  const [first] = differences(document.totals, totals.totals())
  if (first === undefined) return
  throw new RiftlineError('ledger_differs', `the database would differ from the document: ${first}`)
}

/** Statements that insert the lines, in order. `$1` is a list of lines, `place` the number of a line in it. */
function steps(document: LedgerImport): readonly { readonly lines: readonly object[]; readonly sql: string }[] {
  const { accounts, keys, grants, charges, entries, answers, addresses, exempt } = document
  return [
    {
      lines: accounts,
      sql: `INSERT INTO account (id, name, created_at, status)
            SELECT l.id, l.name, ${time('l."createdAt"')}, CASE WHEN l.ban IS NULL THEN 'active' ELSE 'banned' END
              FROM json_to_recordset($1) l (place int, id text, name text, "createdAt" bigint, ban json) ORDER BY l.place`,
    },
    {
      lines: accounts.flatMap(({ id, ban }) => (ban === null ? [] : [{ id, ...ban }])),
      sql: `INSERT INTO ban_event (account_id, kind, at, evidence, reason)
            SELECT l.id, 'ban', ${time('l.at')}, l.evidence, l.reason
              FROM json_to_recordset($1) l (id text, at bigint, evidence jsonb, reason text)`,
    },
    {
      lines: keys,
      sql: `INSERT INTO api_key (id, account_id, sha256, name, created_at, revoked_at, monthly_limit, expires_at, scopes)
            SELECT l.id, l.account, decode(l.sha256, 'hex'), l.name, ${time('l."createdAt"')}, ${time('l."revokedAt"')},
                   l."monthlyLimit", ${time('l."expiresAt"')}, l.scopes
              FROM json_to_recordset($1) l (place int, id text, account text, sha256 text, name text, "createdAt" bigint, "revokedAt" bigint,
                                            "monthlyLimit" int, "expiresAt" bigint, scopes text[])
             ORDER BY l.place`,
    },
    {
      // The last charge of a key may be older than the kept charges, so it gets a row without calls.
      lines: keys.filter(({ lastUsedAt }) => typeof lastUsedAt === 'number'),
      sql: `INSERT INTO usage_day (account_id, day, operation, model, key_id, calls, credits, last_at)
            SELECT l.account, (${time('l."lastUsedAt"')} AT TIME ZONE 'UTC')::date, '', '', l.id, 0, 0, ${time('l."lastUsedAt"')}
              FROM json_to_recordset($1) l (id text, account text, "lastUsedAt" bigint)`,
    },
    {
      lines: grants,
      sql: `INSERT INTO credit_grant (account_id, kind, source_ref, name, amount, remaining, granted_at, expires_at, reversed_at, reversed_why)
            SELECT l.account, l.kind, l.ref, l."planName", l.amount, l.remaining, ${time('l."grantedAt"')}, ${time('l."expiresAt"')},
                   ${time('l."reversedAt"')}, l."reversedWhy"
              FROM json_to_recordset($1) l (place int, account text, kind text, ref text, "planName" text, amount bigint, remaining bigint,
                                            "grantedAt" bigint, "expiresAt" bigint, "reversedAt" bigint, "reversedWhy" text)
             ORDER BY l.place`,
    },
    {
      lines: charges,
      sql: `INSERT INTO charge (request_id, account_id, operation, model, key_id, amount, calls, state, reason, node_id, held_at, captured_at, closed_at)
            SELECT l."requestId", l.account, l.operation, l.model, l."keyId", l.amount, coalesce(l.calls, 1), l.state, l.reason, '${node}',
                   ${time('l."capturedAt"')}, ${time('l."capturedAt"')}, ${time('l."closedAt"')}
              FROM json_to_recordset($1) l ("requestId" text, account text, operation text, model text, "keyId" text, amount int, calls int, state text,
                                            reason text, "capturedAt" bigint, "closedAt" bigint)`,
    },
    {
      lines: charges.flatMap(({ requestId, account, lines }) =>
        lines.map(([ref, credits]) => ({ requestId, account, ref, credits })),
      ),
      sql: `INSERT INTO charge_line SELECT l."requestId", g.id, l.credits
              FROM json_to_recordset($1) l ("requestId" text, account text, ref text, credits int)
              JOIN credit_grant g ON g.account_id = l.account AND g.source_ref = l.ref`,
    },
    {
      lines: entries,
      sql: `INSERT INTO entry (account_id, grant_id, kind, amount, request_id, at)
            SELECT l.account, g.id, l.kind, l.amount, l."requestId", ${time('l.at')}
              FROM json_to_recordset($1) l (place int, account text, ref text, kind text, amount bigint, "requestId" text, at bigint)
              JOIN credit_grant g ON g.account_id = l.account AND g.source_ref = l.ref ORDER BY l.place`,
    },
    {
      lines: answers,
      sql: `INSERT INTO idempotency (account_id, path, key, fingerprint, request_id, status, body, ordinal, node_id, expires_at)
            SELECT l.account, l.path, l.key, decode(l.fingerprint, 'hex'), l."requestId", l.status, convert_to(l.body, 'UTF8'),
                   nextval('idempotency_order'), '${node}', c.captured_at + interval '24 hours'
              FROM (SELECT * FROM json_to_recordset($1) r (place int, account text, path text, key text, fingerprint text, "requestId" text,
                                                           status int, body text) ORDER BY r.place) l
              JOIN charge c ON c.request_id = l."requestId"`,
    },
    {
      lines: addresses,
      sql: `INSERT INTO address_seen (account_id, address, request_id, first_at, last_at)
            SELECT l.account, l.address, l."requestId", ${time('l."firstAt"')}, ${time('l."lastAt"')}
              FROM json_to_recordset($1) l (account text, address text, "requestId" text, "firstAt" bigint, "lastAt" bigint)`,
    },
    {
      lines: exempt,
      sql: 'INSERT INTO address_exempt SELECT l.address FROM json_to_recordset($1) l (address text)',
    },
  ]
}

const node = 'node_import'

/** SQL that converts milliseconds since 1970 to a time; in brackets, because `AT TIME ZONE` and casts bind tighter than `+`. */
function time(milliseconds: string): string {
  return `(timestamptz 'epoch' + ${milliseconds} * interval '1 ms')`
}

/** SQL that derives sums from the lines. */
const finish = `
INSERT INTO usage_day (account_id, day, operation, model, key_id, calls, credits, last_at)
SELECT account_id, (captured_at AT TIME ZONE 'UTC')::date, operation, coalesce(model, ''), coalesce(key_id, ''),
       coalesce(sum(calls) FILTER (WHERE state <> 'refunded'), 0), coalesce(sum(amount) FILTER (WHERE state <> 'refunded'), 0), max(captured_at)
  FROM charge GROUP BY 1, 2, 3, 4, 5;
UPDATE account a SET free_until = f.until, free_from = ((f.until AT TIME ZONE 'UTC') - interval '1 month') AT TIME ZONE 'UTC'
  FROM (SELECT account_id, max(expires_at) AS until FROM credit_grant WHERE kind = 'free' GROUP BY account_id) f WHERE f.account_id = a.id;
INSERT INTO node SELECT '${node}', clock_timestamp() + interval '1 hour' WHERE EXISTS (SELECT FROM charge WHERE state = 'captured')
    ON CONFLICT (id) DO UPDATE SET lease_until = EXCLUDED.lease_until;
ANALYZE account, api_key, credit_grant, charge, charge_line, entry, usage_day`
