import { pruneUses, redateUses } from './address-uses.ts'
import type { DeliveredRecord, LedgerRecord, SeenRecord } from './ledger-record.ts'
import { type LedgerState, pruneAnswers, redateAnswers } from './ledger-state.ts'
import { isOfBegunMonth, mostApartMs } from './ledger-time.ts'
import { addSpendable, removeSpendable } from './spending.ts'

/**
 * Ledger time goes on from `at`, after a clock that was ahead. What expires by ledger time then expires as if made now;
 * free months that were entered wait for their time. Answers and uses that had run out are gone, as from a snapshot
 * made before this.
 */
export function turnBack(state: LedgerState, at: number): void {
  const ahead = state.lastAt
  state.lastAt = at
  for (const account of state.accounts.values()) {
    account.freeUntil = 0
    for (const { grant } of account.grants.values()) {
      if (isOfBegunMonth(grant, at)) account.freeUntil = Math.max(account.freeUntil, grant.expiresAt ?? 0)
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

/**
 * The records of an import from a clock that was ahead, turned back wherever the imported ledger was: dates ahead would
 * end the answers and uses of addresses behind them, and a paid call would be charged again.
 * Only `credits` are in order of time, but where the ledger was turned back. `wall` is the time of the clock.
 */
export function turnedBack(
  identities: readonly LedgerRecord[],
  credits: readonly LedgerRecord[],
  uses: readonly SeenRecord[],
  wall: number,
): readonly LedgerRecord[] {
  const records: LedgerRecord[] = []
  let newest = 0
  const add = (record: LedgerRecord): void => {
    records.push(record)
    newest = Math.max(newest, record.at)
  }
  const turnBack = (at: number): void => {
    records.push(turnBackRecord(at))
    newest = at
  }
  // A ledger is turned back by more than that. A mark of delivery says when it came, not where it stands.
  const isBehind = (at: number): boolean => newest - at > mostApartMs

  identities.forEach(add)
  for (const record of credits) {
    if (record.type !== 'delivered' && isBehind(record.at)) turnBack(record.at)
    add(record)
  }
  if (newest > wall && uses.length > 0 && isBehind(newestOf(uses))) turnBack(wall)
  uses.forEach(add)
  if (newest > wall) turnBack(wall)
  return records
}

function newestOf(uses: readonly SeenRecord[]): number {
  return uses.reduce((newest, { at }) => Math.max(newest, at), 0)
}
