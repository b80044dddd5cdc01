import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { amount, runsAll } from '../support/amount.ts'
import { send, startServer, type TestServer, type TestServerOptions, until } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { parseResponses } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

/** A connection from one of this machine's many addresses, with the bytes that it received. */
interface Client {
  readonly socket: Socket
  received(): Buffer
  readonly closed: Promise<unknown>
}

async function openFrom(localAddress: string, port: number = server.port): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([once(socket, 'connect'), closed])
  return { socket, received: () => received, closed }
}

const answers = ({ received }: Client) => parseResponses(received())
const health = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n'
const numbered = (index: number) => `GET /v1/teams?n${index}=1 HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\n\r\n`
const body = JSON.stringify(matchBody)
const post = (text = body) =>
  `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`

/** A store whose captures and balances end only when the gate is opened. Every other answer to a key needs a balance. */
function gatedStore(gate: { open: Promise<void> }): NonNullable<TestServerOptions['credits']> {
  return (clock): CreditStore => {
    const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
    const { balance, capture } = store
    return Object.assign(store, {
      capture: async (...args: Parameters<typeof capture>) => {
        const left = await capture.apply(store, args)
        await gate.open
        return left
      },
      balance: async (accountId: string) => {
        await gate.open
        return balance.call(store, accountId)
      },
    })
  }
}

async function startGated(options: TestServerOptions = {}) {
  let open = () => {}
  const gate = { open: new Promise<void>((resolve) => (open = resolve)) }
  let seen = 0
  const onRequest = () => {
    seen += 1
  }
  server = await startServer({ credits: gatedStore(gate), onRequest, config: { ratePerMinute: 10_000 }, ...options })
  return { open, seen: () => seen }
}

/** Waits until all bytes sent so far have been read, if the server reads them at all. */
async function letOthersIn(): Promise<void> {
  for (let calls = 0; calls < 20; calls++) {
    expect((await send(server, 'GET', '/healthz', { key: null })).status).toBe(200)
  }
}

