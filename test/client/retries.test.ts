import { type Client, createClient, type FetchInit, RiftlineApiError, RiftlineConnectionError } from '@riftline/client'
import { describe, expect, it } from 'vitest'
import { systemRuntime } from '#client/runtime.ts'
import { createImpatientClient } from './support/impatient-client.ts'

// A scripted fetch gives answers that a real server cannot be made to give at will.

type Step = Response | Error | (() => Promise<Response>)

const apiKey = 'rl_live_secret'
const options = { baseUrl: 'https://api.example.org/prefix/', apiKey }

function scripted(...steps: readonly Step[]) {
  const sent: { readonly url: string; readonly init: FetchInit }[] = []
  const fetch = async (url: string, init: FetchInit): Promise<Response> => {
    const step = steps[sent.length]
    sent.push({ url, init })
    if (step === undefined) throw new Error('not in the script')
    if (step instanceof Error) throw step
    return typeof step === 'function' ? step() : step.clone()
  }
  return { fetch, sent }
}

const ok = Response.json({ count: 0, teams: [] })
const body = { blueTeamId: 1, redTeamId: 2 } as const
const calls = {
  free: (client: Client) => client.teams(),
  chargedGet: (client: Client) => client.team(1),
  predict: (client: Client) => client.predict(body),
}

function refused(status: number, error: string, retryAfter?: string): Response {
  return Response.json(
    { error, message: 'no' },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  )
}

const page = (status: number, headers: Record<string, string> = {}) => new Response('<html>', { status, headers })
const lostLine = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })

describe('waits before further attempts', () => {
  it.each<[name: string, first: Step, call: keyof typeof calls, waits: readonly number[] | null]>([
    ['429 with Retry-After', refused(429, 'rate_limited', '7'), 'predict', [7000]],
    ['429 on a charged GET', refused(429, 'rate_limited', '7'), 'chargedGet', [7000]],
    ['429 with the longest Retry-After that the client accepts', refused(429, 'rate_limited', '60'), 'free', [60_000]],
    ['429 with a longer Retry-After', refused(429, 'rate_limited', '61'), 'free', null],
    ['429 without Retry-After', refused(429, 'rate_limited'), 'free', [500]],
    ['429 with a date in Retry-After', refused(429, 'rate_limited', 'Fri, 31 Dec 1999 23:59:59 GMT'), 'free', [500]],
    ['503 overloaded', refused(503, 'overloaded', '1'), 'chargedGet', [1000]],
    ['503 of a proxy with Retry-After', page(503, { 'Retry-After': '2' }), 'chargedGet', [2000]],
    ['503 of a proxy, which may have lost a paid answer', page(503), 'chargedGet', null],
    ['503 of a proxy, with an Idempotency-Key', page(503), 'predict', [500]],
    ['502 of a proxy, free', page(502), 'free', [500]],
    ['504 of a proxy, charged', page(504), 'chargedGet', null],
    ['409 while the first attempt runs', refused(409, 'idempotency_in_progress', '1'), 'predict', [1000]],
    ['409 of another kind', refused(409, 'new_code', '1'), 'predict', null],
    ['408', refused(408, 'request_timeout'), 'free', null],
    ['500', refused(500, 'internal_error'), 'free', null],
    ['402', refused(402, 'insufficient_credits'), 'predict', null],
    ['a broken connection, free', lostLine, 'free', [500]],
    ['a broken connection, charged', lostLine, 'chargedGet', null],
    ['a broken connection, with an Idempotency-Key', lostLine, 'predict', [500]],
    ['a success without JSON, free', page(200), 'free', [500]],
    ['a success without JSON, charged', page(200), 'chargedGet', null],
    ['a redirect', page(307, { Location: 'https://elsewhere.example' }), 'free', null],
  ])('the first answer decides whether and when the call is tried again: %s', async (_, first, call, expected) => {
    const { fetch, sent } = scripted(first, ok)
    const { client, waits } = createImpatientClient({ ...options, fetch })
    const answer = calls[call](client)
    if (expected === null) await expect(answer).rejects.toThrow()
    else expect(await answer).toEqual({ count: 0, teams: [] })
    expect(waits).toEqual(expected ?? [])
    expect(sent.length).toBe(waits.length + 1)
  })

  it('waits double up to 8 seconds when the server sends no Retry-After', async () => {
    const { fetch } = scripted(...Array.from({ length: 8 }, () => page(502)))
    const { client, waits } = createImpatientClient({ ...options, fetch, maxRetries: 7 })
    await expect(client.teams()).rejects.toMatchObject({ status: 502 })
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  })
})

it('a call whose attempts all fail throws the last error', async () => {
  const { fetch, sent } = scripted(lostLine, refused(503, 'overloaded', '1'), refused(503, 'shutting_down', '3'))
  const { client } = createImpatientClient({ ...options, fetch })
  const error = await client.predict(body).catch((error: unknown) => error)
  expect(error).toMatchObject({ status: 503, code: 'shutting_down', retryAfterSeconds: 3 })
  expect(sent.length).toBe(3)
})

describe('an answer that no riftline server wrote', () => {
  it('an error page of a proxy becomes an unknown_error with its status and request id', async () => {
    const { fetch } = scripted(page(403, { 'X-Request-Id': 'proxy-1' }))
    const error = await createClient({ ...options, fetch })
      .teams()
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(RiftlineApiError)
    expect(error).toMatchObject({ status: 403, code: 'unknown_error', requestId: 'proxy-1' })
  })

  it.each(['', 'null', '[]', '1', '{"count":'])('a 200 with the body %j fails with invalid_response', async (text) => {
    const { fetch } = scripted(new Response(text))
    const error = await createClient({ ...options, fetch, maxRetries: 0 })
      .teams()
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(RiftlineConnectionError)
    expect(error).toMatchObject({ code: 'invalid_response' })
  })
})

