import { type Clock, type Log, silentLog } from '@riftline/base/node'
import type { GrantRecord } from './ledger-record.ts'

/** Time that dates records and decides about expiry and the current month. */
export interface LedgerTime {
  now(): number
}

export interface LedgerTimeOptions {
  readonly clock: Clock
  /** Time of the newest record; ledger time begins there, or at a later clock. */
  readonly newestAt: number
  readonly log?: Log
}

const minuteMs = 60_000
/** Limits of the gain of ledger time over the monotonic clock: `burstMs` at once, then `gainPerMs` for each millisecond. */
const burstMs = 10 * minuteMs
const gainPerMs = 5
/** Maximum difference of ledger and clock; beyond it one of them is wrong, and neither decides anything. */
export const mostApartMs: number = 120 * minuteMs

/**
 * Creates the ledger time. It follows the wall clock, never runs back and ignores jumps: a token bucket limits its gain over the
 * monotonic clock. A clock that is nine years ahead for a moment ends no plan, and a machine that slept catches up.
 */
export function createLedgerTime({ clock, newestAt, log = silentLog }: LedgerTimeOptions): LedgerTime {
  let wall = clock.now()
  /** Includes fractions of milliseconds, which a server that asks ten thousand times a second would otherwise lose. */
  let time = Math.max(newestAt, wall)
  let lookedMs = clock.monotonicMs()
  let saved = burstMs
  /** Difference of wall clock and ledger time at the last reading. */
  let apart = wall - time

  const report = (event: 'clock_ahead' | 'clock_behind'): void => {
    const seconds = Math.round(Math.abs(wall - time) / 1000)
    log({ level: 'warn', event, clockUtc: utcText(wall), ledgerUtc: utcText(time), seconds })
  }

  return {
    now() {
      const last = wall
      wall = clock.now()
      // Common case on a busy server; reading the monotonic clock costs more than all of this.
      if (wall === last && apart <= 0) return Math.floor(time)
      const monotonic = clock.monotonicMs()
      const elapsed = monotonic - lookedMs
      lookedMs = monotonic
      const refill = gainPerMs * elapsed
      const caughtUp = Math.min(Math.max(0, apart), refill)
      const most = caughtUp + Math.min(burstMs, saved + refill - caughtUp)
      const next = Math.max(time, Math.min(wall, time + elapsed + most))
      saved = Math.min(burstMs, most - Math.max(0, next - time - elapsed))
      time = next
      const before = apart
      apart = wall - next
      if (apart > 0 && (before <= 0 || apart - before > burstMs)) report('clock_ahead')
      if (apart < -mostApartMs && before - apart > burstMs) report('clock_behind')
      return Math.floor(time)
    },
  }
}

/** Returns the UTC calendar month around a time, in milliseconds. */
export function utcMonth(at: number): { readonly from: number; readonly to: number } {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
}

/** Ref of a month's free credits, which prevents a second grant in the same month. */
export function freeRef(at: number): string {
  return `free:${utcText(at).slice(0, 7)}`
}

/** Tells whether a grant is of a free month that has begun: a clock that was ahead may have granted a later one. */
export function isOfBegunMonth({ kind, expiresAt }: Pick<GrantRecord, 'kind' | 'expiresAt'>, at: number): boolean {
  return kind === 'free' && expiresAt !== null && utcMonth(expiresAt - 1).from <= at
}

/**
 * Formats a time as `YYYY-MM-DDTHH:mm:ss`, like every field that ends in `Utc`. Unlike `toUtc` it accepts any year, because
 * messages mention document times thousands of years ahead.
 */
export function utcText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
