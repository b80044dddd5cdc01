import { afterEach, describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { send, startServer, type TestServer, until } from '../../support/server.ts'
import { catalogue, matchBody } from '../../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../../support/server-predictor.ts'
import { open, parseResponses, readToEnd } from '../../support/server-raw.ts'
import { body, expectTimeout, headOf, lineCases, storeThatWaits, wholeOf } from './line-cases.ts'

let server: TestServer
afterEach(() => server.close())

const statuses = (answer: string) => parseResponses(Buffer.from(answer)).map(({ status }) => status)

/** Expects that nothing was charged, that nothing stays held, and that the server answers. */
async function expectAllGivenBack(): Promise<void> {
  await until(async () => (await server.balance()) === 20)
  const call = {
    requestId: 'r',
    accountId: server.accountId,
    operation: 'predict',
    model: null,
    keyId: null,
    credits: 20,
  } as const
  const held = await server.credits.hold(call)
  expect(held.kind).toBe('held')
  if (held.kind === 'held') server.credits.voidHold(held.hold)
  expect((await send(server, 'GET', '/v1/usage')).status).toBe(200)
}

describe('broken requests on a raw socket', () => {
  // Cases with hundreds of connections or thousands of requests.
  const isLarge = (name: string): boolean => /\d00 connections|,\d{3} requests/.test(name)
  const cases = Object.entries(lineCases).filter(([name]) => runsAll || !isLarge(name))
  it.each(cases)('a broken request costs nothing and does no harm: %s', async (_name, { options, run }) => {
    server = await startServer(options)
    await run(server)
    await expectAllGivenBack()
  })
})

describe('an answer behind one that closes the connection', () => {
  it('an answer behind one that closes the connection is not charged', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.write(
      `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Length: 1\r\n\r\nx${wholeOf(server)}`,
    )
    expect(statuses(await readToEnd(socket))).toEqual([415])
    await expectAllGivenBack()
  })

  it('an answer behind a request that asked to close is not charged', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.write(`GET /v1/teams HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nConnection: close\r\n\r\n`)
    socket.write(wholeOf(server))
    expect(statuses(await readToEnd(socket)).length).toBe(1)
    await expectAllGivenBack()
  })
})

describe('garbage on the line while an answer is pending', () => {
  it('garbage on the line before the head of a pending answer is 400, and the call is not charged', async () => {
    let capturing = false
    const note = async () => {
      capturing = true
    }
    server = await startServer({ credits: storeThatWaits(note) })
    const socket = await open(server.port)
    const answer = readToEnd(socket)
    socket.write(wholeOf(server))
    await until(() => capturing)
    socket.write('garbage\r\n\r\n')
    expect(statuses(await answer)).toEqual([400])
    await expectAllGivenBack()
  })

  it('garbage behind the head of an answer ends the connection, so that the answer is cut off and not corrupted', async () => {
    const blueTeam = { id: 1, name: 'more than the kernel takes '.repeat(600_000) }
    const forecast: typeof fakeForecast = (matchup) => ({ ...fakeForecast(matchup), blueTeam })
    server = await startServer({ predictor: createFakePredictor(catalogue, forecast) })
    const socket = await open(server.port)
    socket.pause()
    socket.write(wholeOf(server))
    await until(() => socket.readableLength > 0 || socket.bytesRead > 0)
    socket.write('garbage\r\n\r\n')
    await until(() => server.log.some(({ event, status }) => event === 'request' && status === null))
    const answer = await readToEnd(socket.resume())
    expect(answer.match(/HTTP\/1\.1/g)?.length).toBe(1)
    await expectAllGivenBack()
  })
})

