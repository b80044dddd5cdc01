import type { LogEntry } from '@riftline/base/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLedgerTime } from '#ledger/rules/ledger-time.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { same } from '../../support/plain-expect.ts'

const start = '2026-11-21T12:00:00Z'
const startMs = Date.parse(start)
const [second, minute, hour] = [1000, 60_000, 3_600_000]
const nineYears = 9 * 365 * 24 * hour

let clock: ManualClock
let log: LogEntry[]
beforeEach(() => {
  clock = createManualClock(start)
  log = []
})

/** Creates ledger time and returns a function that gives its progress since the start. */
function open(newestAt = 0): () => number {
  const time = createLedgerTime({ clock, newestAt, log: (entry) => log.push(entry) })
  return () => time.now() - startMs
}

describe('ledger time', () => {
  it('ledger time equals the clock, to the millisecond', () => {
    const moved = open()
    for (const step of [0, 1, 999, hour, 40 * 24 * hour]) {
      const before = moved()
      clock.advance(step)
      expect(moved()).toBe(before + step)
    }
    expect(log).toEqual([])
  })

  it('ledger time begins at the newest record when the clock is behind it, and stands still until the clock gets there', () => {
    const moved = open(startMs + hour)
    expect(moved()).toBe(hour)
    clock.advance(hour - 1)
    expect(moved()).toBe(hour)
    clock.advance(2)
    expect(moved()).toBe(hour + 1)
  })

  it('ledger time begins at the clock, even years past the newest record', () => {
    const moved = open(startMs - nineYears)
    expect(moved()).toBe(0)
  })

  it('ledger time follows a jump of ten minutes, and no further', () => {
    const moved = open()
    clock.setNow(startMs + 10 * minute)
    expect(moved()).toBe(10 * minute)
    expect(log).toEqual([])
    clock.setNow(startMs + 10 * minute + 1)
    expect(moved()).toBe(10 * minute)
    expect(log).toMatchObject([{ level: 'warn', event: 'clock_ahead', ledgerUtc: '2026-11-21T12:10:00' }])
  })

  it('ledger time follows a jump of nine years by ten minutes', () => {
    const moved = open()
    clock.setNow(startMs + nineYears)
    expect(moved()).toBe(10 * minute)
    expect(moved()).toBe(10 * minute)
  })

  it.each([100, second, 7 * second, 10 * minute])(
    'ledger time gains an hour in ten minutes while the clock is years ahead, asked every %i ms',
    (every) => {
      const moved = open()
      clock.setNow(startMs + nineYears)
      for (let waited = 0; waited < 10 * minute; waited += every) {
        const before = moved()
        clock.advance(Math.min(every, 10 * minute - waited))
        same(moved(), before + 6 * Math.min(every, 10 * minute - waited))
      }
      expect(moved()).toBe(10 * minute + hour)
      clock.advance(10 * minute)
      // The first ten minutes come from the reserve; afterwards ledger time gains five minutes per minute.
      expect(moved()).toBe(10 * minute + hour + hour)
    },
  )

  it('ledger time is in whole milliseconds and loses no fraction of the monotonic clock', () => {
    let monotonic = 0.25
    const now = (): number => startMs + (monotonic < 1 ? 0 : nineYears)
    const time = createLedgerTime({ clock: { now, monotonicMs: () => monotonic }, newestAt: 0 })
    monotonic += 1
    expect(time.now()).toBe(startMs + 10 * minute + 1)
    for (let asked = 0; asked < 800; asked += 1) {
      monotonic += 1.25
      same(Number.isInteger(time.now()), true)
    }
    expect(time.now()).toBe(startMs + 10 * minute + 1 + 6000)
  })

  it('ledger time gains at most an hour in any ten minutes, however the clock jumps', () => {
    const moved = open()
    const seen: number[] = []
    for (let at = 0; at < 120; at += 1) {
      if (at % 7 === 3) clock.setNow(clock.now() + 13 * minute)
      if (at % 31 === 30) clock.setNow(clock.now() - 2 * hour)
      clock.advance(minute)
      seen.push(moved() - at * minute)
    }
    for (const [from, gain] of seen.entries()) {
      for (const later of seen.slice(from, from + 11)) expect(later - gain).toBeLessThanOrEqual(hour)
    }
  })

  it('the reserve of ledger time is at most ten minutes and grows by five minutes per minute', () => {
    const moved = open()
    clock.setNow(startMs + 10 * minute)
    expect(moved()).toBe(10 * minute)
    clock.advance(minute)
    clock.setNow(clock.now() + 5 * minute)
    expect(moved()).toBe(16 * minute)
    clock.setNow(clock.now() + 1)
    expect(moved()).toBe(16 * minute)
    clock.advance(24 * hour)
    clock.setNow(clock.now() + hour)
    expect(moved() - (16 * minute + 1)).toBe(24 * hour + 10 * minute)
  })

  it('ledger time catches up after a sleep that also stopped the monotonic clock, then follows the clock again', () => {
    const moved = open()
    clock.setNow(startMs + 8 * hour)
    expect(moved()).toBe(10 * minute)
    clock.advance(94 * minute - second)
    expect(moved()).toBeLessThan(8 * hour + 94 * minute - second)
    clock.advance(second)
    expect(moved()).toBe(8 * hour + 94 * minute)
    clock.advance(hour)
    expect(moved()).toBe(9 * hour + 94 * minute)
    expect(log.length).toBe(1)
  })

  it('ledger time follows at once after a sleep in which the monotonic clock ran', () => {
    const moved = open()
    clock.advance(8 * hour)
    expect(moved()).toBe(8 * hour)
    expect(log).toEqual([])
  })

  it('ledger time stands still when the clock is set back, and continues when the clock reaches it again', () => {
    const moved = open()
    clock.setNow(startMs - hour)
    expect(moved()).toBe(0)
    clock.advance(hour)
    expect(moved()).toBe(0)
    clock.advance(5)
    expect(moved()).toBe(5)
    expect(log).toEqual([])
  })

  it('ledger time continues from its own value when a jump to 2035 is corrected', () => {
    const moved = open()
    clock.setNow(startMs + nineYears)
    moved()
    clock.advance(minute)
    moved()
    clock.setNow(startMs + minute)
    expect(moved()).toBe(16 * minute)
    clock.advance(15 * minute + 1)
    expect(moved()).toBe(16 * minute + 1)
  })

  it('ledger time logs each jump ahead once, and a jump back by more than two hours', () => {
    const moved = open()
    const jump = (to: number): void => {
      clock.setNow(to)
      for (let asked = 0; asked < 100; asked += 1) {
        moved()
        clock.advance(second)
      }
    }
    jump(startMs + nineYears)
    jump(startMs + 2 * nineYears)
    jump(startMs)
    jump(startMs + nineYears)
    jump(startMs - 3 * hour)
    expect(log.map(({ event }) => event)).toEqual(['clock_ahead', 'clock_ahead', 'clock_ahead', 'clock_behind'])
    expect(log[0]).toEqual({
      level: 'warn',
      event: 'clock_ahead',
      clockUtc: '2035-11-19T12:00:00',
      ledgerUtc: '2026-11-21T12:10:00',
      seconds: (nineYears - 10 * minute) / second,
    })
  })
})
