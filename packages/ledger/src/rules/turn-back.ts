import { dayMs, RiftlineError } from '@riftline/base'
import { type Clock, type Log, silentLog } from '@riftline/base/node'
import { pruneUses, redateUses } from './address-uses.ts'
import type { DeliveredRecord, LedgerRecord, SeenRecord } from './ledger-record.ts'
import { type LedgerState, pruneAnswers, redateAnswers } from './ledger-state.ts'
import { isOfBegunMonth, mostApartMs, utcText } from './ledger-time.ts'
import { addSpendable, removeSpendable } from './spending.ts'

/**
 * Continues ledger time from `at`, after a clock that was ahead. Entries with a later date expire as if made now; free months that were
 * entered wait for their time. Answers and uses that had expired are gone, as from a snapshot made before.
 */
export function turnBack(state: LedgerState, at: number): void {
  const ahead = state.lastAt
  state.lastAt = at
  for (const account of state.accounts.values()) {
    account.freeUntil = 0
    for (const { grant } of account.grants.values()) {
      if (isOfBegunMonth(grant, at)) account.freeUntil = Math.max(account.freeUntil, grant.expiresAt!)
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

/** Record at which every replay turns time back. */
export function turnBackRecord(at: number): DeliveredRecord {
  return { type: 'delivered', at, requestIds: [], turnsBack: true }
}

/**
 * Turns back the records of an import from a clock that was ahead, at the same places as in the imported ledger. Future dates would
 * expire later answers and address uses, and a paid call would be charged again.
 * Only `credits` are in time order, except where the ledger was turned back. `wall` is the time of the clock.
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
  // A ledger is turned back by more than that. A delivery mark's time says when it arrived, not where it stands.
  const isBehind = (at: number): boolean => newest - at > mostApartMs

  identities.forEach(add)
  for (const record of credits) {
    if (record.type !== 'delivered' && isBehind(record.at)) turnBack(record.at)
    add(record)
  }
  const newestUse = uses.reduce((latest, { at }) => Math.max(latest, at), 0)
  if (newest > wall && uses.length > 0 && isBehind(newestUse)) turnBack(wall)
  uses.forEach(add)
  if (newest > wall) turnBack(wall)
  return records
}

export interface StartingClock {
  readonly clock: Clock
  readonly log?: Log
  /** Value of `RIFTLINE_ACCEPT_CLOCK`: trust the clock when the newest record is ahead of it. */
  readonly acceptClock?: boolean
}

const jumpMs = 31 * dayMs

/**
 * Tells whether the ledger has to follow the clock back. `firstAt` finds the time of the first record, which is slow and rarely
 * needed. `newestAt` is null in an empty ledger.
 * @throws RiftlineError `clock_behind_ledger`
 */
export async function hasToTurnBack(
  { clock, log = silentLog, acceptClock }: StartingClock,
  newestAt: number | null,
  firstAt: () => number | Promise<number>,
): Promise<boolean> {
  if (newestAt === null) return false
  const wall = clock.now()
  const times = { clockUtc: utcText(wall), newestUtc: utcText(newestAt) }
  if (wall - newestAt >= jumpMs) log({ level: 'warn', event: 'clock_jump', ...times })
  if (newestAt - wall <= mostApartMs) return false
  if (acceptClock !== true) {
    const both = `the newest record of the ledger is of ${times.newestUtc}, the clock says ${times.clockUtc} (UTC)`
    const advice = 'set the clock, or start once with RIFTLINE_ACCEPT_CLOCK=on if it is right'
    throw new RiftlineError('clock_behind_ledger', `${both}: expected at most two hours between them; ${advice}`)
  }
  refuseBeforeFirst(wall, await firstAt())
  log({ level: 'warn', event: 'clock_accepted', ...times })
  return true
}

/**
 * Refuses a clock that is before the first record, because a ledger that followed it would stay wrong.
 * @throws RiftlineError `clock_behind_ledger`
 */
export function refuseBeforeFirst(wall: number, firstAt: number): void {
  if (wall >= firstAt) return
  const both = `the first record of the ledger is of ${utcText(firstAt)}, the clock says ${utcText(wall)} (UTC)`
  const expected = 'expected a clock that is not before it, whatever is accepted; set the clock'
  throw new RiftlineError('clock_behind_ledger', `${both}: ${expected}`)
}

/** Time of the newest record; null when there is none. */
export function newestTimeOf({ lastAt }: LedgerState): number | null {
  return lastAt === 0 ? null : lastAt
}

/** Time of the first record, which always creates an account; a clock that was behind may have dated later accounts earlier. */
export function firstOf(createdAt: Iterable<number>): number {
  let first = Number.POSITIVE_INFINITY
  for (const at of createdAt) first = Math.min(first, at)
  return first
}

export function firstOfState({ accounts }: LedgerState): number {
  return firstOf(Array.from(accounts.values(), ({ account }) => account.createdAt))
}
