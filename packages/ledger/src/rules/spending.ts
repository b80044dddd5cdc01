import type { CaptureRecord } from './ledger-record.ts'
import type { AccountState, GrantState } from './ledger-state.ts'

const kindRank = { free: 0, plan: 1, topup: 2 } as const

/**
 * Grants of an account that count at a time, in spending order: soonest expiry first, then the free month, plans,
 * top-ups, then the oldest. Expired grants stand at the front of the list and are removed here.
 */
function activeGrants({ spendable }: AccountState, at: number): readonly GrantState[] {
  while ((spendable[0]?.grant.expiresAt ?? Number.POSITIVE_INFINITY) <= at) spendable.shift()
  return spendable
}

/** Captured balance; credits held for running calls still count. */
export function balanceOf(account: AccountState, at: number): number {
  return activeGrants(account, at).reduce((sum, { remaining }) => sum + remaining, 0)
}

/** Credits of the balance that running calls hold. */
export function heldOf(account: AccountState, at: number): number {
  return activeGrants(account, at).reduce((sum, { held }) => sum + held, 0)
}

/** Chooses the grants that pay; null if the account has too few credits. */
export function chooseLines(account: AccountState, credits: number, at: number): CaptureRecord['lines'] | null {
  const lines: [number, number][] = []
  let missing = credits
  for (const { grant, remaining, held } of activeGrants(account, at)) {
    const taken = Math.min(missing, remaining - held)
    if (taken > 0) lines.push([grant.grantId, taken])
    missing -= taken
    if (missing === 0) return lines
  }
  return null
}

/** Changes the remaining credits. @throws Error if that would break `0 <= held <= remaining <= amount` */
export function changeRemaining(account: AccountState, entry: GrantState, change: number): void {
  const remaining = entry.remaining + change
  if (remaining < entry.held || remaining > entry.grant.credits || !Number.isSafeInteger(remaining)) {
    throw new Error(
      `grant ${entry.grant.grantId} of ${entry.grant.credits} cannot have ${remaining} left with ${entry.held} held`,
    )
  }
  entry.remaining = remaining
  if (remaining === 0) removeSpendable(account, entry)
  else if (change > 0) addSpendable(account, entry)
}

/** Changes the held credits. @throws Error if that would break `0 <= held <= remaining` */
export function changeHeld(entry: GrantState, change: number): void {
  const held = entry.held + change
  if (held < 0 || held > entry.remaining) {
    throw new Error(`grant ${entry.grant.grantId} with ${entry.remaining} left cannot have ${held} held`)
  }
  entry.held = held
}

/** Inserts a grant in spending order, unless it is listed already, spent, reversed, or of a free month that has not begun. */
export function addSpendable({ spendable, freeUntil }: AccountState, entry: GrantState): void {
  if (entry.remaining === 0 || entry.reversed !== null || spendable.includes(entry)) return
  if (entry.grant.kind === 'free' && entry.grant.expiresAt! > freeUntil) return
  let place = spendable.length
  while (place > 0 && bySpendingOrder(spendable[place - 1]!, entry) > 0) place -= 1
  spendable.splice(place, 0, entry)
}

/** Starts a free month, whose credits count until its end. */
export function enterFreeMonth(account: AccountState, entry: GrantState): void {
  account.freeUntil = Math.max(account.freeUntil, entry.grant.expiresAt!)
  addSpendable(account, entry)
}

export function removeSpendable({ spendable }: AccountState, entry: GrantState): void {
  const place = spendable.indexOf(entry)
  if (place >= 0) spendable.splice(place, 1)
}

function bySpendingOrder({ grant: a }: GrantState, { grant: b }: GrantState): number {
  const byExpiry = (a.expiresAt ?? Number.MAX_VALUE) - (b.expiresAt ?? Number.MAX_VALUE)
  return byExpiry || kindRank[a.kind] - kindRank[b.kind] || a.grantId - b.grantId
}
