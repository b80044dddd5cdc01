import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createMemoryStore } from '@riftline/ledger'
import { type App, createLifecycle, defaultConfig, type Lifecycle, listen, shutDown } from '@riftline/server'
import { afterEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { until } from '../support/server.ts'
import { open, parseResponses } from '../support/server-raw.ts'

// The answer is far larger than the buffers of both ends, so that most of it waits in the process.
const large = 'x'.repeat(16_000_000)
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`

let server: Server
afterEach(() => server.closeAllConnections())

const answerAll: App = (request, response) => {
  response.end(request.url === '/large' ? large : 'short')
}

async function start(app: App = answerAll): Promise<number> {
  const clock = createManualClock()
  const config = { ...defaultConfig, port: 0, headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 }
  const listening = await listen({ app, config, clock, randomBytes })
  server = listening.server
  return listening.port
}

/** Shuts down. The test ends the waits for idle connections and for the drain. */
function leave(lifecycle: Lifecycle = createLifecycle()) {
  const clock = createManualClock()
  const credits = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
  const ends: (() => void)[] = []
  const wait = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
  const config = { drainDelayMs: 0, drainMs: 8000 }
  let isClosing = false
  const beforeClose = async (): Promise<void> => {
    isClosing = true
  }
  const left = shutDown({ server, credits, lifecycle, config, wait, beforeClose })
  const [patience = () => {}, idle = () => {}] = ends
  return { left, patience, idle, isClosing: () => isClosing }
}

function read(socket: Socket): () => Buffer {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume()
  return () => Buffer.concat(chunks)
}

/** Opens a connection whose answer has ended but is still unread. */
async function withUnreadAnswer(port: number, requests: string): Promise<Socket> {
  const socket = await open(port)
  socket.pause()
  const asked = once(server, 'request')
  socket.write(requests)
  await asked
  return socket
}

describe('a server that leaves', () => {
  it.runIf(runsAll).each([
    ['one large answer', get('/large'), [large]],
    ['answers behind a large one', get('/large') + get('/short').repeat(3), [large, 'short', 'short', 'short']],
  ])(
    'a server that leaves sends %s to its end to a slow reader, then closes the connection',
    async (_name, requests, bodies) => {
      const socket = await withUnreadAnswer(await start(), requests)
      const { left, idle } = leave()
      idle()
      await new Promise((resolve) => setImmediate(resolve))
      const received = read(socket)
      await once(socket, 'close')
      expect(parseResponses(received()).map(({ body }) => body.length)).toEqual(bodies.map(({ length }) => length))
      await left
    },
  )

  it('a server that leaves closes idle connections without waiting for a slow reader', async () => {
    const port = await start()
    const slow = await withUnreadAnswer(port, get('/large'))
    const [fresh, used] = [await open(port), await open(port)]
    const received = read(used)
    used.write(get('/short'))
    await until(() => parseResponses(received()).length === 1)
    const closed = Promise.all([once(fresh.resume(), 'close'), once(used, 'close')])
    const { left, idle } = leave()
    idle()
    await closed
    expect(slow.destroyed).toBe(false)
    slow.destroy()
    await left
  })

  it('a server that leaves waits for a slow reader no longer than the drain time', async () => {
    const socket = await withUnreadAnswer(await start(), get('/large'))
    const { left, idle, patience } = leave()
    idle()
    patience()
    await left
    const received = read(socket.on('error', () => {}))
    await once(socket, 'close')
    expect(parseResponses(received())).toEqual([])
  })

  it('a server that leaves waits for an answer that has not begun yet', async () => {
    let answer = () => {}
    const socket = await withUnreadAnswer(
      await start((_request, response) => (answer = () => response.end('late'))),
      get('/'),
    )
    const { left, idle } = leave()
    idle()
    await new Promise((resolve) => setImmediate(resolve))
    answer()
    const received = read(socket)
    await once(socket, 'close')
    expect(parseResponses(received()).map(({ body }) => body)).toEqual(['late'])
    await left
  })

  it('a server that leaves closes its ledger only after the calls whose callers have gone', async () => {
    const lifecycle = createLifecycle()
    const socket = await withUnreadAnswer(await start(() => lifecycle.begin()), get('/'))
    // A FIN alone would not be enough: a client that stopped sending may still read.
    socket.resetAndDestroy()
    const { left, idle, isClosing } = leave(lifecycle)
    idle()
    await once(server, 'close')
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosing()).toBe(false)
    lifecycle.end()
    await left
    expect(isClosing()).toBe(true)
  })

  it('a server that leaves answers a caller that sent a FIN, and closes its ledger after the call', async () => {
    const lifecycle = createLifecycle()
    let answer = () => {}
    const port = await start((_request, response) => {
      lifecycle.begin()
      answer = () => response.end('late')
    })
    const socket = await withUnreadAnswer(port, get('/'))
    const ended = once(socket.end(), 'finish')
    const closed = once(server, 'close')
    const { left, idle, isClosing } = leave(lifecycle)
    idle()
    await ended
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosing()).toBe(false)
    answer()
    const received = read(socket)
    await once(socket, 'close')
    expect(parseResponses(received()).map(({ body }) => body)).toEqual(['late'])
    await closed
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosing()).toBe(false)
    lifecycle.end()
    await left
    expect(isClosing()).toBe(true)
  })

  it('a server that leaves waits for a caller that sent a FIN until the drain time, then for its call', async () => {
    const lifecycle = createLifecycle()
    const socket = await withUnreadAnswer(await start(() => lifecycle.begin()), get('/'))
    socket.destroy()
    const { left, idle, patience, isClosing } = leave(lifecycle)
    idle()
    patience()
    await once(server, 'close')
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosing()).toBe(false)
    lifecycle.end()
    await left
    expect(isClosing()).toBe(true)
  })
})