describe('Idempotency-Key', () => {
  const keyOf = ({ init }: { readonly init: FetchInit }) => init.headers['Idempotency-Key']

  it('an Idempotency-Key is sent with POST alone: a new one for each call, the same one for each attempt', async () => {
    const { fetch, sent } = scripted(lostLine, ok, ok, ok)
    const { client } = createImpatientClient({ ...options, fetch })
    await client.predict(body)
    await client.predictDraft({ ...body, bluePicks: [] as never, redPicks: [] as never })
    await client.team(1)
    const [first, again, second, get] = sent.map(keyOf)
    expect(first).toEqual(again)
    expect(second).not.toEqual(first)
    expect(second).toBeDefined()
    expect(get).toBeUndefined()
  })

  it('an Idempotency-Key given by the caller is sent unchanged', async () => {
    const { fetch, sent } = scripted(ok)
    await createClient({ ...options, fetch }).predict(body, { idempotencyKey: 'mine' })
    expect(sent.map(keyOf)).toEqual(['mine'])
  })

  it('a runtime without UUIDs sends no Idempotency-Key, and a lost POST is not repeated', async () => {
    const { fetch, sent } = scripted(lostLine, ok)
    const { client } = createImpatientClient({ ...options, fetch }, { newKey: () => null })
    await expect(client.predict(body)).rejects.toMatchObject({ code: 'connection_failed' })
    expect(sent.map(keyOf)).toEqual([undefined])
  })
})

it('a request sends its body and query unchanged', async () => {
  const { fetch, sent } = scripted(ok, ok)
  const client = createClient({ ...options, fetch })
  await client.predict({ blueTeam: ' Ünïcode ', redTeamId: 2, oddsBlue: 1.5 })
  await client.odds({ team1: 'a&b c', team2Id: 3, markets: 'all' })
  const [post, get] = sent
  expect(post?.url).toBe('https://api.example.org/prefix/v1/predict')
  expect(post?.init).toMatchObject({
    method: 'POST',
    body: '{"blueTeam":" Ünïcode ","redTeamId":2,"oddsBlue":1.5}',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    redirect: 'manual',
  })
  expect(get?.url).toBe('https://api.example.org/prefix/v1/odds?team1=a%26b+c&team2Id=3&markets=all')
  expect(get?.init).not.toHaveProperty('body')
})

describe('a signal', () => {
  it('a call with an aborted signal sends nothing', async () => {
    const { fetch, sent } = scripted(ok)
    const call = createClient({ ...options, fetch }).teams({ signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    expect(sent).toEqual([])
  })

  it('an abort ends the wait between two attempts', async () => {
    const { fetch, sent } = scripted(refused(429, 'rate_limited', '60'), ok)
    const controller = new AbortController()
    const call = createClient({ ...options, fetch }).teams({
      signal: controller.signal,
      onResponse: () => setTimeout(() => controller.abort(), 0),
    })
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
    expect(sent.length).toBe(1)
  })

  it('an abort or the timeout ends a call even when fetch ignores the signal', async () => {
    const never = () => new Promise<Response>(() => {})
    const { fetch } = scripted(never, never)
    const client = createClient({ ...options, fetch, maxRetries: 0, timeoutMs: 20 })
    await expect(client.teams()).rejects.toMatchObject({ code: 'request_timed_out' })
    const controller = new AbortController()
    const call = client.teams({ signal: controller.signal, timeoutMs: 60_000 })
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
  })
})

it('the runtime’s wait ends after its time or on an abort', async () => {
  await systemRuntime.wait(1)
  await systemRuntime.wait(1, new AbortController().signal)
  await systemRuntime.wait(1e9, AbortSignal.abort())
})

it('a list with a damaged body is not cached under its ETag', async () => {
  const damaged = new Response('{"count":', { headers: { ETag: '"a"' } })
  const whole = Response.json({ count: 0, teams: [] }, { headers: { ETag: '"a"' } })
  const { fetch, sent } = scripted(damaged, whole, new Response(null, { status: 304 }))
  const { client } = createImpatientClient({ ...options, fetch })
  expect(await client.teams()).toEqual({ count: 0, teams: [] })
  expect(await client.teams()).toEqual({ count: 0, teams: [] })
  expect(sent.map(({ init }) => init.headers['If-None-Match'])).toEqual([undefined, undefined, '"a"'])
})

it('a call resolves even when onResponse throws', async () => {
  const { fetch } = scripted(ok)
  const onResponse = () => {
    throw new Error('listener')
  }
  expect(await createClient({ ...options, fetch, onResponse }).teams()).toEqual({ count: 0, teams: [] })
})

it('no error shows the key, even when fetch or the server repeats it', async () => {
  const spoken = Response.json({ error: 'x', message: `bad ${apiKey}` }, { status: 400 })
  const { fetch } = scripted(Object.assign(new Error(`Bearer ${apiKey}`), { config: { apiKey } }), spoken)
  const client = createClient({ ...options, fetch, maxRetries: 0 })
  for (let calls = 0; calls < 2; calls++) {
    const error = await client.teams().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Error)
    const { message, stack, cause } = error as Error
    expect(JSON.stringify([message, stack, cause, { ...(error as Error) }])).not.toContain(apiKey)
  }
})
