import { parseMonth } from '../rules/account-input.ts'
import { utcMonth } from '../rules/free-month.ts'
import { balanceOf } from '../rules/spending.ts'
import { statementOf } from '../rules/statement.ts'
import { addUpDays, parseStatementQuery, takePage } from '../rules/statement-page.ts'
import { usageOf } from '../rules/usage.ts'
import { daysOfMonth } from '../rules/usage-sums.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { Statements } from './store-parts.ts'

export function createStatements({ journal, freeCredits, now, account, touch }: LiveLedger): Statements {
  return {
    async balance(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      return balanceOf(holder, at)
    },

    async usage(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      return usageOf(holder, freeCredits, at)
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