describe('slow and half-closed clients', () => {
  it('a body that trickles behind 100 Continue is 408', async () => {
    server = await startServer({ config: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    const socket = await open(server.port)
    socket.write(`${headOf(server)}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`)
    let closed = false
    const reading = readToEnd(socket).finally(() => {
      closed = true
    })
    while (!closed) {
      if (socket.writable) socket.write(' ')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const answer = await reading
    expect(answer.startsWith('HTTP/1.1 100 Continue\r\n\r\n')).toBe(true)
    expectTimeout(answer.slice(answer.indexOf('HTTP/1.1 408')))
    await expectAllGivenBack()
  })

  it('a declared body of 70,000 bytes is refused while the client keeps sending', async () => {
    server = await startServer()
    const socket = await open(server.port)
    const answer = readToEnd(socket)
    socket.write(`${headOf(server)}Content-Length: 70000\r\n\r\n`)
    const timer = setInterval(() => socket.writable && socket.write('x'.repeat(1000)), 5)
    expect(statuses(await answer)).toEqual([413])
    clearInterval(timer)
    await expectAllGivenBack()
  })

  it('a connection half-closed without a request is closed without bytes', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.end()
    expect(await readToEnd(socket)).toBe('')
    await expectAllGivenBack()
  })

  it('a connection half-closed within a request line is closed without bytes', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.end('GET /v1/te')
    expect(statuses(await readToEnd(socket)).every((status) => status === 400)).toBe(true)
    await expectAllGivenBack()
  })
})

describe('a client that resets its connection', () => {
  it.each([
    ['CONNECT', () => 'CONNECT a:80 HTTP/1.1\r\nHost: h\r\n\r\n'],
    ['garbage', () => 'garbage\r\n\r\n'],
    ['an unknown expectation', () => 'GET /v1/teams HTTP/1.1\r\nHost: h\r\nExpect: 999\r\n\r\n'],
    ['a body that is too long', () => `${headOf(server)}Content-Length: 70000\r\n\r\n${'x'.repeat(40_000)}`],
    ['a pipeline', () => wholeOf(server).repeat(5)],
    ['CONNECT behind a call', () => `${wholeOf(server)}CONNECT a:80 HTTP/1.1\r\nHost: h\r\n\r\n`],
  ])('a client that resets its connection behind %s does no harm', async (_name, bytes) => {
    server = await startServer({ config: { ratePerMinute: 10_000 }, topUp: 10_000 })
    for (let turns = 0; turns < amount(16, 40); turns++) {
      const socket = await open(server.port)
      socket.on('error', () => {})
      socket.write(bytes())
      for (let turn = 0; turn < turns % 8; turn++) await new Promise((resolve) => setImmediate(resolve))
      // These further bytes make the server write into a connection that is gone.
      socket.write('x'.repeat(100))
      socket.resetAndDestroy()
    }
    await until(() => server.lifecycle.inFlight === 0)
    expect((await send(server, 'GET', '/v1/usage')).status).toBe(200)
  })

  it('a reset before the answer to CONNECT ends that connection only', async () => {
    server = await startServer()
    const socket = await open(server.port)
    socket.on('error', () => {})
    socket.write('CONNECT a:80 HTTP/1.1\r\nHost: h\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.resetAndDestroy()
    expect((await send(server, 'GET', '/v1/usage')).status).toBe(200)
  })
})

describe('many connections and requests at once', () => {
  it('connections over the limit, in all or for one address, are closed without an answer', async () => {
    for (const config of [{ maxConnections: 2 }, { maxConnectionsPerAddress: 2 }]) {
      server = await startServer({ config })
      const kept = [await open(server.port), await open(server.port)]
      const refused = await Promise.all([1, 2, 3].map(async () => readToEnd(await open(server.port))))
      expect(refused).toEqual(['', '', ''])
      for (const socket of kept) socket.destroy()
      await until(async () => (await send(server, 'GET', '/v1/usage').catch(() => null))?.status === 200)
      await server.close()
    }
    server = await startServer()
  })

  it('the cap of one address does not apply to a trusted proxy', async () => {
    server = await startServer({ config: { maxConnectionsPerAddress: 1, trustedProxies: ['127.0.0.0/8'] } })
    const sockets = await Promise.all([1, 2, 3].map(() => open(server.port)))
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
    for (const answer of await Promise.all(sockets.map(readToEnd))) expect(answer).toContain('200 OK')
  })

  it('100 small pipelined requests are answered in order', async () => {
    server = await startServer({ config: { ratePerMinute: 10_000 } })
    const socket = await open(server.port)
    const lines = `HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\n`
    const answer = readToEnd(socket)
    socket.write(Array.from({ length: 100 }, (_, index) => `GET /v1/teams?n${index}=1 ${lines}\r\n`).join(''))
    socket.write(`GET /v1/usage ${lines}Connection: close\r\n\r\n`)
    const bodies = parseResponses(Buffer.from(await answer)).map((response) => JSON.parse(response.body))
    expect(bodies.slice(0, 100).map(({ message }) => message)).toEqual(
      Array.from({ length: 100 }, (_, index) => `n${index}: unknown parameter`),
    )
    expect(bodies[100].creditsRemaining).toBe(20)
  })

  it('after a storm of resets, exactly the delivered calls are charged', async () => {
    server = await startServer({ credits: storeThatWaits(), topUp: 1000, config: { ratePerMinute: 10_000 } })
    const calls = Array.from({ length: amount(120, 300) }, async (_, index) => {
      const socket = await open(server.port)
      socket.on('error', () => {})
      socket.write(wholeOf(server))
      for (let turns = 0; turns < index % 60; turns++) await new Promise((resolve) => setImmediate(resolve))
      socket.resetAndDestroy()
    })
    await Promise.all(calls)
    const lines = () => server.log.filter(({ event }) => event === 'request')
    await until(() => server.lifecycle.inFlight === 0)
    await until(async () => {
      const charged = lines().reduce((sum, { credits }) => sum + Number(credits), 0)
      const { calls: kept } = await server.credits.usage(server.accountId)
      return 1020 - (await server.balance()) === charged && (kept[0]?.credits ?? 0) === charged
    })
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
  })
})
