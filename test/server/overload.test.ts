import { createOverload, watchEventLoop } from '@riftline/server'
import { afterEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../support/clock.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'

describe('the event loop', () => {
  test('is as late as its latest tick was, or as the next one already is', () => {
    const clock = createManualClock()
    let tick = () => {}
    const lag = watchEventLoop(clock, (_milliseconds, callback) => {
      tick = callback
      return () => {}
    })
    expect(lag.ms()).toBe(0)
    clock.advance(100)
    tick()
    expect(lag.ms()).toBe(0)
    clock.advance(400)
    expect(lag.ms(), 'before the late tick').toBe(300)
    tick()
    expect(lag.ms(), 'behind it').toBe(300)
    clock.advance(100)
    tick()
    expect(lag.ms()).toBe(0)
  })

  test('is overloaded when it is more than 250 ms late', () => {
    const at = (ms: number) => createOverload({ ms: () => ms }, { inFlight: 0 }, 1)()
    expect(at(250)).toBe(false)
    expect(at(251)).toBe(true)
  })

  test('is overloaded with more calls in flight than allowed', () => {
    const lifecycle = { inFlight: 512 }
    const isOverloaded = createOverload({ ms: () => 0 }, lifecycle, 512)
    expect(isOverloaded()).toBe(false)
    lifecycle.inFlight = 513
    expect(isOverloaded()).toBe(true)
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

  test('answers 503 before credits are held, with every header, and counts the request to the rate', async () => {
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

  test('checks key, path and method first, and media type and body later', async () => {
    await start()
    const code = async (...request: Parameters<typeof send>) => (await send(...request)).json?.error
    expect(await code(server, 'POST', '/v1/predict', { key: null })).toBe('missing_api_key')
    expect(await code(server, 'POST', '/v1/nothing')).toBe('not_found')
    expect(await code(server, 'DELETE', '/v1/predict')).toBe('method_not_allowed')
    expect(await code(server, 'POST', '/v1/predict', { body: 'no JSON' })).toBe('overloaded')
    expect(await code(server, 'GET', '/v1/teams?x=1')).toBe('overloaded')
    expect((await send(server, 'OPTIONS', '/v1/predict')).status).toBe(204)
  })

  test('still says that it lives', async () => {
    await start()
    expect((await send(server, 'GET', '/healthz')).status).toBe(200)
    expect((await send(server, 'GET', '/readyz')).status).toBe(200)
  })
})
