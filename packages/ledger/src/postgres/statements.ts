import type { AccountGrant, DayUse, StatementLine, StatementPage, UsageLine } from '../account-reports.ts'
import { parseMonth } from '../rules/account-input.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { type ParsedStatementQuery, parseStatementQuery } from '../rules/statement.ts'
import { usageOf } from '../rules/usage-sums.ts'
import type { AccountStatements, Accounts } from '../store/live-ledger.ts'
import { type AccountsDeps, accountNotFound } from './accounts.ts'
import { ms } from './connection.ts'
import type { Run } from './database.ts'

export function createDatabaseStatements(deps: AccountsDeps, { findAccount }: Accounts): AccountStatements {
  const { database, now, freeCredits } = deps

  return {
    async balance(idOrName) {
      const [row] = await database.read<{ balance: number | null }>(
        `SELECT ledger_balance((SELECT id FROM account WHERE id = $1 OR name = $1 ORDER BY id = $1 DESC LIMIT 1), $2, $3) AS balance`,
        [idOrName, now(), freeCredits],
      )
      if (row === undefined || row.balance === null) throw accountNotFound(idOrName)
      return row.balance
    },

    async usage(idOrName) {
      const { id } = await findAccount(idOrName)
      const sql = 'SELECT ledger_touch($1, $2, $3) AS at'
      const [touched] = await database.write<{ at: Date }>(sql, [id, now(), freeCredits])
      const { at } = touched!
      const [grants, lines] = await Promise.all([
        database.read<AccountGrant>(
          `SELECT kind, source_ref AS ref, name, amount AS credits, remaining, ${ms('expires_at')} AS "expiresAt" FROM credit_grant
            WHERE account_id = $1 AND reversed_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
              AND (kind <> 'free' OR ledger_has_begun(expires_at, $2)) ORDER BY id`,
          [id, at],
        ),
        database.read<UsageLine & { readonly today: number }>(
          `SELECT operation, nullif(model, '') AS model, sum(calls)::bigint AS calls, sum(credits)::bigint AS credits,
                  coalesce(sum(credits) FILTER (WHERE day = ($2::timestamptz AT TIME ZONE 'UTC')::date), 0)::bigint AS today
             FROM usage_day
            WHERE account_id = $1 AND day >= date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC')
              AND day < date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC') + interval '1 month'
            GROUP BY operation, usage_day.model HAVING sum(calls) > 0`,
          [id, at],
        ),
      ])
      const calls = lines.map(({ today, ...line }) => line)
      const today = lines.reduce((sum, line) => sum + line.today, 0)
      return usageOf({ grants, calls, today, freeCredits, at: at.getTime() })
    },

    async statement(idOrName, month) {
      const { id } = await findAccount(idOrName)
      const whole = { ...utcMonth(parseMonth(month)), keyId: null, before: Number.POSITIVE_INFINITY, skip: 0 }
      const { lines } = await readPage(database.slow, id, { ...whole, limit: Number.MAX_SAFE_INTEGER - 1 })
      return lines.toReversed()
    },

    async statementPage(idOrName, query) {
      const { id } = await findAccount(idOrName)
      return readPage(database.slow, id, parseStatementQuery(query))
    },

    async usageByDay(idOrName, month) {
      const { id } = await findAccount(idOrName)
      const { from, to } = utcMonth(parseMonth(month))
      return database.read<DayUse>(
        `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(calls)::bigint AS calls, sum(credits)::bigint AS credits FROM usage_day
          WHERE account_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date
          GROUP BY usage_day.day HAVING sum(calls) > 0 ORDER BY usage_day.day`,
        [id, new Date(from), new Date(to)],
      )
    },
  }
}

/** Page of statement lines. A charge that drew on several grants has several entries; its line stands in the place of the first. */
const pageSql = `
SELECT e.id AS place, ${ms('e.at')} AS at, e.kind, e.request_id AS "requestId", c.operation, c.model, c.key_id AS "keyId",
       CASE e.kind WHEN 'grant' THEN g.source_ref WHEN 'reverse' THEN g.reversed_why WHEN 'refund' THEN c.reason
                   WHEN 'capture' THEN CASE c.state WHEN 'delivered' THEN c.reason END END AS reason,
       CASE e.kind WHEN 'capture' THEN -c.amount WHEN 'refund' THEN c.amount ELSE e.amount END AS credits, nullif(c.calls, 1) AS calls
  FROM entry e JOIN credit_grant g ON g.id = e.grant_id LEFT JOIN charge c ON c.request_id = e.request_id
 WHERE e.account_id = $1 AND e.at >= $2 AND e.at < $3
   AND ($4::bigint IS NULL OR (e.at, e.id) < (SELECT b.at, b.id FROM entry b WHERE b.id = $4))
   AND ($5::text IS NULL OR c.key_id = $5)
   AND (e.request_id IS NOT NULL OR e.kind IN ('grant', 'reverse'))
   AND NOT EXISTS (SELECT FROM charge_line l JOIN entry f ON f.grant_id = l.grant_id AND f.request_id = l.request_id AND f.kind = e.kind
                    WHERE l.request_id = e.request_id AND f.id < e.id)
 ORDER BY e.at DESC, e.id DESC LIMIT $6 OFFSET $7`

interface StatementRow extends Omit<StatementLine, 'calls'> {
  readonly place: number
  readonly calls: number | null
}

async function readPage(
  run: Run,
  accountId: string,
  { from, to, before, keyId, limit, skip }: ParsedStatementQuery,
): Promise<StatementPage> {
  const place = Number.isFinite(before) ? before : null
  // One extra line shows whether there is a next page.
  const values = [accountId, new Date(from), new Date(to), place, keyId, limit + 1, skip]
  const rows = await run<StatementRow>(pageSql, values)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    lines: rows.slice(0, limit).map(({ place, calls, ...line }) => (calls === null ? line : { ...line, calls })),
    next: last === undefined ? null : String(last.place),
  }
}
