import { parseMonth } from '../rules/account-input.ts'
import { balanceOf } from '../rules/spending.ts'
import { statementOf } from '../rules/statement.ts'
import { usageOf } from '../rules/usage.ts'
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

    async statement(accountId, month) {
      const { id } = account(accountId).account
      return statementOf(journal.records(), id, parseMonth(month))
    },
  }
}
