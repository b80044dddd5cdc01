import { afterEach, describe, expect, it } from 'vitest'
import { watchEventLoop } from '#server/lifecycle.ts'
import { createManualClock } from '../support/clock.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

/** A watched event loop whose ticks a test makes by hand, each by a given number of milliseconds late. */
function startLoop() {
  const clock = createManualClock()
  let tick = () => {}
  const lag = watchEventLoop(clock, {
    every(_milliseconds, callback) {
      tick = callback
      return () => {}
    },
  })
  return {
    clock,
    lag,
    tick(lateMs: number, times = 1) {
      for (let count = 0; count < times; count++) {
        clock.advance(100 + lateMs)
        tick()
      }
    },
  }
}

describe('the event loop', () => {
  it('the event loop is as late as its latest tick was, or as the next one already is', () => {
    const { clock, lag, tick } = startLoop()
    expect(lag.ms()).toBe(0)
    tick(0)
    expect(lag.ms()).toBe(0)
    clock.advance(400)
    expect(lag.ms(), 'before the late tick').toBe(300)
    tick(-100)
    expect(lag.ms(), 'behind it').toBe(300)
    tick(0)
    expect(lag.ms()).toBe(0)
  })

  it('the event loop does not stay late for one stall, however long', () => {
    const { clock, lag, tick } = startLoop()
    tick(0, 10)
    clock.advance(5100)
    expect(lag.staysLate(), 'before the late tick').toBe(false)
    tick(-100)
    expect(lag.ms()).toBe(5000)
    expect(lag.staysLate(), 'behind it').toBe(false)
    tick(0, 10)
    expect(lag.staysLate()).toBe(false)
  })

  it('the event loop does not stay late for a stall at its very beginning', () => {
    const { lag, tick } = startLoop()
    tick(5000)
    expect(lag.staysLate()).toBe(false)
    tick(5000)
    expect(lag.staysLate(), 'two ticks').toBe(false)
  })

  it('the event loop stays late when every tick of a second is late, until the first punctual one', () => {
    const { lag, tick } = startLoop()
    tick(0, 10)
    tick(300, 2)
    expect(lag.staysLate(), 'two ticks').toBe(false)
    tick(300)
    expect(lag.staysLate(), '1.2 s').toBe(true)
    tick(251, 20)
    expect(lag.staysLate()).toBe(true)
    tick(250)
    expect(lag.staysLate(), 'one good tick').toBe(false)
    tick(300, 2)
    expect(lag.staysLate(), 'the good one is less than a second ago').toBe(false)
    tick(300)
    expect(lag.staysLate()).toBe(true)
  })

  it('the event loop also stays late when a second has fewer than three ticks', () => {
    const { lag, tick } = startLoop()
    tick(0)
    tick(3000, 2)
    expect(lag.staysLate()).toBe(false)
    tick(3000)
    expect(lag.staysLate()).toBe(true)
    tick(0)
    expect(lag.staysLate()).toBe(false)
  })
})

describe('an overloaded server', () => {
  let server: TestServer
  let held = 0
  let overloaded = true
  afterEach(() => server.close())
  const start = async () => {
    overloaded = true
    server = await startServer({ isOverloaded: () => overloaded })
    const { hold } = server.credits
    held = 0
    server.credits.hold = (...args) => {
      held += 1
      return hold.apply(server.credits, args)
    }
  }

  it('an overloaded server answers 503 with every header before it holds credits, and counts the request to the rate', async () => {
    await start()
    const answer = await send(server, 'POST', '/v1/predict', { body: matchBody })
    expect(answer).toMatchObject({
      status: 503,
      json: { error: 'overloaded', message: 'try again' },
      headers: {
        'retry-after': '1',
        'x-credits-remaining': '20',
        'x-credits-charged': '0',
        'x-ratelimit-remaining': '119',
      },
    })
    expect(held).toBe(0)
    overloaded = false
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
  })

  it('an overloaded server refuses a wrong key, path or method first, and checks media type and body later', async () => {
    await start()
    const code = async (...request: Parameters<typeof send>) => (await send(...request)).json?.error
    expect(await code(server, 'POST', '/v1/predict', { key: null })).toBe('missing_api_key')
    expect(await code(server, 'POST', '/v1/nothing')).toBe('not_found')
    expect(await code(server, 'DELETE', '/v1/predict')).toBe('method_not_allowed')
    expect(await code(server, 'POST', '/v1/predict', { body: 'no JSON' })).toBe('overloaded')
    expect(await code(server, 'GET', '/v1/teams?x=1')).toBe('overloaded')
    expect((await send(server, 'OPTIONS', '/v1/predict')).status).toBe(204)
  })

  it('an overloaded server still answers /healthz', async () => {
    await start()
    expect((await send(server, 'GET', '/healthz')).status).toBe(200)
    expect((await send(server, 'GET', '/readyz')).status).toBe(200)
  })
})