describe('a connection with many unanswered requests', () => {
  it('a connection is not read on from the 32nd unanswered request until one of them is answered', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    client.socket.write(Array.from({ length: 32 }, (_, index) => numbered(index)).join(''))
    await until(() => seen() === 32)
    client.socket.write(Array.from({ length: 60 }, (_, index) => numbered(32 + index)).join(''))
    await letOthersIn()
    expect(seen()).toBe(32 + 20)
    open()
    await until(() => answers(client).length === 92)
    expect(answers(client).map(({ body: text }) => JSON.parse(text).message)).toEqual(
      Array.from({ length: 92 }, (_, index) => `n${index}: unknown parameter`),
    )
    client.socket.destroy()
  })

  it('a connection with many unanswered requests is paused again and again while answers are slow', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    client.socket.write(Array.from({ length: 40 }, (_, index) => numbered(index)).join(''))
    await until(() => seen() === 40)
    for (let packet = 0; packet < 5; packet++) {
      client.socket.write(numbered(40 + packet).repeat(10))
      await letOthersIn()
    }
    expect(seen()).toBe(40 + 100)
    open()
    await until(() => answers(client).length === 90)
    client.socket.destroy()
  })

  it('a connection is also paused when it was about to resume behind a long unread body', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    const last = post()
    const unread = post(' '.repeat(40_000)).replace('/v1/predict', '/v1/nothing')
    client.socket.write(unread + numbered(0).repeat(30) + last.slice(0, -10))
    await until(() => seen() === 32)
    client.socket.write(last.slice(-10) + numbered(1).repeat(50))
    await letOthersIn()
    expect(seen()).toBe(32 + 20)
    open()
    await until(() => answers(client).length === 82)
    client.socket.destroy()
  })

  it('the body of the last request is read once the requests before it are answered', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    const whole = post(`${body}${' '.repeat(50_000)}`)
    client.socket.write(numbered(0).repeat(31) + whole.slice(0, -30_000))
    await until(() => seen() === 32)
    client.socket.write(whole.slice(-30_000))
    client.socket.write(numbered(1).repeat(50))
    await letOthersIn()
    open()
    await until(() => answers(client).length === 82)
    expect(answers(client).map(({ status }) => status)).toEqual([...Array(31).fill(400), 200, ...Array(50).fill(400)])
    client.socket.destroy()
  })

  it('a connection is closed at the 129th unanswered request, and only the eight calls begun before are logged', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    client.socket.write(numbered(0).repeat(128) + numbered(1).repeat(500))
    await Promise.race([client.closed, until(() => seen() > 128)])
    open()
    await until(() => server.lifecycle.inFlight === 0)
    expect(seen()).toBe(8)
    expect(client.received().length).toBe(0)
    const lines = server.log.filter(({ event }) => event === 'request')
    expect(lines.map(({ status }) => status)).toEqual(Array(8).fill(null))
    expect(server.log.length).toBe(8)
    expect(server.metrics()).toContain('connections_dropped_total{reason="pipeline"} 1\n')
    expect(server.metrics()).toContain(
      'http_server_request_duration_seconds_count{method="GET",route="/v1/teams",status="none"} 8\n',
    )
  })

  it('calls whose answers were not received are free', async () => {
    const { open, seen } = await startGated()
    const client = await openFrom('127.0.0.1')
    client.socket.write(post().repeat(5) + numbered(0).repeat(124))
    await client.closed
    open()
    await until(() => server.lifecycle.inFlight === 0)
    expect(seen()).toBe(8)
    await until(async () => (await server.balance()) === 20)
    expect((await server.credits.usage(server.accountId)).calls).toEqual([])
  })

  it('other connections are served before the last requests of a long pipeline run', async () => {
    const ports: (number | undefined)[] = []
    server = await startServer({ onRequest: ({ socket }) => ports.push(socket.remotePort) })
    const [many, one] = [await openFrom('127.0.0.1'), await openFrom('127.0.0.1')]
    many.socket.write(health.repeat(128))
    one.socket.write(health)
    await until(() => answers(many).length === 128 && answers(one).length === 1)
    expect(ports.indexOf(one.socket.localPort)).toBeLessThan(64)
    expect(ports.filter((port) => port === many.socket.localPort).length).toBe(128)
    many.socket.destroy()
    one.socket.destroy()
  })

  it.each([
    ['in one packet', (client: Client, text: string) => void client.socket.end(text)],
    ['a moment later', (client: Client, text: string) => client.socket.write(text, () => client.socket.end())],
  ])(
    'a connection that ends %s gets all answers, also those of requests that waited for their turn',
    async (_name, sendAll) => {
      let seen = 0
      server = await startServer({ onRequest: () => (seen += 1) })
      const client = await openFrom('127.0.0.1')
      sendAll(client, numbered(0).repeat(20) + health.repeat(100))
      await client.closed
      expect(answers(client).map(({ status }) => status)).toEqual([...Array(20).fill(400), ...Array(100).fill(200)])
      expect(seen).toBe(120)
    },
  )

  it('invalid HTTP after a packet of requests is refused behind their answers', async () => {
    let seen = 0
    server = await startServer({ onRequest: () => (seen += 1) })
    const client = await openFrom('127.0.0.1')
    client.socket.write(health.repeat(60))
    await until(() => seen > 0)
    client.socket.write('no HTTP\r\n\r\n')
    await client.closed
    expect(answers(client).map(({ status }) => status)).toEqual([...Array(60).fill(200), 400])
  })

  it.each([2, 60])('invalid HTTP in one packet with %i requests is refused, and they get no answers', async (count) => {
    server = await startServer()
    const client = await openFrom('127.0.0.1')
    client.socket.write(`${health.repeat(count)}no HTTP\r\n\r\n`)
    await client.closed
    expect(answers(client).map(({ status }) => status)).toEqual([400])
  })

  it('a connection that stops sending gets all its answers, however slow and many they are', async () => {
    const { open, seen } = await startGated({ topUp: 100 })
    const client = await openFrom('127.0.0.1')
    client.socket.end(post().repeat(12))
    await until(() => seen() === 12)
    open()
    await client.closed
    expect(answers(client).map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await server.balance()).toBe(120 - 24)
  })

  it.runIf(runsAll)('a connection that awaits its answers may bring thousands of requests', async () => {
    server = await startServer({ config: { ratePerMinute: 10_000 } })
    const client = await openFrom('127.0.0.1')
    for (let sent = 0; sent < 2000; sent += 100) {
      client.socket.write(Array.from({ length: 100 }, (_, index) => numbered(sent + index)).join(''))
      await until(() => answers(client).length === sent + 100)
    }
    expect(answers(client).map(({ body: text }) => JSON.parse(text).message)).toEqual(
      Array.from({ length: 2000 }, (_, index) => `n${index}: unknown parameter`),
    )
    client.socket.destroy()
  })
})

