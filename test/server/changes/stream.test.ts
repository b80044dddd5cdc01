import { createMemoryChangeStore } from '@riftline/changes'
import type { CreditStore } from '@riftline/ledger'
import { afterEach, expect, it } from 'vitest'
import { amount } from '../../support/amount.ts'
import { createPassingTimers, type PassingTimers } from '../../support/passing-timers.ts'
import { send, startServer, type TestServer, until } from '../../support/server.ts'
import { type EventReader, openStream } from './event-reader.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

interface Streaming {
  readonly server: TestServer
  readonly store: ReturnType<typeof createMemoryChangeStore>
  readonly timers: PassingTimers
  /** Writes changes, each in a batch of its own. */
  tell(count?: number, size?: number): Promise<void>
}

async function startStreaming(more: { readonly credits?: () => CreditStore } = {}): Promise<Streaming> {
  const store = createMemoryChangeStore()
  const timers = createPassingTimers()
  const server = await startServer({ changes: { store, timers }, config: { maxConnectionsPerAddress: 5000 }, ...more })
  open.push(server)
  let told = 0
  return {
    server,
    store,
    timers,
    async tell(count = 1, size = 1) {
      const batches = Array.from({ length: count }, () => {
        told += 1
        const fields = { seriesId: `s${told}`.padEnd(size, 'x') }
        const guard = { key: `told ${told}`, from: null, to: '1' }
        return { guard, marks: [], changes: [{ type: 'forecast.kept' as const, fields }] }
      })
      await store.append(batches)
    },
  }
}

const begun = (reader: EventReader): Promise<void> => until(() => reader.frames().length > 0)
const ids = (reader: EventReader): readonly string[] => reader.changes().map(({ seriesId }) => seriesId)

it('a stream states its place at once, then sends each change as an event', async () => {
  const { server, store, tell } = await startStreaming()
  const reader = openStream(server)
  await begun(reader)
  expect(reader.frames()).toEqual([{ retry: '3000', id: store.head() }])
  const lines = reader.head().split('\r\n')
  expect(lines[0]).toBe('HTTP/1.1 200 OK')
  expect(lines).toEqual(expect.arrayContaining(['Content-Type: text/event-stream', 'X-Accel-Buffering: no']))
  expect(lines).toEqual(
    expect.arrayContaining(['Cache-Control: no-store', 'X-Credits-Charged: 0', 'Connection: close']),
  )
  const begin = store.head()
  await tell()
  await until(() => reader.frames().length === 2)
  const { id, event, data = '' } = reader.frames()[1]!
  expect({ id, event }).toEqual({ id: store.head(), event: 'forecast.kept' })
  expect(JSON.parse(data)).toMatchObject({ seq: store.head(), type: 'forecast.kept', seriesId: 's1' })
  const page = await send(server, 'GET', `/v1/changes?since=${begin}`)
  expect(page.json).toEqual({ changes: [JSON.parse(data)], next: store.head() })
})

it('a stream that resumes, by Last-Event-ID or since, gets exactly what it missed, then what is new', async () => {
  const { server, store, tell } = await startStreaming()
  const begin = store.head()
  await tell(3)
  const byHeader = openStream(server, '/v1/stream?since=00000000000000-aaaaaa', [`Last-Event-ID: ${begin}`])
  const byQuery = openStream(server, `/v1/stream?since=${begin}`)
  await until(() => ids(byHeader).length === 3 && ids(byQuery).length === 3)
  await tell(2)
  await until(() => ids(byHeader).length === 5 && ids(byQuery).length === 5)
  expect(ids(byHeader)).toEqual(['s1', 's2', 's3', 's4', 's5'])
  expect(ids(byQuery)).toEqual(ids(byHeader))
})

it('a stream of some types gets no other', async () => {
  const { server, store, tell } = await startStreaming()
  const [all, none] = [openStream(server), openStream(server, '/v1/stream?types=odds.captured,odds.closed')]
  await Promise.all([begun(all), begun(none)])
  await tell(2)
  const fields = { source: 'p', esportsMatchId: 'm', team1Id: 1, team2Id: 2 }
  await store.append([
    { guard: { key: 'odds', from: null, to: '1' }, marks: [], changes: [{ type: 'odds.closed', fields }] },
  ])
  await until(() => all.changes().length === 3 && none.changes().length === 1)
  expect(none.changes()).toEqual(all.changes().slice(2))
})

it('a place that is not kept, or is of another store, gives gone, and the stream goes on from now', async () => {
  const { server, store, tell } = await startStreaming()
  await tell(2)
  const reader = openStream(server, '/v1/stream', ['Last-Event-ID: 00000000000001-Other1'])
  await until(() => reader.frames().length === 2)
  const { event, id, data = '' } = reader.frames()[1]!
  expect({ event, id }).toEqual({ event: 'gone', id: store.head() })
  const { oldest, next } = JSON.parse(data)
  expect(next).toBe(store.head())
  const page = await send(server, 'GET', '/v1/changes?since=00000000000001-Other1')
  expect(page.status).toBe(410)
  expect(page.json).toEqual({ error: 'changes_gone', message: expect.any(String), oldest, next })
  expect((await send(server, 'GET', `/v1/changes?since=${oldest}`)).json.changes).toHaveLength(2)
  await tell()
  await until(() => reader.changes().length === 1)
  expect(ids(reader)).toEqual(['s3'])
})

