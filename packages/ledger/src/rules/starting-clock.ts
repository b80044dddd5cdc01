import { dayMs, RiftlineError } from '@riftline/base'
import { type Clock, type Log, silentLog } from '@riftline/base/node'
import type { LedgerState } from './ledger-state.ts'
import { mostApartMs, utcText } from './ledger-time.ts'

export interface StartingClock {
  readonly clock: Clock
  readonly log?: Log
  /** Value of `RIFTLINE_ACCEPT_CLOCK`: if the newest record is ahead of the clock, the clock is right. */
  readonly acceptClock?: boolean
}

const jumpMs = 31 * dayMs

/**
 * Whether the ledger has to follow the clock back. `firstAt` looks for the time of the first record: slow and rarely
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
 * Refuses a clock from before the first record: a ledger that followed it would be wrong for good. @throws
 * RiftlineError `clock_behind_ledger`
 */
export function refuseBeforeFirst(wall: number, firstAt: number): void {
  if (wall >= firstAt) return
  const both = `the first record of the ledger is of ${utcText(firstAt)}, the clock says ${utcText(wall)} (UTC)`
  const expected = 'expected a clock that is not before it, whatever is accepted; set the clock'
  throw new RiftlineError('clock_behind_ledger', `${both}: ${expected}`)
}

/** Time of the newest record; null: there is none. */
export function newestTimeOf({ lastAt }: LedgerState): number | null {
  return lastAt === 0 ? null : lastAt
}

/** Time of the first record, which made an account: later ones may have been made by a clock that was behind it. */
export function firstOf(createdAt: Iterable<number>): number {
  let first = Number.POSITIVE_INFINITY
  for (const at of createdAt) first = Math.min(first, at)
  return first
}

export function firstOfState({ accounts }: LedgerState): number {
  return firstOf(Array.from(accounts.values(), ({ account }) => account.createdAt))
}