it('generated pipelines, cut into packets anywhere, are answered in order, also by a slow store', async () => {
  const gate = { open: Promise.resolve() }
  server = await startServer({
    credits: gatedStore(gate),
    topUp: 1_000_000,
    config: { ratePerMinute: 10_000_000, freeCredits: 0 },
  })
  const kinds = {
    health: () => health,
    refused: (index: number) => numbered(index),
    call: () => post(),
    long: () => post(`${body}${' '.repeat(20_000)}`),
    continued: () => post().replace('Host: h\r\n', 'Host: h\r\nExpect: 100-continue\r\n'),
  }
  const status = { health: 200, refused: 400, call: 200, long: 200, continued: 200 }
  const kind = fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[]))
  const pipelines = fc.record({
    requests: fc.array(kind, { minLength: 1, maxLength: 100 }),
    cuts: fc.array(fc.nat(500_000), { maxLength: 12 }),
    slow: fc.boolean(),
  })
  const property = fc.asyncProperty(pipelines, async ({ requests, cuts, slow }) => {
    let open = () => {}
    if (slow) gate.open = new Promise((resolve) => (open = resolve))
    const bytes = requests.map((name, index) => kinds[name](index)).join('')
    const client = await openFrom('127.0.0.1')
    const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b)
    for (const [index, end] of [...places, bytes.length].entries()) {
      client.socket.write(bytes.slice(index === 0 ? 0 : places[index - 1], end))
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
    }
    open()
    const whole = () => answers(client).filter(({ status: each }) => each !== 100)
    await until(() => whole().length === requests.length || client.socket.destroyed)
    expect(whole().map(({ status: each }) => each)).toEqual(requests.map((name) => status[name]))
    client.socket.destroy()
  })
  await fc.assert(property, { numRuns: amount(6, 60) })
}, 300_000)

/** Sends so many requests in one packet that the server closes the connection. */
async function flood(localAddress: string): Promise<void> {
  const client = await openFrom(localAddress)
  client.socket.write(health.repeat(200))
  await client.closed
}

const isServed = async (localAddress: string): Promise<boolean> => {
  const client = await openFrom(localAddress)
  client.socket.write(health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  await client.closed
  return client.received().length > 0
}

describe('a network whose connections pipeline without bound', () => {
  it('a network is shut out for a minute at its fourth connection in a minute that pipelines without bound', async () => {
    server = await startServer()
    const own = await openFrom('127.0.0.2')
    const other = await openFrom('127.0.0.3')
    for (let count = 0; count < 3; count++) await flood('127.0.0.2')
    expect(own.socket.destroyed).toBe(false)
    expect(await isServed('127.0.0.2')).toBe(true)
    await flood('127.0.0.2')
    await own.closed
    expect(await isServed('127.0.0.2')).toBe(false)
    expect(await isServed('127.0.0.3')).toBe(true)
    server.clock.advance(59_999)
    expect(await isServed('127.0.0.2')).toBe(false)
    server.clock.advance(1)
    expect(await isServed('127.0.0.2')).toBe(true)
    expect(other.socket.destroyed).toBe(false)
    other.socket.destroy()
    expect(server.log.filter(({ event }) => event === 'network_shut_out')).toEqual([
      {
        level: 'warn',
        event: 'network_shut_out',
        reason: 'pipeline',
        network: '127.0.0.2',
        connections: 1,
        seconds: 60,
      },
    ])
    expect(server.metrics()).toContain('connections_dropped_total{reason="pipeline"} 4\n')
    expect(server.metrics()).toContain('connections_dropped_total{reason="network"} 3\n')
  })

  it('a network is not shut out if the fourth such connection comes later', async () => {
    server = await startServer()
    for (let count = 0; count < 3; count++) await flood('127.0.0.2')
    server.clock.advance(60_000)
    for (let count = 0; count < 3; count++) await flood('127.0.0.2')
    expect(await isServed('127.0.0.2')).toBe(true)
  })

  it('a trusted proxy is never shut out', async () => {
    server = await startServer({ config: { trustedProxies: ['127.0.0.2'] } })
    for (let count = 0; count < 8; count++) await flood('127.0.0.2')
    expect(await isServed('127.0.0.2')).toBe(true)
    expect(server.metrics()).toContain('connections_dropped_total{reason="pipeline"} 8\n')
  })
})
