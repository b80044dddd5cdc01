import { gzipSync } from 'node:zlib'
import { type CatalogueIndex, createCatalogueIndex } from '@riftline/predictor'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '#base/node/clock.ts'
import { createMemoryOddsStore, type OddsStore } from '#odds/book/odds-store.ts'
import { type FeedPolling, startOddsFeed } from '#odds/feed.ts'
import { noMetrics } from '#server/observe/metrics.ts'
import { openOddsFeed } from '#sources/odds-feed.ts'
import { runsAll } from '../support/amount.ts'
import { createManualClock } from '../support/clock.ts'
import { until } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { createPassingTime } from '../support/sources/passing-time.ts'
import { at, captured, closingLine, linesOf, nextSnapshot } from './captured.ts'
import { type FeedServer, startFeedServer } from './feed-server.ts'
import { createManualTimers, type ManualTimers } from './manual-timers.ts'

const [intervalMs, timeoutMs] = [60_000, 10_000]
const good = linesOf([captured()])
const now = at('2026-11-21T12:00:00')

const identity = { version: '0.1.0', contact: 'a@b.example', time: createPassingTime() }

let server: FeedServer
let store: OddsStore
let timers: ManualTimers
let log: LogEntry[]
let counted: string[]
let feed: FeedPolling | null

beforeEach(async () => {
  server = await startFeedServer()
  store = createMemoryOddsStore()
  timers = createManualTimers()
  log = []
  counted = []
  feed = null
})
afterEach(async () => {
  await feed?.stop()
  await server.close()
})

function start(url: string = server.url, known?: () => CatalogueIndex): void {
  feed = startOddsFeed({
    source: openOddsFeed(url, identity),
    store,
    intervalMs,
    timeoutMs,
    timers,
    clock: createManualClock(),
    ...(known && { catalogue: known }),
    log: (entry) => log.push(entry),
    metrics: { ...noMetrics, count: (name, labels, by) => counted.push(`${name} ${labels?.result ?? by}`) },
  })
}

/** Delay until the next poll, once the running poll has ended. */
async function planned(): Promise<number> {
  await until(() => timers.waiting().length === 1 && timers.waiting()[0] !== timeoutMs)
  return timers.waiting()[0] ?? 0
}

async function nextPoll(): Promise<number> {
  timers.fire(await planned())
  return planned()
}

const isStored = async (): Promise<boolean> => (await nextSnapshot(store, 101, 102, now)) !== null

