import type { Usage } from './credit-store.ts'
import { freeRef, utcMonth } from './free-month.ts'
import type { AccountState } from './ledger-state.ts'
import { activeGrants } from './spending.ts'
import { linesOfMonth, usedOnDay } from './usage-sums.ts'

/** What `/v1/usage` says about credits: the three parts add up to the balance. */
export function usageOf(account: AccountState, monthly: number, at: number): Usage {
  const active = activeGrants(account, at)
  const remainingOf = (kind: string): number =>
    active.filter(({ grant }) => grant.kind === kind).reduce((sum, { remaining }) => sum + remaining, 0)
  const calls = linesOfMonth(account.usage, at)
  const [free, plan, topUp] = [remainingOf('free'), remainingOf('plan'), remainingOf('topup')]
  return {
    creditsRemaining: free + plan + topUp,
    free: { monthly: account.grants.get(freeRef(at))?.grant.n ?? monthly, remaining: free, ...utcMonth(at) },
    plan: currentPlan(account, plan, at),
    topUp: { remaining: topUp },
    used: { today: usedOnDay(account.usage, at), thisMonth: calls.reduce((sum, { credits }) => sum + credits, 0) },
    calls,
  }
}

/** The newest plan that has not run out, spent or not; what older ones have left counts to it. */
function currentPlan(account: AccountState, remaining: number, at: number): Usage['plan'] {
  const running = [...account.grants.values()].filter(({ grant }) => grant.kind === 'plan' && (grant.exp ?? 0) > at)
  const newest = running.at(-1)?.grant
  if (newest === undefined || newest.exp === null) return null
  return { name: newest.name ?? 'plan', perPeriod: newest.n, remaining, to: newest.exp }
}
