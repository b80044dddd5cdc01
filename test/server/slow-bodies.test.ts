import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { createMemoryStore } from '@riftline/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { createBodies, type IncomingBody } from '#server/http/defence/bodies.ts'
import { runsAll } from '../support/amount.ts'
import { send, startServer, type TestServer, until } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { open, parseResponses, readToEnd } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server?.close())

const body = JSON.stringify(matchBody)
const headOf = (key: string, lines = '') =>
  `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n${lines}Content-Length: ${body.length}\r\n\r\n`

/** Adds a caller with their own account. */
async function addCaller(name = 'other') {
  const { id } = await server.credits.createAccount(name)
  const { key } = await server.addKey(id)
  return { accountId: id, key }
}

/** Starts `count` calls whose bodies lack the last byte. */
async function startBodies(count: number, keys: readonly string[] = [server.key]): Promise<readonly Socket[]> {
  const before = server.lifecycle.inFlight
  const sockets = await Promise.all(Array.from({ length: count }, () => open(server.port)))
  for (const [index, socket] of sockets.entries()) {
    socket.write(headOf(keys[index % keys.length] ?? '') + body.slice(0, -1))
  }
  await until(() => server.lifecycle.inFlight === before + count)
  return sockets
}

const statusOf = async (socket: Socket) =>
  parseResponses(Buffer.from(await readToEnd(socket))).map(({ status }) => status)