describe('a feed', () => {
  it('a feed is polled at once, then at the interval, with conditional requests', async () => {
    server.answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else response.writeHead(200, { ETag: '"v1"' }).end(good)
    }
    start()
    expect(await planned()).toBe(intervalMs)
    expect(await isStored()).toBe(true)
    expect(await nextPoll()).toBe(intervalMs)
    expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"'])
    expect(server.requests[0]?.headers).toMatchObject({
      'accept-encoding': 'gzip',
      'user-agent': 'riftline/0.1.0 (a@b.example)',
    })
    expect(server.requests[0]?.url).toBe('/feed?token=geheim')
    expect(log).toEqual([
      { level: 'info', event: 'odds_feed_ok', feed: new URL(server.url).origin, imported: 1, duplicates: 0 },
    ])
    expect(counted).toEqual(['odds_feed_polls_total ok', 'odds_feed_polls_total ok'])
  })

  it('a feed skips and counts snapshots from the future, logs this once, and fetches the file again', async () => {
    const early = captured({ match: 'early', at: '9999-12-31T00:00:00' })
    let file = linesOf([early, captured(), early])
    server.answer = (_request, response) => response.writeHead(200, { ETag: '"v1"' }).end(file)
    start()
    await planned()
    await nextPoll()
    expect(await nextSnapshot(store, 101, 102, now)).toMatchObject({ match: { esportsMatchId: 'nl-1' } })
    expect(await closingLine(store, 'early', at('9999-12-31T23:00:00'))).toBeNull()
    file = good
    await nextPoll()
    await nextPoll()
    file = linesOf([early])
    await nextPoll()
    const tags = server.requests.map(({ headers }) => headers['if-none-match'])
    expect(tags).toEqual([undefined, undefined, undefined, '"v1"', '"v1"'])
    expect(counted.filter((line) => line.includes('skipped'))).toEqual([
      'odds_feed_skipped_total 2',
      'odds_feed_skipped_total 2',
      'odds_feed_skipped_total 1',
    ])
    expect(log.filter(({ event }) => event === 'odds_feed_ahead')).toEqual([
      { level: 'warn', event: 'odds_feed_ahead', feed: new URL(server.url).origin, skipped: 2 },
      { level: 'warn', event: 'odds_feed_ahead', feed: new URL(server.url).origin, skipped: 1 },
    ])
  })

  it('a failing feed is retried after 1, 2, 4 ... seconds, at most a minute, and logged once', async () => {
    server.answer = (_request, response) => response.writeHead(500).end('oops')
    start()
    const delays = [await planned()]
    for (let times = 0; times < 7; times += 1) delays.push(await nextPoll())
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    server.answer = (_request, response) => response.end(good)
    expect(await nextPoll()).toBe(intervalMs)
    server.answer = (_request, response) => response.writeHead(503).end()
    expect(await nextPoll()).toBe(1000)
    expect(log.map(({ event, fault, error }) => [event, fault, error])).toEqual([
      ['odds_feed_failed', 'status', `${new URL(server.url).origin} answered 500`],
      ['odds_feed_ok', undefined, undefined],
      ['odds_feed_failed', 'status', `${new URL(server.url).origin} answered 503`],
    ])
  })

  it('a feed may name teams of the catalogue at each poll, and an unknown team refuses the file', async () => {
    const named = good.toString().replaceAll('{"id":101}', '"NL"').replaceAll('{"id":102}', '{"name":"harbors kings"}')
    server.answer = (_request, response) => response.end(named)
    let teams = catalogue.teams.filter(({ id }) => id !== 101)
    start(server.url, () => createCatalogueIndex({ ...catalogue, teams }))
    await planned()
    expect(log.at(-1)).toMatchObject({
      event: 'odds_feed_failed',
      fault: 'content',
      error: 'line 1: match.team1: must be the name, code or id of a team of the artifacts, got "NL"',
    })
    expect(await isStored()).toBe(false)
    teams = [...catalogue.teams]
    await nextPoll()
    expect(log.at(-1)).toMatchObject({ event: 'odds_feed_ok', imported: 1 })
    expect(await isStored()).toBe(true)
  })

  const bad: readonly [name: string, answer: FeedServer['answer'], fault: string, error: string][] = [
    [
      'with a bad line',
      (_, response) => response.end(Buffer.concat([good, Buffer.from('{"match":1}\n')])),
      'content',
      'line 2: match: must be an object',
    ],
    ['of HTML', (_, response) => response.end('<html>maintenance</html>'), 'content', 'line 1: is not valid JSON'],
    [
      'that is no UTF-8',
      (_, response) => response.end(Buffer.concat([good, Buffer.from([0xc0])])),
      'content',
      'file: is not UTF-8',
    ],
    [
      'with a very long key',
      (_, response) => response.end(`${good}{"${'k'.repeat(200_000)}":1}`),
      'content',
      'line 2: match: must be an object',
    ],
    [
      'that moved in a circle',
      (_, response) => response.writeHead(302, { Location: '/else' }).end(good),
      'redirect',
      'redirected more than 5 times',
    ],
    ['that says unchanged unasked', (_, response) => response.writeHead(304).end(), 'status', 'answered 304'],
    [
      'that unpacks into too much',
      (_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(17 << 20, 0x20))),
      'too_large',
      'answered more than 16777216 bytes',
    ],
    [
      'in another encoding',
      (_, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(good),
      'encoding',
      'answered in an encoding that was not asked for, expected gzip',
    ],
    [
      'that is cut off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': good.length + 9 })
        response.write(good, () => response.destroy())
      },
      'truncated',
      'ended its answer before the end (UND_ERR_SOCKET)',
    ],
    [
      'that is cut off in chunks',
      (_, response) => {
        response.write(good, () => response.destroy())
      },
      'truncated',
      'ended its answer before the end (UND_ERR_SOCKET)',
    ],
    ['that hangs up', (request) => request.socket.destroy(), 'connection', 'cannot be reached (UND_ERR_SOCKET)'],
    [
      'that speaks no HTTP',
      (request) => request.socket.end('hello\r\n\r\n'),
      'connection',
      'cannot be reached (HTTPParserError)',
    ],
  ]
  it.each(bad)('a feed %s leaves the stored odds unchanged', async (_name, answer, fault, error) => {
    server.answer = (_request, response) => response.end(good)
    start()
    await planned()
    server.answer = answer
    const delay = await nextPoll()
    expect(log.at(-1)).toEqual({
      level: 'warn',
      event: 'odds_feed_failed',
      feed: new URL(server.url).origin,
      fault,
      error: fault === 'content' ? error : `${new URL(server.url).origin} ${error}`,
    })
    expect(delay).toBe(['connection', 'truncated', 'status'].includes(fault) ? 1000 : intervalMs)
    server.answer = (_request, response) => response.end(good)
    await nextPoll()
    expect(log.at(-1)).toMatchObject({ event: 'odds_feed_ok', imported: 0, duplicates: 1 })
  })

  it.runIf(runsAll)('an endless feed is cut at 16 MiB', async () => {
    let isClosed = false
    let sentBytes = 0
    server.answer = (_request, response) => {
      response.on('close', () => {
        isClosed = true
      })
      const more = (): void => {
        while (!isClosed && response.write(Buffer.alloc(1 << 16, 0x20))) sentBytes += 1 << 16
        sentBytes += 1 << 16
        response.once('drain', more)
      }
      more()
    }
    start()
    expect(await planned()).toBe(intervalMs)
    expect(log).toMatchObject([
      { fault: 'too_large', error: expect.stringContaining('answered more than 16777216 bytes') },
    ])
    await until(() => isClosed)
    expect(sentBytes).toBeLessThan(40 << 20)
  })

  it.each(['before its head', 'in its body'])('a feed that stalls %s is abandoned after the timeout', async (where) => {
    server.answer = (_request, response) => {
      if (where === 'in its body') response.write(good)
    }
    start()
    await until(() => server.requests.length === 1)
    timers.fire(timeoutMs)
    expect(await planned()).toBe(1000)
    expect(log).toMatchObject([{ fault: 'timeout', error: expect.stringContaining('gave no complete answer in time') }])
    expect(await isStored()).toBe(false)
  })

  it('an unreachable feed is logged without the secrets of its URL', async () => {
    const { url } = server
    await server.close()
    start(url.replace('http://', 'http://user:geheim@'))
    expect(await planned()).toBe(1000)
    expect(log).toMatchObject([
      { fault: 'connection', error: expect.stringContaining('cannot be reached (ECONNREFUSED)') },
    ])
    expect(JSON.stringify(log)).not.toContain('geheim')
    expect(() => openOddsFeed('ftp://user:geheim@host/x', identity)).toThrow('odds feed: expected an http or https URL')
    expect(() => openOddsFeed('geheim', identity)).toThrow('odds feed: expected an http or https URL')
  })

  it('a feed receives the decoded user and password of its URL', async () => {
    start(server.url.replace('http://', 'http://an%40user:p%20w@'))
    await planned()
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('an@user:p w').toString('base64')}`)
  })

  it('a feed may be compressed and may redirect', async () => {
    server.answer = (request, response) => {
      if (request.url !== '/moved') response.writeHead(302, { Location: '/moved' }).end()
      else response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(good))
    }
    start()
    expect(await planned()).toBe(intervalMs)
    expect(await isStored()).toBe(true)
  })

  it('a malformed tag is not sent back to the feed', async () => {
    server.answer = (_request, response) => response.writeHead(200, { ETag: 'no quotes' }).end(good)
    start()
    await planned()
    await nextPoll()
    expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('a feed is fetched whole again after its file was refused', async () => {
    server.answer = (_request, response) => response.writeHead(200, { ETag: '"bad"' }).end('{}')
    start()
    await planned()
    await nextPoll()
    expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('a feed stops at once, during an answer or between two', async () => {
    server.answer = (_request, response) => response.write(good)
    start()
    await until(() => server.requests.length === 1)
    await feed?.stop()
    expect([timers.waiting(), log, counted, await isStored()]).toEqual([[], [], [], false])
    server.answer = (_request, response) => response.end(good)
    start()
    await planned()
    await feed?.stop()
    expect(timers.waiting()).toEqual([])
  })

  it('a feed is not polled again before a slow import has ended', async () => {
    let finish = (): void => {}
    store = {
      ...store,
      add: () =>
        new Promise((resolve) => {
          finish = () => resolve({ imported: 1, duplicates: 0 })
        }),
    }
    server.answer = (_request, response) => response.end(good)
    start()
    await until(() => server.requests.length === 1)
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(timers.waiting()).toEqual([timeoutMs])
    timers.fire(timeoutMs)
    finish()
    expect(await planned()).toBe(intervalMs)
    expect(server.requests).toHaveLength(1)
  })

  it('a feed logs a full disk and is polled again at the interval', async () => {
    store = {
      ...store,
      add: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
    }
    server.answer = (_request, response) => response.end(good)
    start()
    expect(await planned()).toBe(intervalMs)
    expect(log).toMatchObject([{ event: 'odds_feed_failed', fault: 'storage', error: 'ENOSPC: no space left' }])
  })
})
