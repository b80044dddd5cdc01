import type { StatementLine, StatementPage } from '../account-reports.ts'
import type { ParsedStatementQuery } from '../rules/statement-page.ts'
import type { Run } from './database.ts'

export interface LineRow extends Omit<StatementLine, 'at' | 'requestId' | 'keyId'> {
  readonly at: Date
  readonly request_id: string | null
  readonly key_id: string | null
}

export function toLine({ at, kind, request_id, operation, model, key_id, reason, credits }: LineRow): StatementLine {
  return { at: at.getTime(), kind, requestId: request_id, operation, model, keyId: key_id, reason, credits }
}

/** A charge that drew on several grants has as many entries; its line is in the place of the first. */
const pageSql = `
SELECT e.id AS place, e.at, e.kind, e.request_id, c.operation, c.model, c.key_id,
       CASE e.kind WHEN 'capture' THEN -c.amount WHEN 'refund' THEN c.amount ELSE e.amount END AS credits,
       CASE e.kind WHEN 'grant' THEN g.source_ref WHEN 'reverse' THEN g.reversed_why WHEN 'refund' THEN c.reason
                   WHEN 'capture' THEN CASE c.state WHEN 'delivered' THEN c.reason END END AS reason
  FROM entry e JOIN credit_grant g ON g.id = e.grant_id LEFT JOIN charge c ON c.request_id = e.request_id
 WHERE e.account_id = $1 AND e.at >= $2 AND e.at < $3
   AND ($4::bigint IS NULL OR (e.at, e.id) < (SELECT b.at, b.id FROM entry b WHERE b.id = $4))
   AND ($5::text IS NULL OR c.key_id = $5)
   AND (e.request_id IS NOT NULL OR e.kind IN ('grant', 'reverse'))
   AND NOT EXISTS (SELECT FROM charge_line l JOIN entry f ON f.grant_id = l.grant_id AND f.request_id = l.request_id AND f.kind = e.kind
                    WHERE l.request_id = e.request_id AND f.id < e.id)
 ORDER BY e.at DESC, e.id DESC LIMIT $6 OFFSET $7`

export async function readPage(
  run: Run,
  accountId: string,
  { from, to, before, keyId, limit, skip }: ParsedStatementQuery,
): Promise<StatementPage> {
  const place = Number.isFinite(before) ? before : null
  // One more tells whether there is a next page.
  const values = [accountId, new Date(from), new Date(to), place, keyId, limit + 1, skip]
  const rows = await run<LineRow & { readonly place: number }>(pageSql, values)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { lines: rows.slice(0, limit).map(toLine), next: last === undefined ? null : String(last.place) }
}
