import type { AccountState, GrantState } from './ledger-state.ts'

const kindRank = { free: 0, plan: 1, topup: 2 } as const

/** Grants that still count at a time: expiry is derived when read, never written. */
export function activeGrants(account: AccountState, at: number): readonly GrantState[] {
  return [...account.grants.values()].filter(
    ({ grant, remaining }) => remaining > 0 && (grant.exp === null || grant.exp > at),
  )
}

/** Captured balance: what is held for running calls still counts. */
export function balanceOf(account: AccountState, at: number): number {
  return activeGrants(account, at).reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * Which grants pay: soonest expiry first, then the free month, a plan, top-ups, then the oldest. Null when all of them
 * together are too few.
 */
export function chooseLines(
  account: AccountState,
  credits: number,
  at: number,
): [ref: string, credits: number][] | null {
  const lines: [string, number][] = []
  let missing = credits
  for (const { grant, remaining, held } of [...activeGrants(account, at)].sort(bySpendingOrder)) {
    const taken = Math.min(missing, remaining - held)
    if (taken > 0) lines.push([grant.ref, taken])
    missing -= taken
  }
  return missing === 0 ? lines : null
}

function bySpendingOrder({ grant: a }: GrantState, { grant: b }: GrantState): number {
  const byExpiry = (a.exp ?? Number.MAX_VALUE) - (b.exp ?? Number.MAX_VALUE)
  return byExpiry || kindRank[a.kind] - kindRank[b.kind] || a.at - b.at
}
