import { createClient, type FetchInit, RiftlineConnectionError } from '@riftline/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommandServer, serveHere } from '../support/serve-process.ts'
import { until } from '../support/server.ts'
import { tinyCatalogue } from '../support/tiny-artifacts.ts'
import { playedArtifacts } from '../support/tiny-artifacts-played.ts'
import { type BreakingLine, type Fate, openBreakingLine } from './support/breaking-line.ts'
import { calmFetch } from './support/calm-fetch.ts'
import { createImpatientClient, type ImpatientClient } from './support/impatient-client.ts'

// A proxy breaks the connection between the client and a `riftline serve`: no call may be charged twice.

const body = { blueTeamId: 2, redTeamId: 3, model: 'consensus' } as const
const price = 10

let server: CommandServer
let line: BreakingLine
beforeAll(async () => {
  server = await serveHere({ artifacts: playedArtifacts(), env: { RATE_PER_MINUTE: '10000' } })
})
afterAll(() => server?.stop())
beforeEach(async () => {
  line = await openBreakingLine(server.port)
})
afterEach(() => line.close())

function overLine(fates: readonly Fate[], options: { maxRetries?: number; timeoutMs?: number } = {}): ImpatientClient {
  line.fates.push(...fates)
  return createImpatientClient({ baseUrl: line.baseUrl, apiKey: server.key, ...options })
}

/** Credits used this month, asked of the server directly. */
async function used(): Promise<number> {
  return (await createClient({ baseUrl: server.baseUrl, apiKey: server.key, fetch: calmFetch }).usage()).used.thisMonth
}

const keysOf = (sent: readonly FetchInit[]) => sent.map(({ headers }) => headers['Idempotency-Key'])

describe('a prediction', () => {
  it.each<Fate>(['lose answer', 'lose half'])(
    'a prediction is charged once although the first answer breaks: %s',
    async (fate) => {
      const before = await used()
      const { client, waits, sent } = overLine([fate])
      expect(await client.predict(body)).toMatchObject({ model: 'consensus' })
      expect(await used()).toBe(before + price)
      const [key, again, ...more] = keysOf(sent)
      expect([again, more]).toEqual([key, []])
      expect(key).toMatch(/^[0-9a-f-]{36}$/)
      expect(waits).toEqual([500])
    },
  )

  it('a prediction is charged once when two answers in a row are lost', async () => {
    const before = await used()
    const { client, waits } = overLine(['lose answer', 'lose answer'])
    expect(await client.predict(body)).toMatchObject({ model: 'consensus' })
    expect(waits).toEqual([500, 1000])
    expect(await used()).toBe(before + price)
  })

  it('a prediction is charged once when the first attempt times out', async () => {
    const before = await used()
    const { client, sent } = overLine(['silence'], { timeoutMs: 300 })
    expect(await client.predict(body)).toMatchObject({ model: 'consensus' })
    expect(sent.length).toBe(2)
    expect(await used()).toBe(before + price)
  })

  it('a prediction without retries is sent once, without an Idempotency-Key', async () => {
    const before = await used()
    const { client, sent } = overLine(['lose answer'], { maxRetries: 0 })
    await expect(client.predict(body)).rejects.toMatchObject({ code: 'connection_failed' })
    expect(keysOf(sent)).toEqual([undefined])
    expect(await used()).toBe(before + price)
  })

  it('a prediction under the caller’s own Idempotency-Key can be repeated later without a second charge', async () => {
    const before = await used()
    const { client } = overLine(['lose answer'], { maxRetries: 0 })
    const options = { idempotencyKey: `own-${before}` }
    await expect(client.predict(body, options)).rejects.toMatchObject({ code: 'connection_failed' })
    const infos: boolean[] = []
    await client.predict(body, { ...options, onResponse: ({ replayed }) => infos.push(replayed) })
    expect(infos).toEqual([true])
    expect(await used()).toBe(before + price)
  })
})

describe('a charged GET', () => {
  it('a charged GET whose answer was lost is not sent again', async () => {
    const before = await used()
    const { client, waits, sent } = overLine(['lose answer'])
    await expect(client.team(2)).rejects.toMatchObject({ code: 'connection_failed' })
    expect(waits).toEqual([])
    expect(sent.length).toBe(1)
    expect(await used()).toBe(before + 1)
  })
})

it.each<Fate>(['lose answer', 'lose half', 'break'])(
  'a free GET is sent again after a broken answer: %s',
  async (fate) => {
    const { client, waits } = overLine([fate])
    expect((await client.teams()).count).toBe(tinyCatalogue.teams.length)
    expect(waits).toEqual([500])
  },
)

describe('no answer at all', () => {
  it('a call without an answer fails with connection_failed and names the network error', async () => {
    const { client, waits } = overLine(['lose answer', 'lose answer', 'lose answer'])
    const error = await client.usage().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(RiftlineConnectionError)
    expect(error).toMatchObject({ name: 'RiftlineConnectionError', code: 'connection_failed' })
    expect((error as Error).message).toMatch(/^no answer to GET \/v1\/usage: fetch failed: .*ECONNRESET/)
    expect(waits).toEqual([500, 1000])
  })

  it('a charged GET to a closed port is tried again, since nothing was sent', async () => {
    const unheard = await openBreakingLine(server.port)
    await unheard.close()
    const { client, waits } = createImpatientClient({ baseUrl: unheard.baseUrl, apiKey: server.key })
    const error = await client.team(2).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'connection_failed', message: expect.stringContaining('ECONNREFUSED') })
    expect(waits).toEqual([500, 1000])
  })

  it('a call whose answer misses the timeout fails with request_timed_out', async () => {
    const { client } = overLine(['silence'], { timeoutMs: 50, maxRetries: 0 })
    await expect(client.usage()).rejects.toMatchObject({
      code: 'request_timed_out',
      message: 'no answer within 50 ms',
    })
  })

  it('a call whose answer misses its own timeoutMs is tried again', async () => {
    const { client, sent } = overLine(['silence', 'silence', 'silence'])
    await expect(client.usage({ timeoutMs: 20 })).rejects.toMatchObject({ message: 'no answer within 20 ms' })
    expect(sent.length).toBe(3)
  })
})

it('the caller can end a call that waits for its answer', async () => {
  const before = await used()
  const { client } = overLine(['silence'])
  const reason = new Error('enough')
  const controller = new AbortController()
  const call = client.team(2, { signal: controller.signal }).catch((error: unknown) => error)
  await until(() => line.takeRequests().length > 0)
  controller.abort(reason)
  expect(await call).toMatchObject({ code: 'aborted', cause: reason })
  expect(await used()).toBeLessThanOrEqual(before + 1)
})

it('a prediction whose connection breaks while the server computes it is charged at most once', async () => {
  const before = await used()
  const { client, waits, sent } = overLine(['break'], { maxRetries: 1000 }) // a repeat is refused while the first attempt still runs
  expect(await client.predict(body)).toMatchObject({ model: 'consensus' })
  expect(waits[0]).toBe(500)
  expect(new Set(keysOf(sent)).size).toBe(1)
  expect((await used()) - before).toBeLessThanOrEqual(price)
})
