import { expect, it } from 'vitest'
import type { KnownAnswers } from '#sources/http/source-client.ts'
import { body, status } from '../../support/sources/faults.ts'
import { type StandInAnswer, sendJson } from '../../support/sources/stand-in.ts'
import { openClient, openService } from './open-client.ts'

const date = 'Sat, 21 Nov 2026 12:00:00 GMT'

/** Answers 304 to a request with the current tag or date. */
const tagged: StandInAnswer = ({ headers }, response) => {
  const same = headers['if-none-match'] === '"one"' || headers['if-modified-since'] === date
  if (same) response.writeHead(304).end()
  else sendJson(response, { ok: true }, { etag: '"one"', 'last-modified': date })
}

it('a known answer is returned in the next run when the service answers 304', async () => {
  const service = await openService(tagged)
  const first = openClient()
  const url = `${service.origin}/list?token=secret`
  await first.client.json({ url })
  // The known answers pass through a file between two runs.
  const known = JSON.parse(JSON.stringify(first.client.known)) as KnownAnswers
  expect(JSON.stringify(known)).not.toContain('secret')
  const second = openClient({ known })
  expect(await second.client.json({ url })).toEqual({ ok: true })
  expect(service.requests.at(-1)?.headers).toMatchObject({ 'if-none-match': '"one"', 'if-modified-since': date })
  expect(second.client.known).toEqual(known)
  await second.client.json({ url: `${url}&page=2` })
  expect(service.requests.at(-1)?.headers).not.toHaveProperty('if-none-match')
})

it('an unchanged file is null, and its bytes are not kept', async () => {
  const service = await openService(tagged)
  const first = openClient()
  expect(String(await first.client.bytes({ url: service.origin }))).toBe('{"ok":true}')
  expect(JSON.stringify(first.client.known)).not.toContain('ok')
  const second = openClient({ known: first.client.known })
  expect(await second.client.bytes({ url: service.origin })).toBe(null)
})

it('an answer of 304 to an unconditional request is a fault', async () => {
  const service = await openService(status(304))
  const { client } = openClient()
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'status', status: 304 })
  await expect(client.bytes({ url: service.origin })).rejects.toMatchObject({ fault: 'status', status: 304 })
})

it('a tag that cannot be sent back is not kept, and one from a damaged file is not sent', async () => {
  const service = await openService(body('{}', { etag: 'no quotes' }))
  const { client } = openClient()
  await client.json({ url: service.origin })
  expect(client.known).toEqual({})
  service.always(tagged)
  const first = openClient()
  await first.client.json({ url: service.origin })
  const damaged = Object.fromEntries(
    Object.keys(first.client.known).map((key) => [key, { tag: '"a"\r\nx: y', date: 'now\n', text: '{}' }]),
  )
  const second = openClient({ known: damaged })
  expect(await second.client.json({ url: service.origin })).toEqual({ ok: true })
})

it('a long answer is not kept, so the next run requests it again', async () => {
  const service = await openService(body(JSON.stringify(['x'.repeat(1_000_000)]), { etag: '"one"' }))
  const { client } = openClient()
  await client.json({ url: service.origin })
  expect(client.known).toEqual({})
})

it('an answer whose kept text is damaged is requested again', async () => {
  const service = await openService(tagged)
  const first = openClient()
  await first.client.json({ url: service.origin })
  for (const text of ['{"ok":', null]) {
    const known = Object.fromEntries(Object.entries(first.client.known).map(([key, one]) => [key, { ...one, text }]))
    const { client } = openClient({ known })
    expect(await client.json({ url: service.origin })).toEqual({ ok: true })
    expect(service.requests.at(-1)?.headers).not.toHaveProperty('if-none-match')
  }
})
