import { parseMonth } from '../rules/account-input.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { balanceOf } from '../rules/spending.ts'
import { addUpDays, parseStatementQuery, statementOf, takePage } from '../rules/statement.ts'
import { daysOfMonth, linesOfMonth, usageOf, usedOnDay } from '../rules/usage-sums.ts'
import { toAccountGrant } from './accounts.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { AccountStatements } from './store-parts.ts'

export function createStatements({ journal, freeCredits, now, account, touch }: LiveLedger): AccountStatements {
  return {
    async balance(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      return balanceOf(holder, at)
    },

    async usage(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      const { grants, freeUntil, usage } = holder
      const counting = [...grants.values()].filter(({ grant: { kind, expiresAt }, reversed }) => {
        if (reversed !== null || (expiresAt !== null && expiresAt <= at)) return false
        return kind !== 'free' || (expiresAt ?? 0) <= freeUntil
      })
      return usageOf({
        grants: counting.map(toAccountGrant),
        calls: linesOfMonth(usage, at),
        today: usedOnDay(usage, at),
        freeCredits,
        at,
      })
    },

    async usageByDay(accountId, month) {
      const { account: holder, usage } = account(accountId)
      const { from, to } = utcMonth(parseMonth(month))
      const days = daysOfMonth(usage, from)
      if (days !== null) return days
      const wanted = { accountId: holder.id, keyId: null, from, to, before: Number.POSITIVE_INFINITY }
      return addUpDays(journal.linesBack(wanted))
    },

    async statementPage(accountId, query) {
      const { id } = account(accountId).account
      const parsed = parseStatementQuery(query)
      return takePage(journal.linesBack({ accountId: id, ...parsed }), parsed)
    },

    async statement(accountId, month) {
      const { id } = account(accountId).account
      return statementOf(journal.records(), id, parseMonth(month))
    },
  }
}
