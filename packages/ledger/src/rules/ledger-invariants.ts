import type { AccountState, GrantState } from './account-state.ts'
import { freeRef } from './free-month.ts'
import type { LedgerState } from './ledger-state.ts'
import type { LedgerTally } from './ledger-tally.ts'

export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I6' | 'I7'
  readonly message: string
}

/**
 * What of the invariants I1 to I7 does not hold; empty for a sound ledger. (I5, that no charge that a caller saw is
 * forgotten, no state can show.)
 *
 * @param tally sums taken from the records by themselves, to compare with
 */
export function checkInvariants(state: LedgerState, tally?: LedgerTally): readonly Violation[] {
  const found: Violation[] = []
  const check = (invariant: Violation['invariant'], holds: boolean, message: () => string): void => {
    if (!holds) found.push({ invariant, message: message() })
  }
  const total = { granted: 0, reversed: 0, remaining: 0, captured: 0, refunded: 0 }
  for (const entry of state.grants.values()) {
    const { grant, remaining, held, captured, refunded } = entry
    const reversed = entry.reversed?.credits ?? 0
    const text = (): string => `grant ${grant.grantId} of account ${grant.accountId}: ${figures(entry)}`
    check('I1', grant.credits - reversed - captured + refunded === remaining, text)
    check('I1', held >= 0 && held <= remaining && remaining <= grant.credits, text)
    check('I3', refunded <= captured, text)
    check('I2', state.accounts.get(grant.accountId)?.grants.get(grant.ref) === entry, text)
    total.granted += grant.credits
    total.reversed += reversed
    total.remaining += remaining
    total.captured += captured
    total.refunded += refunded
  }
  const { granted, reversed, remaining, captured, refunded } = total
  check('I6', granted - reversed === remaining + captured - refunded, () => `over everything: ${JSON.stringify(total)}`)

  for (const account of state.accounts.values()) {
    const { id } = account.account
    check('I2', hasSpendableInOrder(account), () => `account ${id}: its list of grants to spend is wrong`)
    check('I7', hasOneFreeGrantAMonth(account), () => `account ${id}: two free grants in one month`)
  }
  for (const { requestId, accountId, credits, lines } of state.open.values()) {
    const sum = lines.reduce((total, [, part]) => total + part, 0)
    check('I4', sum === credits && sum > 0, () => `charge ${requestId} of ${credits} credits has lines for ${sum}`)
    const fits = lines.every(([grantId]) => state.grants.get(grantId)?.grant.accountId === accountId)
    check('I2', fits, () => `charge ${requestId}: a grant that account ${accountId} has not`)
  }
  for (const violation of tally?.violations(state) ?? []) found.push(violation)
  return found
}

function figures({ grant, remaining, held, captured, refunded, reversed }: GrantState): string {
  return JSON.stringify({
    amount: grant.credits,
    reversed: reversed?.credits ?? 0,
    captured,
    refunded,
    remaining,
    held,
  })
}

/** Expired grants may have left the list. */
function hasSpendableInOrder({ spendable, grants }: AccountState): boolean {
  const listed = new Set(spendable)
  for (const entry of grants.values()) {
    const counts = entry.remaining > 0 && entry.reversed === null
    if (listed.has(entry) !== counts && !(counts && entry.grant.expiresAt !== null)) return false
  }
  return (
    listed.size === spendable.length &&
    spendable.every(({ grant }, index) => {
      const next = spendable[index + 1]?.grant
      return next === undefined || (grant.expiresAt ?? Number.MAX_VALUE) <= (next.expiresAt ?? Number.MAX_VALUE)
    })
  )
}

function hasOneFreeGrantAMonth({ grants }: AccountState): boolean {
  const months = new Set<string>()
  for (const { grant } of grants.values()) {
    if (grant.kind !== 'free') continue
    const month = freeRef((grant.expiresAt ?? 0) - 1)
    if (months.has(month) || grant.ref !== month) return false
    months.add(month)
  }
  return true
}
