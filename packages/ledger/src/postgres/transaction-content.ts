import type { ContentLine } from '../document/ledger-document.ts'
import { createConnection, endConnection, ms, toStorageError } from './connection.ts'

/** Connection with an open transaction. The type of `pg` is avoided, because users of the ledger may not have its types. */
interface Transaction {
  query(sql: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

/**
 * Lines of a ledger document between header and trailer, as a transaction sees them. `at`: time of the export;
 * with `-infinity` no line is too old.
 */
export async function* transactionContent(client: Transaction, at: Date | '-infinity'): AsyncIterable<ContentLine> {
  for (const [type, sql] of Object.entries(parts)) {
    await client.query(
      `DECLARE content CURSOR FOR SELECT to_json(c) AS line FROM (${sql}) c`,
      sql.includes('$1') ? [at] : [],
    )
    for (;;) {
      const { rows } = await client.query('FETCH 1000 FROM content')
      for (const { line } of rows as readonly { line: object }[]) yield withoutUnknown({ type, ...line } as ContentLine)
      if (rows.length === 0) break
    }
    await client.query('CLOSE content')
  }
}

/** Omits empty fields that an earlier release did not have, as its documents did. */
function withoutUnknown(line: ContentLine): ContentLine {
  if (line.type === 'charge') return withoutNulls(line, ['keyId', 'calls'])
  if (line.type === 'key') return withoutNulls(line, ['lastUsedAt', 'monthlyLimit', 'expiresAt', 'scopes'])
  if (line.type === 'account' && line.ban?.reason === null) {
    const { reason, ...ban } = line.ban
    return { ...line, ban }
  }
  return line
}

function withoutNulls<Line extends object>(line: Line, names: readonly string[]): Line {
  const known = Object.entries(line).filter(([name, value]) => value !== null || !names.includes(name))
  return Object.fromEntries(known) as Line
}

/** Columns with the names and order of the document's fields. `$1` is the time of the export. */
const parts: Readonly<Record<ContentLine['type'], string>> = {
  account: `SELECT a.id, a.name, ${ms('a.created_at')} AS "createdAt",
               CASE a.status WHEN 'banned' THEN (
                 SELECT json_build_object('at', ${ms('b.at')}, 'evidence', b.evidence, 'reason', b.reason) FROM ban_event b
                  WHERE b.account_id = a.id AND b.kind = 'ban' ORDER BY b.id DESC LIMIT 1) END AS ban
          FROM account a ORDER BY a.ordinal`,
  key: `SELECT k.id, k.account_id AS account, k.name, encode(k.sha256, 'hex') AS sha256, ${ms('k.created_at')} AS "createdAt",
               ${ms('k.revoked_at')} AS "revokedAt", ${ms('u.last_at')} AS "lastUsedAt",
               k.monthly_limit AS "monthlyLimit", ${ms('k.expires_at')} AS "expiresAt", k.scopes
          FROM api_key k
          LEFT JOIN (SELECT account_id, key_id, max(last_at) AS last_at FROM usage_day WHERE key_id <> '' GROUP BY 1, 2) u
            ON u.account_id = k.account_id AND u.key_id = k.id ORDER BY k.ordinal`,
  grant: `SELECT g.account_id AS account, g.source_ref AS ref, g.kind, g.amount, g.remaining,
               coalesce(-sum(e.amount) FILTER (WHERE e.kind = 'capture'), 0) AS captured,
               coalesce(sum(e.amount) FILTER (WHERE e.kind = 'refund'), 0) AS refunded,
               coalesce(-sum(e.amount) FILTER (WHERE e.kind = 'reverse'), 0) AS reversed,
               ${ms('g.granted_at')} AS "grantedAt", ${ms('g.expires_at')} AS "expiresAt", g.name AS "planName",
               ${ms('g.reversed_at')} AS "reversedAt", g.reversed_why AS "reversedWhy"
          FROM credit_grant g JOIN entry e ON e.grant_id = g.id
         GROUP BY g.id ORDER BY min(e.id) FILTER (WHERE e.kind = 'grant')`,
  charge: `SELECT c.request_id AS "requestId", c.account_id AS account, c.operation, c.model, c.key_id AS "keyId", c.amount, nullif(c.calls, 1) AS calls, c.state, c.reason,
               ${ms('c.captured_at')} AS "capturedAt", ${ms('c.closed_at')} AS "closedAt",
               json_agg(json_build_array(g.source_ref, -e.amount) ORDER BY e.id) AS lines
          FROM charge c JOIN entry e ON e.request_id = c.request_id AND e.kind = 'capture' JOIN credit_grant g ON g.id = e.grant_id
         GROUP BY c.request_id ORDER BY min(e.id)`,
  entry: `SELECT e.account_id AS account, g.source_ref AS ref, e.kind, e.amount, e.request_id AS "requestId", ${ms('e.at')} AS at
          FROM entry e JOIN credit_grant g ON g.id = e.grant_id ORDER BY e.id`,
  answer: `SELECT i.account_id AS account, i.path, i.key, encode(i.fingerprint, 'hex') AS fingerprint, i.request_id AS "requestId",
               i.status, convert_from(i.body, 'UTF8') AS body
          FROM idempotency i JOIN account a ON a.id = i.account_id
         WHERE i.status IS NOT NULL AND i.expires_at > $1 ORDER BY a.ordinal, i.ordinal`,
  address: `SELECT account_id AS account, address, request_id AS "requestId", ${ms('first_at')} AS "firstAt", ${ms('last_at')} AS "lastAt"
          FROM address_seen WHERE last_at >= $1::timestamptz - interval '31 days' ORDER BY address, first_at, account_id`,
  exempt: 'SELECT address FROM address_exempt ORDER BY address',
}

/** Lines of a ledger document between header and trailer, in one snapshot of the database. */
export async function* databaseContent(databaseUrl: string, at: Date): AsyncIterable<ContentLine> {
  const client = createConnection(databaseUrl)
  try {
    await client.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    yield* transactionContent(client, at)
  } catch (error) {
    throw toStorageError(error)
  } finally {
    await endConnection(client)
  }
}
