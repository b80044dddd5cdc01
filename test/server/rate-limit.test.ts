import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateWindows } from '#server/limits/rate-limiter.ts'
import { amount } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { send, startServer } from '../support/server.ts'

describe('a limit of 120 requests in any 60 seconds', () => {
  it.each([0, 1, 29_999, 59_999])(
    '120 requests in any 60 seconds are allowed and the 121st is refused, at phase %i',
    (phase) => {
      const clock = createManualClock()
      const windows = createRateWindows(120, clock)
      clock.advance(phase)
      for (let count = 1; count <= 120; count++)
        expect(windows.take('a')).toMatchObject({ allowed: true, remaining: 120 - count })
      expect(windows.take('a').allowed).toBe(false)
      clock.advance(59_999)
      expect(windows.take('a').allowed).toBe(false)
      clock.advance(1)
      expect(windows.take('a').allowed).toBe(true)
    },
  )

  it('the wait is 60 seconds at most, whatever the fraction of the clock', () => {
    const clock = createManualClock()
    // If a power of two lies less than a window ahead, the sum of time and window is rounded up.
    for (const exponent of [23, 24, 25]) {
      for (const fraction of [0.1, 0.3, 0.7]) {
        clock.advance(2 ** exponent - 1000 + fraction - clock.monotonicMs())
        expect(createRateWindows(1, clock).take('a')).toMatchObject({ allowed: true, resetSeconds: 60 })
      }
    }
  })

  it('the rate limiter agrees with a brute-force model on random schedules', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 300 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 40 }), (waits, limit) => {
        const clock = createManualClock()
        const windows = createRateWindows(limit, clock)
        let passed: number[] = []
        for (const wait of waits) {
          clock.advance(wait)
          passed = passed.filter((time) => time + 60_000 > clock.monotonicMs())
          const allowed = passed.length < limit
          if (allowed) passed.push(clock.monotonicMs())
          const resetSeconds = Math.ceil((passed[0]! + 60_000 - clock.monotonicMs()) / 1000)
          expect(windows.take('a')).toMatchObject({ allowed, remaining: limit - passed.length, resetSeconds })
        }
      }),
    )
  })
})

it('each key has its own rate window', () => {
  const windows = createRateWindows(1, createManualClock())
  expect(windows.take('a').allowed).toBe(true)
  expect(windows.take('b').allowed).toBe(true)
  expect(windows.take('a').allowed).toBe(false)
})

it('a busy key among 100,000 others is still counted exactly, window after window', () => {
  const clock = createManualClock()
  const windows = createRateWindows(2, clock)
  for (let minute = 0; minute < amount(2, 3); minute++) {
    windows.take('busy')
    clock.advance(30_000)
    for (let count = 0; count < 100_000; count++) windows.take(`key ${minute} ${count}`)
    expect(windows.take('busy').allowed).toBe(true)
    expect(windows.take('busy')).toMatchObject({ allowed: false, resetSeconds: 30 })
    clock.advance(30_000)
    expect(windows.take('busy')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 30 })
    clock.advance(60_000)
  }
})

it('a wall clock set back or forward changes no rate window', () => {
  const clock = createManualClock()
  const windows = createRateWindows(1, clock)
  windows.take('a')
  clock.setNow(clock.now() + 3_600_000)
  expect(windows.take('a').allowed).toBe(false)
  clock.advance(60_000)
  clock.setNow(0)
  expect(windows.take('a').allowed).toBe(true)
})

it('failed calls and 404s count to the rate, and requests refused over it do not', async () => {
  const server = await startServer({ config: { ratePerMinute: 3 } })
  for (const path of ['/v1/teams', '/v1/nothing', '/v1/teams?x=1']) await send(server, 'GET', path)
  for (let count = 0; count < 5; count++) {
    const { status, json, headers } = await send(server, 'GET', '/v1/teams')
    expect(status).toBe(429)
    expect(json.message).toBe('3 requests per minute; retry in 60 s')
    expect(headers['ratelimit-policy']).toBe('"key";q=3;w=60')
  }
  server.clock.advance(60_000)
  expect((await send(server, 'GET', '/v1/teams')).status).toBe(200)
  await server.close()
})

it('a call over the rate is 429, even with an invalid body', async () => {
  const server = await startServer({ config: { ratePerMinute: 1 } })
  await send(server, 'GET', '/v1/teams')
  expect((await send(server, 'POST', '/v1/predict', { body: 'nonsense' })).status).toBe(429)
  await server.close()
})
