import { afterEach, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor } from '../support/server-predictor.ts'
import { sendRaw } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

const broken = 'FOO / HTTP/1.1\r\n\r\n'

describe('Strict-Transport-Security', () => {
  it('PUBLIC_HTTPS puts Strict-Transport-Security on every answer, including hand-written ones and 304', async () => {
    server = await startServer({ config: { publicHttps: true } })
    const list = await send(server, 'GET', '/v1/teams')
    const answers = [
      list,
      await send(server, 'GET', '/healthz', { key: null }),
      await send(server, 'GET', '/v1/teams', { headers: { 'If-None-Match': list.headers.etag ?? '' } }),
      await send(server, 'POST', '/v1/predict', { body: matchBody }),
      await send(server, 'GET', '/nowhere', { key: null }),
      await send(server, 'OPTIONS', '/v1/teams'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 304, 200, 404, 204])
    for (const { headers } of answers) expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const [response] = (await sendRaw(server.port, broken)).responses
    expect(response?.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('Strict-Transport-Security is absent by default', async () => {
    server = await startServer()
    expect((await send(server, 'GET', '/v1/teams')).headers['strict-transport-security']).toBeUndefined()
  })
})

describe('Link', () => {
  it.each(['https://docs.example.org/api', 'https://docs.example.org/api/'])(
    'the Link header of every error leads to its explanation under %s',
    async (docsUrl) => {
      server = await startServer({ config: { docsUrl } })
      const link = (code: string) => `<https://docs.example.org/api/errors#${code}>; rel="help"`
      const notFound = await send(server, 'GET', '/v1/nothing')
      expect(notFound.headers.link).toBe(link('not_found'))
      expect((await send(server, 'GET', '/v1/teams', { key: null })).headers.link).toBe(link('missing_api_key'))
      expect((await send(server, 'GET', '/v1/teams')).headers.link).toBeUndefined()
      const [response] = (await sendRaw(server.port, broken)).responses
      expect(response?.headers.get('link')).toBe(link('bad_request'))
    },
  )
})

describe('credit and rate headers', () => {
  const names = [
    'x-credits-remaining',
    'x-credits-charged',
    'ratelimit-policy',
    'ratelimit',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ]

  it('every answer after the checks of key and ban has credit and rate headers, whatever its status', async () => {
    let overloaded = false
    const forecast = () => {
      throw new Error('no model')
    }
    server = await startServer({
      predictor: createFakePredictor(catalogue, forecast),
      isOverloaded: () => overloaded,
      config: { ratePerMinute: 10 },
    })
    const list = await send(server, 'GET', '/v1/teams')
    const answers = [
      list,
      await send(server, 'GET', '/v1/teams', { headers: { 'If-None-Match': list.headers.etag ?? '' } }),
      await send(server, 'GET', '/v1/teams?x=1'),
      await send(server, 'GET', '/v1/nothing'),
      await send(server, 'DELETE', '/v1/teams'),
      await send(server, 'OPTIONS', '/v1/teams'),
      await send(server, 'POST', '/v1/predict', { body: matchBody, headers: { 'Content-Type': 'text/plain' } }),
      await send(server, 'POST', '/v1/predict', { body: 'x'.repeat(70_000) }),
      await send(server, 'POST', '/v1/predict', { body: matchBody }),
    ]
    overloaded = true
    answers.push(await send(server, 'GET', '/v1/teams'))
    answers.push(await send(server, 'GET', '/v1/teams'))
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 404, 405, 204, 415, 413, 500, 503, 429])
    for (const [index, { headers, status }] of answers.entries()) {
      for (const name of names) expect(headers[name], `${name} of ${status}`).toBeDefined()
      expect(headers['x-credits-remaining']).toBe('20')
      expect(headers['x-credits-charged']).toBe('0')
      expect(headers['x-ratelimit-remaining']).toBe(String(Math.max(0, 9 - index)))
    }
  })

  it('no answer before the checks of key and ban has credit and rate headers', async () => {
    server = await startServer()
    const answers = [
      await send(server, 'GET', '/v1/teams', { key: null }),
      await send(server, 'GET', '/v1/teams', { key: 'nonsense' }),
      await send(server, 'GET', '/nowhere'),
      await send(server, 'GET', '/healthz'),
    ]
    await server.credits.ban(server.accountId)
    answers.push(await send(server, 'GET', '/v1/teams'))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 200, 401])
    for (const { headers } of answers) expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
  })
})
