import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Clock, type CreditStore, createMemoryStore } from '@riftline/server'
import { afterEach, describe, expect, test } from 'vitest'
import { startServer, type TestServer, until } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { open, parseResponses, readToEnd } from '../../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

const body = JSON.stringify(matchBody)
const head = () =>
  `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\n`
const whole = () => `${head()}Content-Length: ${body.length}\r\n\r\n${body}`

function expectTimeout(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('\r\nConnection: close\r\n')
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
    error: 'request_timeout',
    message: 'request not received in time',
  })
}

describe('a request that does not end in time is 408', () => {
  test.each([
    ['75 headers never finished', () => 'GET /v1/teams HTTP/1.1\r\nHost: h\r\n'],
    ['76 body never finished', () => `${head()}Content-Length: 100\r\n\r\n{`],
    ['77 a connection that says nothing', () => ''],
  ])('%s', async (_name, bytes) => {
    server = await startServer({ config: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    const socket = await open(server.port)
    if (bytes() !== '') socket.write(bytes())
    expectTimeout(await readToEnd(socket))
    expect(await server.balance()).toBe(20)
  })
})

describe('a line that breaks costs nothing', () => {
  test('78 a body cut off by the client is closed without bytes', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.end(`${head()}Content-Length: 100\r\n\r\n{`)
    expect(await readToEnd(socket)).toBe('')
    expect(await server.balance()).toBe(20)
  })

  test('79 a reset before the answer gives the credits back', async () => {
    const client: { socket?: Socket } = {}
    server = await startServer({ credits: storeThatWaits(async () => void client.socket?.resetAndDestroy()) })
    client.socket = await open(server.port)
    client.socket.write(whole())
    await until(() => server.log.some((entry) => entry.event === 'request' && entry.status === null))
    await until(async () => (await server.balance()) === 20)
    expect((await server.credits.usage(server.accountId)).calls).toEqual([])
  })

  test('80 a half-close before the answer is closed without bytes', async () => {
    server = await startServer({ credits: storeThatWaits() })
    const socket = await open(server.port)
    socket.end(whole())
    expect(await readToEnd(socket)).toBe('')
    await until(async () => (await server.balance()) === 20)
  })

  test('an answer behind one that closes the connection is not charged', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.write(
      `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Length: 1\r\n\r\nx${whole()}`,
    )
    expect(parseResponses(Buffer.from(await readToEnd(socket))).map(({ status }) => status)).toEqual([415])
    await until(async () => (await server.balance()) === 20)
  })
})

/** A capture that takes some turns of the event loop, as a disk would, so that the server sees what the line does. */
function storeThatWaits(meanwhile: () => Promise<void> = async () => {}): (clock: Clock) => CreditStore {
  return (clock) => {
    const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    const capture = store.capture.bind(store)
    store.capture = async (hold) => {
      await capture(hold)
      await meanwhile()
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
    }
    return store
  }
}