it('every stream gets bytes within 15 seconds, with its place if it has everything', async () => {
  const { server, store, timers, tell } = await startStreaming()
  const reader = openStream(server, '/v1/stream?types=odds.closed')
  await begun(reader)
  await tell()
  timers.pass(15_000)
  await until(() => reader.frames().length === 2)
  expect(reader.frames()[1]).toEqual({ '': '', id: store.head() })
  timers.pass(30_000)
  await until(() => reader.frames().length === 4)
})

it('a shutdown says bye and ends streams and waiting calls before connections drain', async () => {
  const { server } = await startStreaming()
  const reader = openStream(server)
  await begun(reader)
  const waiting = send(server, 'GET', '/v1/changes?wait=25')
  await until(() => server.lifecycle.inFlight === 1)
  server.changes.close()
  expect((await waiting).json).toEqual({ changes: [], next: expect.any(String) })
  await until(reader.isClosed)
  expect(reader.frames().at(-1)).toEqual({ event: 'bye', data: '{}' })
  expect((await send(server, 'GET', '/v1/changes?wait=1')).json.error).toBe('overloaded')
})

it('a call that waits is answered as soon as there is a change of its types, or after its time', async () => {
  const { server, store, timers, tell } = await startStreaming()
  const begin = store.head()
  const some = send(server, 'GET', `/v1/changes?wait=25&types=forecast.kept&since=${begin}`)
  const none = send(server, 'GET', `/v1/changes?wait=25&types=odds.closed&since=${begin}`)
  await until(() => server.lifecycle.inFlight === 2)
  await tell()
  expect((await some).json).toMatchObject({ changes: [{ seriesId: 's1' }], next: store.head() })
  timers.pass(25_000)
  expect((await none).json).toEqual({ changes: [], next: store.head() })
})

it('a waiting call leaves room for calls at work and ends when its client leaves', async () => {
  const { server } = await startStreaming()
  const reader = openStream(server, '/v1/changes?wait=25')
  await until(() => server.lifecycle.inFlight === 1)
  reader.socket.end()
  await until(reader.isClosed)
  await until(() => server.lifecycle.inFlight === 0)
})

it('a page ends at its limit, and its next goes on behind it', async () => {
  const { server, store, tell } = await startStreaming()
  let next = store.head()
  await tell(5)
  const pages: string[][] = []
  for (let page = 0; page < 4; page++) {
    const { json } = await send(server, 'GET', `/v1/changes?limit=2&since=${next}`)
    pages.push(json.changes.map(({ seriesId }: { seriesId: string }) => seriesId))
    next = json.next
  }
  expect(pages).toEqual([['s1', 's2'], ['s3', 's4'], ['s5'], []])
  expect(next).toBe(store.head())
})

it.each([
  ['types=odds.capture', 'types: must be types of changes; did you mean odds.captured, odds.closed?'],
  ['since=yesterday', 'since: must be the next of an answer or the seq of a change'],
  ['limit=1001', 'limit: must be an integer from 1 to 1000'],
  ['wait=26', 'wait: must be an integer from 1 to 25'],
])('%s is refused with its rule', async (query, message) => {
  const { server } = await startStreaming()
  const { status, json } = await send(server, 'GET', `/v1/changes?${query}`)
  expect({ status, error: json.error, message: json.message }).toMatchObject({ status: 400, error: 'validation_error' })
  expect(json.message).toContain(message.slice(0, 40))
})

it('HEAD opens no stream and waits for nothing', async () => {
  const { server } = await startStreaming()
  const { status, headers } = await send(server, 'HEAD', '/v1/stream')
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' })
  expect((await send(server, 'HEAD', '/v1/changes?wait=25')).status).toBe(200)
  expect(server.metrics()).toContain('streams_open 0')
})

it('a key has three streams and waiting calls at once, and a place is free again when a reader leaves', async () => {
  const { server } = await startStreaming()
  const readers = [openStream(server), openStream(server)]
  await Promise.all(readers.map(begun))
  const waiting = send(server, 'GET', '/v1/changes?wait=25')
  await until(() => server.lifecycle.inFlight === 1)
  const refused = await send(server, 'GET', '/v1/changes?wait=25')
  expect(refused.status).toBe(503)
  expect(refused.json.error).toBe('overloaded')
  expect((await send(server, 'GET', '/v1/changes')).status).toBe(200)
  const other = await server.addKey()
  const further = openStream({ ...server, key: other.key })
  await begun(further)
  readers[0]!.socket.end()
  await until(readers[0]!.isClosed)
  await until(() => server.metrics().includes('streams_open 2'))
  const next = openStream(server)
  await begun(next)
  server.changes.close()
  await waiting
})