describe('bodies that do not end', () => {
  it('bodies that do not end are no calls in flight, so that other calls are answered', async () => {
    server = await startServer({ config: { maxInFlight: 2 } })
    await startBodies(40)
    const other = await addCaller()
    expect((await send(server, 'POST', '/v1/predict', { key: other.key, body: matchBody })).status).toBe(200)
    expect((await send(server, 'GET', '/v1/teams')).status).toBe(200)
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
  })

  it.runIf(runsAll)('an account may have 64 bodies that do not end, over all its keys', async () => {
    server = await startServer({ config: { ratePerMinute: 1000 } })
    const keys = await Promise.all(Array.from({ length: 6 }, () => server.addKey()))
    const sockets = await startBodies(
      64,
      keys.map(({ key }) => key),
    )
    const surplus = await open(server.port)
    surplus.write(headOf(server.key, 'Expect: 100-continue\r\n'))
    const [refusal] = parseResponses(Buffer.from(await readToEnd(surplus)))
    expect(refusal).toMatchObject({ status: 503, body: '{"error":"overloaded","message":"try again"}' })
    expect(refusal?.headers.get('retry-after')).toBe('1')
    expect(refusal?.headers.get('connection')).toBe('close')
    const other = await addCaller()
    expect((await send(server, 'POST', '/v1/predict', { key: other.key, body: matchBody })).status).toBe(200)

    sockets[0]!.end(body.slice(-1))
    await readToEnd(sockets[0]!)
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status, 'one has ended').toBe(200)
    sockets[1]!.destroy()
    await until(() => server.lifecycle.inFlight === 62)
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status, 'one was given up').toBe(200)
  })

  it('bodies that do not end get 408 and cost nothing', async () => {
    server = await startServer({ config: { requestTimeoutMs: 200, headersTimeoutMs: 200 } })
    const sockets = await startBodies(64)
    for (const statuses of await Promise.all(sockets.map(statusOf))) expect(statuses).toEqual([408])
    expect(await server.balance()).toBe(20)
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
  })

  it('an account with 64 bodies that do not end can still call with a body in the packet of its head', async () => {
    server = await startServer({ config: { ratePerMinute: 1000 } })
    await startBodies(64)
    const socket = await open(server.port)
    socket.write(headOf(server.key, 'Connection: close\r\n') + body)
    expect(await statusOf(socket)).toEqual([200])
  })

  it('any number of bodies that came in full in one packet is answered', async () => {
    server = await startServer({ topUp: 1000, config: { ratePerMinute: 1000 } })
    const socket = await open(server.port)
    socket.write((headOf(server.key) + body).repeat(100))
    socket.write(`GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)
    expect(await statusOf(socket)).toEqual(Array(101).fill(200))
  })
})

describe('calls in flight', () => {
  /** Starts a server whose captures wait until the test releases them. */
  async function startWaiting(maxInFlight: number) {
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    let waiting = 0
    server = await startServer({
      config: { maxInFlight },
      credits: (clock) => {
        const store = createMemoryStore({ clock, randomBytes, freeCredits: 20 })
        const { capture } = store
        return Object.assign(store, {
          capture: async (...args: Parameters<typeof capture>) => {
            waiting += 1
            await gate
            return capture.apply(store, args)
          },
        })
      },
    })
    const call = (key = server.key) => send(server, 'POST', '/v1/predict', { key, body: matchBody })
    return { call, letGo, waiting: () => waiting }
  }

  it('calls in flight are limited for all accounts together, and to half of that for one account', async () => {
    const { call, letGo, waiting } = await startWaiting(5)
    const [second, third] = [await addCaller('second'), await addCaller('third')]
    const answered = [call(), call()]
    await until(() => waiting() === 2)
    expect((await call()).json).toEqual({ error: 'overloaded', message: 'try again' })
    expect((await send(server, 'GET', '/v1/teams')).status).toBe(503)
    expect((await send(server, 'GET', '/v1/teams', { key: second.key })).status).toBe(200)
    answered.push(call(second.key), call(second.key), call(third.key))
    await until(() => waiting() === 5)
    expect((await call(third.key)).status).toBe(503)
    letGo()
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await call()).status).toBe(200)
  })

  it('a call counts as in flight until its answer leaves, whatever its status', async () => {
    server = await startServer({ config: { maxInFlight: 1 } })
    for (const path of ['/v1/teams', '/v1/teams?x=1', '/v1/teams/1', '/v1/odds', '/v1/usage']) {
      await send(server, 'GET', path)
      expect((await send(server, 'GET', '/v1/usage')).status, path).toBe(200)
    }
    expect((await send(server, 'POST', '/v1/predict', { body: 'no JSON' })).status).toBe(400)
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).status).toBe(200)
  })
})

describe('the limit of 4,096 bodies in all', () => {
  interface Fake extends IncomingBody {
    readonly refused: string[]
  }

  function bodyOf(accountId: string, complete = false): Fake {
    const refused: string[] = []
    return { accountId, request: { complete }, refused, refuse: () => refused.push('overloaded') }
  }

  /** Fills the limit: 63 accounts with 64 bodies, one with 32, and 32 with one. */
  function fill() {
    const bodies = createBodies()
    const begun: Fake[] = []
    const begin = (accountId: string, count: number) => {
      for (let index = 0; index < count; index++) {
        const made = bodyOf(accountId)
        bodies.begin(made)
        begun.push(made)
      }
    }
    for (let account = 0; account < 63; account++) begin(`large ${account}`, 64)
    begin('middle', 32)
    for (let account = 0; account < 32; account++) begin(`small ${account}`, 1)
    return { bodies, begun }
  }

  it('at 4,096 bodies the account with the most loses its oldest one to an account with fewer', () => {
    const { bodies, begun } = fill()
    for (let account = 0; account < 63; account++) {
      bodies.begin(bodyOf(`new ${account}`))
      expect(begun.filter(({ refused }) => refused.length > 0).map(({ accountId }) => accountId)).toEqual(
        Array.from({ length: account + 1 }, (_, index) => `large ${index}`),
      )
    }
    expect(begun.filter(({ refused }) => refused.length > 0)).toEqual(
      begun.filter(({ accountId }, index) => index % 64 === 0 && accountId.startsWith('large')),
    )
    expect(begun[0]?.refused).toEqual(['overloaded'])
  })

  it('at 4,096 bodies an account is refused if none has more', () => {
    const bodies = createBodies()
    for (let account = 0; account < 4096; account++) bodies.begin(bodyOf(`account ${account}`))
    expect(bodies.begin(bodyOf('account 7'))).toBe(false)
    expect(bodies.begin(bodyOf('new'))).toBe(false)
  })

  it('at 4,096 bodies one place is free again when a body ends, even twice, or is complete', () => {
    const bodies = createBodies()
    const all = Array.from({ length: 4096 }, (_, account) => bodyOf(`account ${account}`, account === 9))
    for (const each of all) bodies.begin(each)
    bodies.begin(bodyOf('new'))
    bodies.end(all[9]!)
    expect(bodies.begin(bodyOf('newer'))).toBe(false)
    bodies.end(all[0]!)
    bodies.end(all[0]!)
    bodies.begin(bodyOf('newer'))
    expect(bodies.begin(bodyOf('newest'))).toBe(false)
  })
})
