import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Clock } from '@riftline/base/node'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import { expect } from 'vitest'
import { send, type TestServer, type TestServerOptions, until } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { open, parseResponses, readToEnd } from '../../support/server-raw.ts'

/** A case that needs time, or a line that breaks. */
export interface LineCase {
  readonly options?: TestServerOptions
  run(server: TestServer): Promise<void>
}

export const body: string = JSON.stringify(matchBody)

export function headOf({ key }: TestServer): string {
  return `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`
}

export function wholeOf(server: TestServer): string {
  return `${headOf(server)}Content-Length: ${body.length}\r\n\r\n${body}`
}

/** Makes captures take some turns of the event loop, as on a disk, so that the server notices a broken line meanwhile. */
export function storeThatWaits(meanwhile: () => Promise<void> = async () => {}): (clock: Clock) => CreditStore {
  return (clock) => {
    const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    const capture = store.capture.bind(store)
    store.capture = async (...args) => {
      const balance = await capture(...args)
      await meanwhile()
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
      return balance
    }
    return store
  }
}

export function expectTimeout(answer: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('\r\nConnection: close\r\n')
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
    error: 'request_timeout',
    message: 'request not received in time',
  })
}

const impatient: TestServerOptions = { config: { headersTimeoutMs: 100, requestTimeoutMs: 200 } }

function timesOut(bytes: (server: TestServer) => string): LineCase {
  return {
    options: impatient,
    async run(server) {
      const socket = await open(server.port)
      const sent = bytes(server)
      if (sent !== '') socket.write(sent)
      expectTimeout(await readToEnd(socket))
    },
  }
}

const resetter: { socket?: Socket } = {}

/** Cases by name. Each one ends with the balance that it began with. */
export const lineCases: Readonly<Record<string, LineCase>> = {
  '75 headers never finished are 408': timesOut(() => 'GET /v1/teams HTTP/1.1\r\nHost: h\r\n'),
  '76 a body never finished is 408': timesOut((server) => `${headOf(server)}Content-Length: 100\r\n\r\n{`),
  '77 a connection that says nothing is 408': timesOut(() => ''),
  '78 a body cut off by the client is closed without bytes': {
    async run(server) {
      const socket = await open(server.port)
      socket.end(`${headOf(server)}Content-Length: 100\r\n\r\n{`)
      expect(await readToEnd(socket)).toBe('')
    },
  },
  '79 a reset before the answer gives the credits back': {
    options: { credits: storeThatWaits(async () => void resetter.socket?.resetAndDestroy()) },
    async run(server) {
      resetter.socket = await open(server.port)
      resetter.socket.write(wholeOf(server))
      await until(() => server.log.some((entry) => entry.event === 'request' && entry.status === null))
      await until(async () => (await server.balance()) === 20)
      expect((await server.credits.usage(server.accountId)).calls).toEqual([])
    },
  },
  '80 a half-close before the answer gets it': {
    options: { credits: storeThatWaits() },
    async run(server) {
      const socket = await open(server.port)
      socket.end(wholeOf(server))
      const answer = await readToEnd(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(answer).toContain('\r\nConnection: close\r\n')
      expect(await server.balance()).toBe(18)
      await server.credits.grant(server.accountId, { kind: 'topup', ref: 'as before', credits: 2 })
    },
  },
  '80 a close before the answer gives the credits back': {
    options: { credits: storeThatWaits(async () => void resetter.socket?.destroy()) },
    async run(server) {
      resetter.socket = await open(server.port)
      resetter.socket.write(wholeOf(server))
      await until(() => server.log.some((entry) => entry.event === 'request' && entry.status === null))
      await until(async () => (await server.balance()) === 20)
    },
  },
  '81 of 500 connections that send a byte now and then all are 408, and others are served meanwhile': {
    options: { config: { headersTimeoutMs: 500, maxConnectionsPerAddress: 2000, ratePerMinute: 1_000_000 } },
    async run(server) {
      const sockets = await Promise.all(Array.from({ length: 500 }, () => open(server.port)))
      let left = sockets.length
      const answers = sockets.map(async (socket) => {
        const answer = await readToEnd(socket)
        left -= 1
        return answer
      })
      for (let byte = 0; left > 0; byte++) {
        for (const socket of sockets) if (socket.writable) socket.write('GET /v1/teams'.slice(byte, byte + 1) || 'x')
        for (let calls = 0; calls < 5; calls++) expect((await send(server, 'GET', '/v1/teams')).status).toBe(200)
      }
      for (const answer of await Promise.all(answers)) expectTimeout(answer)
    },
  },
  '82 of 10,001 requests on one connection the 10,000th is the last': {
    async run(server) {
      const socket = await open(server.port)
      const answers = readToEnd(socket)
      let answered = 0
      socket.on('data', (bytes: Buffer) => {
        answered += bytes.toString('latin1').split('HTTP/1.1 ').length - 1
      })
      for (let sent = 0; sent < 10_001; sent++) {
        if (sent - answered === 100) await until(() => sent - answered < 100)
        socket.write('GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n')
      }
      const responses = parseResponses(Buffer.from(await answers))
      expect(responses.length).toBe(10_000)
      expect(responses.every(({ status }) => status === 200)).toBe(true)
      const closing = responses.flatMap(({ headers }, index) => (headers.get('connection') === 'close' ? [index] : []))
      expect(closing).toEqual([9999])
    },
  },
}
