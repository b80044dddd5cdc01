import { pruneUses, redateUses } from './address-uses.ts'
import { hasBegun } from './free-month.ts'
import type { DeliveredRecord } from './ledger-record.ts'
import type { LedgerState } from './ledger-state.ts'
import { addSpendable, removeSpendable } from './spending.ts'
import { pruneAnswers, redateAnswers } from './stored-answers.ts'

/**
 * The clock was ahead when the newest records were made, and is right again: ledger time goes on from `at`. What runs out
 * by ledger time then runs out as if it had been made now, not years from now; free months that were entered wait for
 * their time. Answers and uses of addresses that had run out are gone, as they are from a snapshot made before this.
 */
export function turnBack(state: LedgerState, at: number): void {
  const ahead = state.lastAt
  state.lastAt = at
  for (const account of state.accounts.values()) {
    account.freeUntil = 0
    for (const { grant } of account.grants.values()) {
      if (hasBegun(grant, at)) account.freeUntil = Math.max(account.freeUntil, grant.expiresAt ?? 0)
    }
    for (const entry of account.grants.values()) {
      removeSpendable(account, entry)
      addSpendable(account, entry)
    }
    pruneAnswers(account.answers, ahead)
    redateAnswers(account.answers, at)
  }
  pruneUses(state, ahead)
  redateUses(state, at)
}

/** Makes it last: every replay turns back here. */
export function turnBackRecord(at: number): DeliveredRecord {
  return { type: 'delivered', at, requestIds: [], turnsBack: true }
}
