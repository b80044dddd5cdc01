import { randomBytes } from 'node:crypto'
import { silentLog } from '@riftline/base/node'
import { type App, defaultConfig, giveWay, listen } from '@riftline/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAdmission } from '#server/http/admission.ts'
import { noMetrics } from '#server/observe/metrics.ts'
import { runsAll } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { send, startServer, until } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { open, readToEnd, sendRaw } from '../support/server-raw.ts'

const config = { ...defaultConfig, port: 0, trustedProxies: ['127.0.0.1'] }
const tools = { clock: createManualClock(), randomBytes, log: silentLog, metrics: noMetrics }

async function openPort(app: App): Promise<number> {
  const { server, port } = await listen({ ...tools, app, config })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return port
}

const get = (path: string, from = '198.51.100.1') =>
  `GET ${path} HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: ${from}\r\n\r\n`
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('a port that gives way', () => {
  it('a port that gives way refuses pages while the process is overloaded, but answers /healthz', async () => {
    const port = await openPort(
      giveWay({ ...tools, config, overload: () => true }, (_request, response) => void response.end('page')),
    )
    const { responses } = await sendRaw(port, get('/') + get('/healthz'), 2)
    expect(responses.map(({ status }) => status)).toEqual([503, 200])
    expect(JSON.parse(responses[0]!.body)).toMatchObject({ error: 'overloaded' })
    expect(responses[0]!.headers.get('retry-after')).toBe('1')
  })

  it('a port that gives way starts four requests in a turn, holds 64 of one network and refuses the next ones', async () => {
    const turns: number[] = []
    let inTurn = 0
    const page: App = (_request, response) => {
      if (inTurn === 0) {
        setImmediate(() => {
          turns.push(inTurn)
          inTurn = 0
        })
      }
      inTurn += 1
      response.end('page')
    }
    const way = giveWay({ ...tools, config, overload: () => false }, page)
    const sent: Parameters<App>[] = []
    const port = await openPort((...asked) => void sent.push(asked))
    const sockets = await Promise.all(Array.from({ length: 4 }, () => open(port)))
    const received = sockets.map((socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
      return () => statuses(Buffer.concat(chunks).toString())
    })
    for (const [index, socket] of sockets.entries()) {
      socket.write(get('/', `198.51.100.${index < 3 ? 1 : 2}`).repeat(30))
    }
    await until(() => sent.length === 120)
    for (const asked of sent) way(...asked)
    await until(() => received.every((answers) => answers().length === 30))
    for (const socket of sockets) socket.destroy()
    const answered = received.map((answers) => answers())
    const refused = answered.flat().filter((status) => status === 503)
    expect(refused.length).toBe(26)
    expect(answered[3]).toEqual(Array(30).fill(200))
    expect(Math.max(...turns)).toBe(4)
  })
})

describe('a flood of pages beside a paid call', () => {
  it('a paid call is answered, and charged once, while a flood of pages waits or is refused', async () => {
    let started = 0
    const way = giveWay({ ...tools, config, overload: () => false }, (_request, response) => {
      started += 1
      response.end('page')
    })
    const sent: Parameters<App>[] = []
    const port = await openPort((...asked) => void sent.push(asked))
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open(port)))
    for (const [index, socket] of sockets.entries()) {
      socket.resume()
      socket.write(get('/', `198.51.100.${index >> 1}`).repeat(32))
    }
    await until(() => sent.length === 320)
    // The whole flood comes right before the call. Four of its 320 pages start in each turn, and 64 are refused.
    let startedAtAnswer = Number.POSITIVE_INFINITY
    const server = await startServer({
      onRequest(_request, response) {
        for (const asked of sent) way(...asked)
        response.once('finish', () => {
          startedAtAnswer = started
        })
      },
    })
    onTestFinished(() => server.close())
    const called = await send(server, 'POST', '/v1/predict', { body: matchBody })
    expect([called.status, await server.balance()]).toEqual([200, 18])
    expect(startedAtAnswer).toBeLessThanOrEqual(64)
    await until(() => started >= 256)
    expect(started).toBe(256)
    for (const socket of sockets) socket.destroy()
  })
})

describe('bodies on a port of pages', () => {
  it.runIf(runsAll)(
    'the 65th unfinished body of a network is refused, and a body of another network is not',
    async () => {
      const admit = createAdmission({ ...tools, config })
      let seen = 0
      const page: App = (request, response) => {
        if (admit(request, response) === null) return
        seen += 1
        request.resume().once('end', () => response.end('taken'))
      }
      const port = await openPort(giveWay({ ...tools, config, overload: () => false }, page))
      const form = (from: string) =>
        `POST / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: ${from}\r\nContent-Length: 3\r\n\r\na=`
      const sockets = await Promise.all(Array.from({ length: 64 }, () => open(port)))
      for (const socket of sockets) socket.write(form('198.51.100.1'))
      await until(() => seen === 64)
      expect((await sendRaw(port, `${form('198.51.100.1')}b`)).responses[0]?.status).toBe(200)
      const refused = await open(port)
      const text = readToEnd(refused)
      refused.write(form('198.51.100.1'))
      expect(statuses(await text)).toEqual([503])
      expect((await sendRaw(port, `${form('198.51.100.2')}b`)).responses[0]?.status).toBe(200)
      for (const socket of sockets) socket.write('b')
      for (const socket of sockets) socket.destroy()
    },
  )
})
