import { expect, it } from 'vitest'
import { redirectTo, reset, silence, status } from '../../support/sources/faults.ts'
import { sendJson } from '../../support/sources/stand-in.ts'
import { openClient, openService } from './open-client.ts'

it('a failing service is requested six times, with waits of 5, 10, 20, 40 and 80 s', async () => {
  const service = await openService(status(503))
  const { client, time } = openClient()
  await expect(client.json({ url: `${service.origin}/list` })).rejects.toMatchObject({
    code: 'source_failed',
    fault: 'status',
    status: 503,
    message: `${service.origin} answered 503`,
  })
  expect(service.requests).toHaveLength(6)
  expect(client.requests).toBe(6)
  expect(time.waits).toEqual([5000, 10_000, 20_000, 40_000, 80_000])
})

it('an answer after a failure is returned', async () => {
  const service = await openService()
  service.next(status(500), reset, status(429))
  const { client, time } = openClient({ backoffMs: 0 })
  expect(await client.json({ url: service.origin })).toEqual({ ok: true })
  expect(client.requests).toBe(4)
  expect(time.waits).toEqual([])
})

it.each([400, 401, 403, 404, 410, 422])('an answer of %i is not retried', async (code) => {
  const service = await openService(status(code))
  const { client } = openClient()
  const fault = code === 401 ? 'credentials' : 'status'
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault, status: code })
  expect(service.requests).toHaveLength(1)
})

it('six answers of 429 are the fault rate_limited', async () => {
  const service = await openService(status(429))
  const { client } = openClient()
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'rate_limited' })
})

it('Retry-After replaces a shorter wait and is capped at five minutes', async () => {
  const service = await openService()
  const { client, time } = openClient()
  const inTwoMinutes = new Date(time.now() + 120_000).toUTCString()
  service.next(
    status(503, { 'retry-after': '30' }),
    status(503, { 'retry-after': '3' }),
    status(429, { 'retry-after': '100000' }),
    status(503, { 'retry-after': 'soon' }),
  )
  await client.json({ url: service.origin })
  expect(time.waits).toEqual([30_000, 10_000, 300_000, 40_000])
  service.next(status(429, { 'retry-after': inTwoMinutes }))
  const second = openClient()
  await second.client.json({ url: service.origin })
  expect(second.time.waits).toEqual([120_000])
})

it.each(['99999999999', '9'.repeat(400)])('a Retry-After of %s seconds is capped at five minutes', async (seconds) => {
  const service = await openService()
  const { client, time } = openClient()
  service.next(status(429, { 'retry-after': seconds }))
  await client.json({ url: service.origin })
  expect(time.waits).toEqual([300_000])
})

it('a refusal with status 200 is retried like any other', async () => {
  const service = await openService()
  service.next(
    (_request, response) => sendJson(response, { refused: true }),
    (_request, response) => sendJson(response, { refused: true }, { 'retry-after': '60' }),
  )
  const { client, time } = openClient()
  const isRateLimited = (answer: unknown) => JSON.stringify(answer).includes('refused')
  expect(await client.json({ url: service.origin, isRateLimited })).toEqual({ ok: true })
  expect(time.waits).toEqual([5000, 60_000])
  service.always((_request, response) => sendJson(response, { refused: true }))
  await expect(client.json({ url: service.origin, isRateLimited })).rejects.toMatchObject({ fault: 'rate_limited' })
})

it('a refused connection is retried', async () => {
  const service = await openService()
  await service.close()
  const { client, time } = openClient()
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({
    fault: 'connection',
    message: `${service.origin} cannot be reached (ECONNREFUSED)`,
  })
  expect(time.waits).toHaveLength(5)
})

it('an answer that exceeds its time limit is retried', async () => {
  const service = await openService()
  service.next(silence)
  const { client, time } = openClient({ timeoutMs: 60_000 })
  const answer = client.json({ url: service.origin })
  await service.received(1)
  time.pass(60_000)
  expect(await answer).toEqual({ ok: true })
  expect(time.waits).toEqual([5000])
})

it('a wait that would pass the deadline of the run is not begun', async () => {
  const service = await openService(status(503))
  const { client, time } = openClient({ deadlineMs: 20_000 })
  await expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'deadline' })
  expect(time.waits).toEqual([5000, 10_000])
})

it('an answer that passes the deadline of the run ends it', async () => {
  const service = await openService(silence)
  const { client, time } = openClient({ deadlineMs: 20_000 })
  const answer = expect(client.json({ url: service.origin })).rejects.toMatchObject({ fault: 'deadline' })
  await service.received(1)
  time.pass(20_000)
  await answer
})

it('requests to one host are sent one after another, with the pause between them', async () => {
  const service = await openService()
  const { client, time } = openClient({ pauseMs: 10_000 })
  const urls = [1, 2, 3].map((n) => `${service.origin}/${n}`)
  await Promise.all(urls.map((url) => client.json({ url })))
  expect(service.requests.map(({ url }) => url.pathname)).toEqual(['/1', '/2', '/3'])
  expect(time.waits).toEqual([10_000, 10_000])
})

it('a redirect on the same host waits for its turn, one to another host does not', async () => {
  const [service, other] = [await openService(), await openService()]
  const { client, time } = openClient({ pauseMs: 10_000 })
  service.next(redirectTo('/moved'), redirectTo(`${other.origin}/there`))
  await client.json({ url: service.origin })
  expect(time.waits).toEqual([10_000])
  expect(other.requests).toHaveLength(1)
})

it('a failed request does not stop the next one', async () => {
  const service = await openService()
  service.next(status(404))
  const { client } = openClient()
  const [first, second] = await Promise.allSettled([1, 2].map(() => client.json({ url: service.origin })))
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
})
