import type { Usage } from '../account-reports.ts'
import { parseMonth } from '../rules/account-input.ts'
import { freeRef, utcMonth } from '../rules/free-month.ts'
import type { AccountState } from '../rules/ledger-state.ts'
import { activeGrants, balanceOf } from '../rules/spending.ts'
import { addUpDays, parseStatementQuery, statementOf, takePage } from '../rules/statement.ts'
import { daysOfMonth, linesOfMonth, usedOnDay } from '../rules/usage-sums.ts'
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

/** The credits of `/v1/usage`: its three parts add up to the balance. */
function usageOf(account: AccountState, monthly: number, at: number): Usage {
  const left = { free: 0, plan: 0, topup: 0 }
  for (const { grant, remaining } of activeGrants(account, at)) left[grant.kind] += remaining
  const calls = linesOfMonth(account.usage, at)
  return {
    creditsRemaining: left.free + left.plan + left.topup,
    free: { monthly: account.grants.get(freeRef(at))?.grant.credits ?? monthly, remaining: left.free, ...utcMonth(at) },
    plan: currentPlan(account, left.plan, at),
    topUp: { remaining: left.topup },
    used: { today: usedOnDay(account.usage, at), thisMonth: calls.reduce((sum, { credits }) => sum + credits, 0) },
    calls,
  }
}

/** The newest plan that has not run out, spent or not; what older ones have left counts to it. */
function currentPlan(account: AccountState, remaining: number, at: number): Usage['plan'] {
  let newest: { readonly name?: string | undefined; readonly credits: number; readonly expiresAt: number } | null = null
  for (const { grant, reversed } of account.grants.values()) {
    const { kind, expiresAt } = grant
    if (kind === 'plan' && reversed === null && expiresAt !== null && expiresAt > at) newest = { ...grant, expiresAt }
  }
  return newest && { name: newest.name ?? 'plan', perPeriod: newest.credits, remaining, to: newest.expiresAt }
}
