import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import {
  type Answer,
  beginStream,
  changeOf,
  frameOf,
  openChangeServer,
  sendJson,
  seqOf,
  stream,
} from './support/change-server.ts'
import { createFollowingClient, take } from './support/following-client.ts'

const changes = Array.from({ length: 8 }, (_, i) => changeOf(i + 1, { source: 'märkt €😀' }))

it('a stream cut after any byte, also inside a character, loses no change and repeats none', async () => {
  const server = await openChangeServer()
  server.log.push(...changes.slice(0, 2))
  const whole = Buffer.from(`retry: 1000\nid: ${seqOf(0)}\n\n${changes.slice(0, 2).map(frameOf).join('')}`)
  const step = amount(11, 1)
  for (let end = 0; end < whole.length; end += step) {
    server.answers.push(stream(whole.subarray(0, end)))
    const { follow } = createFollowingClient({ ...server, maxRetries: 1 })
    expect(await take(follow({ since: seqOf(0) }), 2)).toEqual([1, 2].map(seqOf))
  }
})

/** Faults of one connection; the stand-in answers the others well. */
type Fault = 'cut' | 'end' | 'bye' | '503' | 'refuse' | 'html' | 'repeat'
const fault = fc.record({
  kind: fc.constantFrom<Fault>('cut', 'cut', 'cut', 'end', 'bye', '503', 'refuse', 'html', 'repeat'),
  bytes: fc.nat(1200),
  pieces: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 5 }),
  lineEnd: fc.constantFrom('\n', '\r', '\r\n'),
})

it('random cuts, ends, refusals and repeats: every change comes once, in order', async () => {
  const property = fc.asyncProperty(fc.array(fault, { maxLength: 8 }), async (faults) => {
    const server = await openChangeServer()
    server.log.push(...changes)
    server.answers.push(...faults.map(answerWith))
    const { follow, timers } = createFollowingClient({ ...server, maxRetries: 9 })
    const loop = follow({ since: seqOf(0) })
    expect(await take(loop, changes.length)).toEqual(changes.map(({ seq }) => seq))
    await loop.return?.()
    expect(timers()).toEqual([])
    await expect.poll(server.open).toBe(0)
  })
  await fc.assert(property, { numRuns: amount(20, 400) })
})

function answerWith({ kind, bytes, pieces, lineEnd }: typeof fault extends fc.Arbitrary<infer T> ? T : never): Answer {
  return (response, request) => {
    if (kind === '503') return sendJson(response, 503, { error: 'overloaded', message: 'busy' }, { 'Retry-After': '1' })
    if (kind === 'refuse') return void response.socket?.destroy()
    if (kind === 'html') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')
    if (request.url?.startsWith('/v1/changes')) return void response.socket?.destroy()
    const since = kind === 'repeat' ? '' : String(request.headers['last-event-id'])
    const frames = changes.filter(({ seq }) => seq > since).map(frameOf)
    const text = `id: ${since}\n\n${frames.join('')}${kind === 'bye' ? 'event: bye\ndata: {}\n\n' : ''}`
    const all = Buffer.from(text.replaceAll('\n', lineEnd))
    const cut = kind === 'bye' ? all : all.subarray(0, bytes)
    beginStream(response)
    void sendPieces(response, cut, pieces, () => {
      if (kind === 'cut') response.socket?.destroy()
      else if (kind !== 'bye') response.end()
    })
  }
}

async function sendPieces(response: ServerResponse, bytes: Buffer, pieces: readonly number[], end: () => void) {
  let from = 0
  for (const length of [...pieces, bytes.length]) {
    await new Promise((resolve) => response.write(bytes.subarray(from, from + length), resolve))
    await new Promise(setImmediate)
    from += length
  }
  end()
}

it('a slow reader holds the server back instead of growing, and misses nothing', async () => {
  const server = await openChangeServer()
  const count = 60_000
  let written = 0
  server.answers.push((response) => {
    beginStream(response)
    const more = (): void => {
      while (written < count && response.write(frameOf(changeOf(written + 1)))) written += 1
      // The frame for which `write` returned false is buffered too.
      written += written < count ? 1 : 0
    }
    response.on('drain', more)
    more()
  })
  const loop = createFollowingClient(server).follow({ since: seqOf(0) })
  expect(await take(loop, 1)).toEqual([seqOf(1)])
  let before = -1
  for (let calm = 0; calm < 200; calm = before === written ? calm + 1 : 0) {
    before = written
    await new Promise(setImmediate)
  }
  expect(written).toBeLessThan(count)
  const rest = await take(loop, 999)
  expect(rest.at(-1)).toBe(seqOf(1000))
  expect(rest.length).toBe(999)
})
