import { randomBytes } from 'node:crypto'
import { type App, defaultConfig, listen } from '@riftline/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { until } from '../support/server.ts'
import { open } from '../support/server-raw.ts'

const mebibyte = 'a'.repeat(1 << 20)
const request = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'

/** Opens a port whose app answers each request with a mebibyte. */
async function openPort(answer: (response: Parameters<App>[1]) => void) {
  const clock = createManualClock()
  let seen = 0
  const app: App = (_request, response) => {
    seen += 1
    answer(response)
  }
  const { server, port } = await listen({ app, clock, randomBytes, config: { ...defaultConfig, port: 0 } })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ended = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  return { clock, port, seen: () => seen, ended }
}

/** Waits until many turns have passed without a new request. */
async function rest(seen: () => number): Promise<void> {
  let before = -1
  for (let turns = 0; turns < 50; turns++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (seen() !== before) turns = 0
    before = seen()
  }
}

const answers: readonly (readonly [how: string, answer: (response: Parameters<App>[1]) => void])[] = [
  ['with a length', (response) => response.writeHead(200, { 'Content-Length': mebibyte.length }).end(mebibyte)],
  ['in pieces', (response) => void (response.write(mebibyte) || response.end())],
  ['a moment later', (response) => void setImmediate(() => response.end(mebibyte))],
]

describe.each(answers.slice(0, amount(1, 3)))('unread answers %s', (_how, answer) => {
  it.runIf(runsAll)('the next requests of their connection wait until the answers are read, on any port', async () => {
    const { port, seen } = await openPort(answer)
    const socket = await open(port)
    socket.pause()
    socket.write(request.repeat(70))
    await until(() => seen() > 0)
    await rest(seen)
    expect(seen()).toBeLessThan(64)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    socket.resume()
    await until(() => bytes > 70 * mebibyte.length)
    expect(seen()).toBe(70)
    socket.destroy()
  })

  it('the connection of unread answers ends after 30 s, on any port', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { port, seen, clock, ended } = await openPort(answer)
    const socket = await open(port)
    socket.pause()
    socket.write(request.repeat(64))
    await until(() => seen() > 0)
    await rest(seen)
    clock.advance(30_000)
    vi.advanceTimersByTime(1000)
    await ended
    expect(seen()).toBeLessThan(64)
    socket.destroy()
  })
})
