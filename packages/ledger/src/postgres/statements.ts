import type { DayUse, StatementLine, StatementPage, Usage, UsageLine } from '../account-reports.ts'
import { parseMonth } from '../rules/account-input.ts'
import { freeRef, utcMonth } from '../rules/free-month.ts'
import { type ParsedStatementQuery, parseStatementQuery } from '../rules/statement.ts'
import type { AccountStatements, Accounts } from '../store/store-parts.ts'
import { type AccountsDeps, accountNotFound } from './accounts.ts'
import { createCollector } from './collector.ts'
import type { Run } from './database.ts'

interface GrantRow {
  readonly kind: 'free' | 'plan' | 'topup'
  readonly source_ref: string
  readonly name: string | null
  readonly amount: number
  readonly remaining: number
  readonly expires_at: Date | null
}

interface DayRow {
  readonly today: boolean
  readonly operation: UsageLine['operation']
  readonly model: string
  readonly calls: number
  readonly credits: number
}

export function createDatabaseStatements(deps: AccountsDeps, { findAccount }: Accounts): AccountStatements {
  const { database, now, freeCredits } = deps

  const balances = createCollector<string, number | null>({
    async run(accountIds) {
      const rows = await database.read<{ id: string; balance: number | null }>(
        `SELECT a.id, ledger_balance(a.id, $2, $3) AS balance FROM (SELECT DISTINCT unnest($1::text[]) AS id ORDER BY 1) a`,
        [accountIds, now(), freeCredits],
      )
      const byId = new Map(rows.map(({ id, balance }) => [id, balance]))
      return accountIds.map((id) => byId.get(id) ?? null)
    },
  })

  return {
    async balance(idOrName) {
      const known = await balances(idOrName)
      if (known !== null) return known
      const { id } = await findAccount(idOrName)
      const found = await balances(id)
      if (found === null) throw accountNotFound(idOrName)
      return found
    },

    async usage(idOrName) {
      const { id } = await findAccount(idOrName)
      const touched = await database.write<{ at: Date | null }>('SELECT ledger_touch($1, $2, $3) AS at', [
        id,
        now(),
        freeCredits,
      ])
      const at = touched[0]?.at ?? now()
      const [grants, days] = await Promise.all([
        database.read<GrantRow>(
          `SELECT kind, source_ref, name, amount, remaining, expires_at FROM credit_grant
            WHERE account_id = $1 AND reversed_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
              AND (kind <> 'free' OR ledger_has_begun(expires_at, $2)) ORDER BY id`,
          [id, at],
        ),
        database.read<DayRow>(
          `SELECT day = ($2::timestamptz AT TIME ZONE 'UTC')::date AS today, operation, model, calls, credits FROM usage_day
            WHERE account_id = $1 AND day >= date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC')
              AND day < date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC') + interval '1 month'`,
          [id, at],
        ),
      ])
      return toUsage(grants, days, freeCredits, at.getTime())
    },

    async statement(idOrName, month) {
      const { id } = await findAccount(idOrName)
      const { from, to } = utcMonth(parseMonth(month))
      const rows = await database.slow<LineRow>(
        `SELECT e.at, e.kind, e.request_id, c.operation, c.model, c.key_id, sum(e.amount)::bigint AS credits,
                CASE e.kind WHEN 'grant' THEN min(g.source_ref) WHEN 'reverse' THEN min(g.reversed_why) WHEN 'refund' THEN min(c.reason)
                            WHEN 'capture' THEN min(c.reason) FILTER (WHERE c.state = 'delivered') END AS reason
           FROM credit_grant g JOIN entry e ON e.grant_id = g.id LEFT JOIN charge c ON c.request_id = e.request_id
          WHERE g.account_id = $1 AND e.at >= $2 AND e.at < $3 AND (e.request_id IS NOT NULL OR e.kind IN ('grant', 'reverse'))
          GROUP BY e.at, e.kind, e.request_id, c.operation, c.model, c.key_id, CASE WHEN e.request_id IS NULL THEN e.id END
          ORDER BY e.at, min(e.id)`,
        [id, new Date(from), new Date(to)],
      )
      return rows.map(toLine)
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

function toUsage(grants: readonly GrantRow[], days: readonly DayRow[], monthly: number, at: number): Usage {
  const left = { free: 0, plan: 0, topup: 0 }
  for (const { kind, remaining } of grants) left[kind] += remaining
  const plan = grants.findLast(({ kind }) => kind === 'plan')
  const calls = linesOf(days)
  return {
    creditsRemaining: left.free + left.plan + left.topup,
    free: {
      monthly: grants.find(({ source_ref }) => source_ref === freeRef(at))?.amount ?? monthly,
      remaining: left.free,
      ...utcMonth(at),
    },
    plan: plan?.expires_at
      ? {
          name: plan.name ?? 'plan',
          perPeriod: plan.amount,
          remaining: left.plan,
          to: plan.expires_at.getTime(),
        }
      : null,
    topUp: { remaining: left.topup },
    used: {
      today: sum(days.filter(({ today }) => today)),
      thisMonth: sum(days),
    },
    calls,
  }
}

/** A month's days added up, by operation and then model; calls that were all refunded leave no line. */
function linesOf(days: readonly DayRow[]): readonly UsageLine[] {
  const lines = new Map<string, UsageLine>()
  for (const { operation, model: name, calls, credits } of days) {
    const model = name === '' ? null : name
    const key = `${operation} ${model}`
    const before = lines.get(key) ?? { operation, model, calls: 0, credits: 0 }
    lines.set(key, { ...before, calls: before.calls + calls, credits: before.credits + credits })
  }
  const keys = [...lines.keys()].sort()
  return keys.flatMap((key) => lines.get(key) ?? []).filter(({ calls }) => calls > 0)
}

function sum(days: readonly DayRow[]): number {
  return days.reduce((total, { credits }) => total + credits, 0)
}

interface LineRow extends Omit<StatementLine, 'at' | 'requestId' | 'keyId'> {
  readonly at: Date
  readonly request_id: string | null
  readonly key_id: string | null
}

function toLine({ at, kind, request_id, operation, model, key_id, reason, credits }: LineRow): StatementLine {
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

async function readPage(
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
