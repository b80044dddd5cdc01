import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@riftline/base/node'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { send, startServer, type TestServer, type TestServerOptions, until } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { open } from '../support/server-raw.ts'
import { openUnread, postOf } from '../support/unread-lines.ts'

let server: TestServer
afterEach(() => server.close())

/** Names of the store's methods, in the order of their calls. */
let calls: string[] = []
let request: IncomingMessage
beforeEach(() => {
  calls = []
})

interface Breaks {
  /** Runs while the answer is computed, before the line check. */
  readonly inCompute?: () => void
  /** Runs while the capture is under way, after the line check. */
  readonly inCapture?: () => void
  /** Runs before the answer's head is written. */
  readonly inHead?: () => void
  /** Runs after the answer, in the same turn. */
  readonly inEnd?: () => void
}

async function start({ inCompute, inCapture, inHead, inEnd }: Breaks, options: TestServerOptions = {}): Promise<void> {
  const forecast: typeof fakeForecast = (matchup) => {
    inCompute?.()
    return fakeForecast(matchup)
  }
  server = await startServer({
    predictor: createFakePredictor(catalogue, forecast),
    credits: (clock) => watchedStore(clock, inCapture),
    onRequest: (incoming, response) => {
      request = incoming
      aroundAnswer(response, inHead, inEnd)
    },
    ...options,
  })
}

function watchedStore(clock: Clock, inCapture: (() => void) | undefined): CreditStore {
  const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
  const { capture, voidHold, refund, delivered } = store
  store.capture = (...args) => {
    calls.push('capture')
    inCapture?.()
    // A capture ends its hold by itself, so that the recorded method is removed.
    store.voidHold = voidHold
    return capture.apply(store, args)
  }
  store.voidHold = (...args) => {
    calls.push('void')
    voidHold.apply(store, args)
  }
  store.refund = (...args) => {
    calls.push(`refund ${args[1]}`)
    return refund.apply(store, args)
  }
  store.delivered = (...args) => {
    calls.push('delivered')
    delivered.apply(store, args)
  }
  return store
}

function aroundAnswer(response: ServerResponse, before = () => {}, behind = () => {}): void {
  const { writeHead, end } = response
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    before()
    return writeHead.apply(response, args)
  }) as typeof writeHead
  response.end = ((...args: Parameters<typeof end>) => {
    const result = end.apply(response, args)
    behind()
    return result
  }) as typeof end
}

/** Loses the line in the middle of this turn, which the response object does not notice. */
function loseLine(): void {
  request.socket.destroy()
}

const logged = () => server.log.some(({ event, status }) => event === 'request' && status === null)

async function expectNothingCharged(expected: readonly string[]): Promise<void> {
  await expect(send(server, 'POST', '/v1/predict', { body: matchBody })).rejects.toThrow('socket hang up')
  await until(logged)
  expect(calls).toEqual(expected)
  expect(await server.balance()).toBe(20)
  expect((await server.credits.usage(server.accountId)).calls).toEqual([])
  const everything = {
    requestId: 'r',
    accountId: server.accountId,
    operation: 'predict',
    model: null,
    keyId: null,
  } as const
  expect((await server.credits.hold({ ...everything, credits: 20 })).kind, 'nothing stays held').toBe('held')
}

describe('a line that is lost', () => {
  it('a line lost before the line check leaves no capture', async () => {
    await start({ inCompute: loseLine })
    await expectNothingCharged(['void'])
  })

  it('a line lost between the check and the capture makes a refund', async () => {
    await start({ inCapture: loseLine })
    await expectNothingCharged(['capture', 'refund disconnect'])
    expect(server.metrics()).toContain('credits_captured_total{op="predict"} 2')
    expect(server.metrics()).toContain('credits_refunded_total{reason="disconnect"} 2')
  })

  it('a line lost in the very turn of the answer makes a refund', async () => {
    await start({ inHead: loseLine })
    await expectNothingCharged(['capture', 'refund disconnect'])
  })

  it('a line lost right after the answer makes a refund too, as the answer may not have left', async () => {
    await start({ inEnd: loseLine })
    await send(server, 'POST', '/v1/predict', { body: matchBody }).catch(() => {})
    await until(logged)
    expect(calls).toEqual(['capture', 'refund disconnect'])
    expect(await server.balance()).toBe(20)
  })

  it('a lost line found by the write itself makes a refund', async () => {
    let client: Socket | undefined
    await start({ inHead: () => client?.resetAndDestroy() })
    client = await openUnread(server)
    client.write(postOf(server))
    await until(() => server.log.some(({ event }) => event === 'request'))
    expect(calls).toEqual(['capture', 'refund disconnect'])
    expect(await server.balance()).toBe(20)
  })

  it('a line lost after its answer has left makes no refund: the answer counts as delivered once', async () => {
    await start({})
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
    await until(() => calls.length === 2)
    expect(calls).toEqual(['capture', 'delivered'])
    expect(await server.balance()).toBe(18)
  })
})

describe('an answer that nobody reads', () => {
  it.runIf(runsAll)('an unread answer is given up after 30 s and costs nothing', async () => {
    const blueTeam = { id: 1, name: 'more than the kernel takes '.repeat(600_000) }
    const forecast: typeof fakeForecast = (matchup) => ({ ...fakeForecast(matchup), blueTeam })
    await start({}, { predictor: createFakePredictor(catalogue, forecast) })
    const socket = await open(server.port)
    socket.pause()
    const body = JSON.stringify(matchBody)
    const head = `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    await until(() => calls.includes('capture'))
    server.clock.advance(29_999)
    expect(await server.balance()).toBe(18)
    server.clock.advance(1)
    await until(logged)
    expect(calls).toEqual(['capture', 'refund disconnect'])
    expect(await server.balance()).toBe(20)
    socket.destroy()
  })
})
