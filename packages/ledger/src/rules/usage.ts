import type { Usage } from '../account-reports.ts'
import type { AccountState } from './account-state.ts'
import { freeRef, utcMonth } from './free-month.ts'
import { activeGrants } from './spending.ts'
import { linesOfMonth, usedOnDay } from './usage-sums.ts'

/** What `/v1/usage` says about credits: the three parts add up to the balance. */
export function usageOf(account: AccountState, monthly: number, at: number): Usage {
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
