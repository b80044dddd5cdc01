import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  announce,
  body,
  cutJson,
  gzipBomb,
  page,
  shortLength,
  slowness,
  status,
  wrongLength,
} from '../../support/sources/faults.ts'
import type { StandInAnswer } from '../../support/sources/stand-in.ts'
import { openClient, openService } from './open-client.ts'

const faults: readonly (readonly [what: string, fault: string, answer: StandInAnswer])[] = [
  ['a page', 'html', page],
  ['text', 'not_json', body('service unavailable')],
  ['nothing', 'not_json', body('')],
  ['JSON without its end', 'truncated', cutJson],
  ['fewer bytes than announced', 'truncated', wrongLength],
  ['more bytes than announced', 'truncated', shortLength],
  [
    'gzip data without its end',
    'truncated',
    body(gzipSync('{"a":1}'.repeat(99)).subarray(0, 20), { 'content-encoding': 'gzip' }),
  ],
  ['bytes that are no gzip data', 'encoding', body('{}', { 'content-encoding': 'gzip' })],
  ['an encoding that nobody asked for', 'encoding', body('{}', { 'content-encoding': 'br' })],
  ['bytes that are not UTF-8', 'encoding', body(Buffer.from('{"a":"\xff"}', 'latin1'))],
  ['a small answer that unpacks into 40 MiB', 'too_large', gzipBomb(40)],
  ['the announcement of 40 MiB', 'too_large', announce(40 * 1024 * 1024)],
  ['40 MiB', 'too_large', body(Buffer.alloc(40 * 1024 * 1024, ' '))],
]

it.each(faults)('an answer of %s is refused as %s without a retry', async (_what, fault, answer) => {
  const service = await openService(answer)
  const { client } = openClient()
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault, code: 'source_failed' })
  expect(service.requests).toHaveLength(1)
})

it('an answer that never ends is a time-out', async () => {
  const service = await openService(slowness)
  const { client, time } = openClient({ backoffMs: 0 })
  const answer = expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'timeout' })
  for (let n = 1; n <= 6; n++) {
    await service.received(n)
    time.pass(60_000)
  }
  await answer
})

it('the client asks for gzip and unpacks it', async () => {
  const service = await openService(body(gzipSync('{"a":[1]}'), { 'content-encoding': 'gzip' }))
  const { client } = openClient()
  expect(await client.json({ url: service.origin })).toEqual({ a: [1] })
  expect(service.requests[0]?.headers['accept-encoding']).toBe('gzip')
})

it('the client names itself in the user agent', async () => {
  const service = await openService()
  const { client } = openClient()
  await client.json({ url: service.origin })
  expect(service.requests[0]?.headers['user-agent']).toBe('riftline/0.1.0 (mail@invented.example)')
})

it('a body is sent as JSON, or as a form', async () => {
  const service = await openService()
  const { client } = openClient()
  await client.json({ url: service.origin, method: 'POST', body: [{ token_id: '1' }] })
  await client.json({ url: service.origin, method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  expect(service.requests.map((request) => [request.headers['content-type'], request.body])).toEqual([
    ['application/json', '[{"token_id":"1"}]'],
    ['application/x-www-form-urlencoded', 'a=b+c'],
  ])
})

it.each([status(204), status(404), body('')])('an answer that may be absent is null', async (answer) => {
  const service = await openService(answer)
  const { client } = openClient()
  expect(await client.json({ url: service.origin, mayBeAbsent: true })).toBe(null)
})

it('cookies are sent back only to the host that set them', async () => {
  const service = await openService()
  service.next(body('{}', { 'set-cookie': 'session=one; Path=/; HttpOnly' }))
  const { client } = openClient()
  await client.json({ url: service.origin })
  await client.json({ url: service.origin })
  expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'session=one'])
})
