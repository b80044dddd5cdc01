import type { LogEntry } from '@riftline/base/node'
import { createMetrics } from '@riftline/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSettleCharge, type SettleCharge } from '#server/charging/charge-call.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let clock: ManualClock
let log: LogEntry[]
let settled: string[]
let metrics: ReturnType<typeof createMetrics>
let settle: SettleCharge
beforeEach(() => {
  clock = createManualClock()
  log = []
  settled = []
  metrics = createMetrics()
  settle = createSettleCharge({
    clock,
    metrics,
    log: (entry) => log.push(entry),
    credits: {
      delivered: (requestId) => settled.push(`delivered ${requestId}`),
      keep: (requestId) => settled.push(`keep ${requestId}`),
      refund: async (requestId, reason) => void settled.push(`refund ${requestId} ${reason}`),
    },
  })
})

let calls = 0
function breakLine(begun: boolean, accountId = 'a'): 'kept' | 'refunded' {
  calls += 1
  return settle({ requestId: `r${calls}`, accountId, credits: 2 }, begun ? 'cut-off' : 'unsent') ? 'kept' : 'refunded'
}
const many = (count: number, begun: boolean, accountId?: string) =>
  Array.from({ length: count }, () => breakLine(begun, accountId))
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('an answer on a line that breaks', () => {
  it('a partly sent answer is refunded ten times an hour, and the eleventh charge is kept', () => {
    expect(many(11, true)).toEqual([...times(10, 'refunded'), 'kept'])
    expect(settled.slice(-2)).toEqual([`refund r${calls - 1} disconnect`, `keep r${calls}`])
    clock.advance(hourMs - 1)
    expect(breakLine(true)).toBe('kept')
    clock.advance(1)
    expect(many(11, true)).toEqual([...times(10, 'refunded'), 'kept'])
  })

  it('no more than ten partly sent answers are refunded in any sixty minutes', () => {
    const given: number[] = []
    for (let minute = 0; minute < 600; minute += 1) {
      for (const outcome of many(3, true)) if (outcome === 'refunded') given.push(minute)
      clock.advance(minuteMs)
    }
    for (const from of given) {
      expect(given.filter((minute) => minute >= from && minute < from + 60).length).toBeLessThanOrEqual(10)
    }
    expect(given.length).toBe(100)
  })

  it('an answer without a byte sent is always refunded, and does not count among the ten', () => {
    expect(many(500, false)).toEqual(times(500, 'refunded'))
    expect(many(11, true)).toEqual([...times(10, 'refunded'), 'kept'])
    expect(many(5, false)).toEqual(times(5, 'refunded'))
  })

  it('a refund counts for its own account only', () => {
    many(11, true)
    expect(many(11, true, 'b')).toEqual([...times(10, 'refunded'), 'kept'])
    expect(breakLine(true)).toBe('kept')
  })

  it('refunds are counted for ten thousand accounts at once, and none is forgotten', () => {
    many(10, true)
    for (let other = 0; other < 9_999; other += 1) breakLine(true, `other ${other}`)
    expect(breakLine(true)).toBe('kept')
  })
})

describe('log and metrics of broken lines', () => {
  it('metrics count refunded and kept credits', async () => {
    many(12, true)
    many(3, false)
    await Promise.resolve()
    expect(metrics.text()).toContain('credits_refunded_total{reason="disconnect"} 26')
    expect(metrics.text()).toContain('credits_kept_total{reason="undelivered"} 4')
  })

  it('the log names each kept charge and its account', () => {
    many(11, true)
    expect(log.filter(({ event }) => event === 'charge_kept')).toEqual([
      {
        level: 'info',
        event: 'charge_kept',
        requestId: `r${calls}`,
        accountId: 'a',
        credits: 2,
        reason: 'undelivered',
      },
    ])
  })

  it('the log names an account with over twenty refunds in an hour, once', () => {
    const conspicuous = () => log.filter(({ event }) => event === 'many_refunds')
    many(20, false)
    expect(conspicuous()).toEqual([])
    many(200, false)
    expect(conspicuous()).toEqual([{ level: 'warn', event: 'many_refunds', accountId: 'a' }])
    for (let minute = 0; minute < 300; minute += 1) {
      breakLine(false)
      clock.advance(minuteMs)
    }
    expect(conspicuous().length).toBe(1)
    clock.advance(hourMs)
    many(21, false)
    expect(conspicuous().length).toBe(2)
  })

  it('the log reports a refund that could not be recorded', async () => {
    const refund = async () => {
      throw new Error('no disk')
    }
    const credits = { delivered: () => {}, keep: () => {}, refund }
    createSettleCharge({ clock, metrics, log: (entry) => log.push(entry), credits })(
      { requestId: 'r', accountId: 'a', credits: 2 },
      'unsent',
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(log).toMatchObject([{ level: 'error', event: 'refund_failed', requestId: 'r', error: 'no disk' }])
    expect(metrics.text()).not.toContain('credits_refunded_total{')
  })
})