it('a stream of a revoked key or a banned account ends at the next sweep', async () => {
  const { server, timers } = await startStreaming()
  const kept = openStream(server)
  const other = await server.addKey()
  const revoked = openStream({ ...server, key: other.key })
  const account = await server.credits.createAccount('other')
  const { key } = await server.addKey(account.id)
  const banned = openStream({ ...server, key })
  await Promise.all([kept, revoked, banned].map(begun))
  await server.credits.revokeKey(other.id)
  await server.credits.ban(account.id)
  timers.pass(5000)
  await until(() => revoked.isClosed() && banned.isClosed())
  expect(kept.isClosed()).toBe(false)
  const ends = server.log.filter(({ event, route }) => event === 'request' && route === '/v1/stream')
  expect(ends).toMatchObject([
    { status: 200, changes: 0, ended: 'key' },
    { status: 200, changes: 0, ended: 'key' },
  ])
})

it('a reader with more than 256 kB unsent is cut off, and others go on', async () => {
  const { server, tell } = await startStreaming()
  const [slow, other] = [openStream(server), openStream(server)]
  await Promise.all([begun(slow), begun(other)])
  slow.socket.pause()
  let told = 0
  while (!server.log.some(({ event, ended }) => event === 'request' && ended === 'slow')) {
    await tell(20, 10_000)
    told += 20
    await until(() => other.changes().length === told)
  }
  expect(told * 10_000).toBeLessThan(20_000_000)
  slow.socket.destroy()
  expect(other.isClosed()).toBe(false)
})

it('a reader that resumes far behind gets older changes only as fast as it reads', async () => {
  const { server, store, tell } = await startStreaming()
  const begin = store.head()
  const [all, size] = [amount(400, 2000), 10_000]
  await tell(all, size)
  const reader = openStream(server, `/v1/stream?since=${begin}`)
  reader.socket.pause()
  await until(() => server.metrics().includes('streams_open 1'))
  await tell(1)
  reader.socket.resume()
  await until(() => reader.changes().length === all + 1)
  expect(new Set(ids(reader)).size).toBe(all + 1)
  expect(reader.changes().map(({ seq }) => seq)).toEqual(
    reader
      .changes()
      .map(({ seq }) => seq)
      .toSorted(),
  )
})

it('a reader that takes nothing for 30 seconds is cut off even with little unsent', async () => {
  const { server, store, timers, tell } = await startStreaming()
  const begin = store.head()
  await tell(amount(600, 1000), 10_000)
  const reader = openStream(server, `/v1/stream?since=${begin}`)
  reader.socket.pause()
  await until(() => server.metrics().includes('streams_open 1'))
  timers.pass(1000)
  server.clock.advance(30_000)
  timers.pass(1000)
  await until(() => server.log.some(({ ended }) => ended === 'slow'))
  reader.socket.destroy()
})

it('a reader that closes only its side is taken for gone, and so is a connection that sends a further request', async () => {
  const { server } = await startStreaming()
  const [half, more] = [openStream(server), openStream(server)]
  await Promise.all([begun(half), begun(more)])
  half.socket.end()
  await until(half.isClosed)
  more.socket.write(`GET /v1/usage HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${server.key}\r\n\r\n`)
  await until(more.isClosed)
  await until(() => server.metrics().includes('streams_open 0'))
})

it('a head of 64 kB is refused before a stream is opened', async () => {
  const { server } = await startStreaming()
  const reader = openStream(server, '/v1/stream', [`Last-Event-ID: ${'a'.repeat(65_536)}`])
  await until(reader.isClosed)
  expect(reader.head()).toContain(' 431 ')
  expect(server.metrics()).toContain('streams_open 0')
})

it('hundreds of streams get every change in order, whenever they were opened, and give their places back', async () => {
  const { server, tell } = await startStreaming()
  const count = amount(300, 2000)
  const readers: EventReader[] = []
  for (let opened = 0; opened < count; opened += 3) {
    const { key } = await server.addKey()
    for (let own = 0; own < 3; own++) readers.push(openStream({ ...server, key }))
    if (opened % 30 === 0) await tell()
  }
  await Promise.all(readers.map(begun))
  const before = readers.map((reader) => reader.changes().length)
  await tell(20)
  await until(() => readers.every((reader) => ids(reader).at(-1) === ids(readers[0]!).at(-1)))
  const all = ids(readers[0]!)
  for (const [at, reader] of readers.entries()) {
    expect(ids(reader)).toEqual(all.slice(all.length - ids(reader).length))
    expect(reader.changes().length).toBeGreaterThanOrEqual(before[at]!)
  }
  for (const reader of readers) reader.socket.destroy()
  await until(() => server.metrics().includes('streams_open 0'))
})
