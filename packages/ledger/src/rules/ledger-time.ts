import { type Clock, type Log, silentLog } from '@riftline/base/node'
import type { GrantRecord } from './ledger-record.ts'

/** The time that dates records and decides what has expired and which month it is. */
export interface LedgerTime {
  now(): number
}

export interface LedgerTimeOptions {
  readonly clock: Clock
  /** Time of the newest record: where ledger time begins unless the clock is past it. */
  readonly newestAt: number
  readonly log?: Log
}

const minuteMs = 60_000
/** Limits of the gain of ledger time on the monotonic clock: at once, and again an hour in ten minutes. */
const burstMs = 10 * minuteMs
const gainPerMs = 5
/** Further apart than this, ledger or clock is wrong, and neither decides anything. */
export const mostApartMs: number = 120 * minuteMs

/**
 * Ledger time follows the wall clock, never runs back and does not believe a jump: its gain on the monotonic clock is a
 * token bucket. A clock that is nine years ahead for a moment ends no plan, and a machine that slept catches up.
 */
export function createLedgerTime({ clock, newestAt, log = silentLog }: LedgerTimeOptions): LedgerTime {
  let wall = clock.now()
  /** With the fractions of the monotonic clock, which would be lost to a server that asks ten thousand times a second. */
  let time = Math.max(newestAt, wall)
  let lookedMs = clock.monotonicMs()
  let saved = burstMs
  /** Wall clock minus ledger time when it was last looked at. */
  let apart = wall - time

  const report = (event: 'clock_ahead' | 'clock_behind'): void => {
    const seconds = Math.round(Math.abs(wall - time) / 1000)
    log({ level: 'warn', event, clockUtc: utcText(wall), ledgerUtc: utcText(time), seconds })
  }

  return {
    now() {
      const last = wall
      wall = clock.now()
      // Nearly always, on a busy server: a look at the monotonic clock costs more than all of this.
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

/** The UTC calendar month around a time, in milliseconds. */
export function utcMonth(at: number): { readonly from: number; readonly to: number } {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) }
}

/** The source of a month's free credits. It makes a second grant in one month impossible. */
export function freeRef(at: number): string {
  return `free:${utcText(at).slice(0, 7)}`
}

/** Whether a grant is of a free month that has begun: a clock that was ahead may have granted a later one. */
export function isOfBegunMonth({ kind, expiresAt }: Pick<GrantRecord, 'kind' | 'expiresAt'>, at: number): boolean {
  return kind === 'free' && expiresAt !== null && utcMonth(expiresAt - 1).from <= at
}

/**
 * `YYYY-MM-DDTHH:mm:ss`, the form of every field that ends in `Utc`. Unlike `toUtc` it refuses no year: a message names
 * times of documents thousands of years ahead.
 */
export function utcText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
