import { RiftlineApiError } from '@riftline/client'
import { defaultConfig, errorCodes } from '@riftline/server'
import { errorReference } from '@riftline/server/docs'
import { createOpenApi } from '@riftline/server/openapi'
import { afterEach, describe, expect, it } from 'vitest'
import { readAnswer } from '#client/read-answer.ts'
import { errorAnswer } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { send, startServer, type TestServer, type TestServerOptions } from '../support/server.ts'
import { open, readToEnd } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server?.close())

const start = async (config: TestServerOptions['config'] = {}): Promise<void> => {
  server = await startServer({ config })
}
const problem = 'application/problem+json'
const plain = 'application/json; charset=utf-8'
const refused = (headers: Readonly<Record<string, string>> = {}) =>
  send(server, 'POST', '/v1/predict', { body: { blueTeamId: 101, redTeamId: 102, bestOf: 4 }, headers })

describe('the form of an error follows Accept', () => {
  it('a request that prefers problem details gets them', async () => {
    await start({ docsUrl: 'https://docs.example.org/' })
    const { status, headers, text } = await refused({ Accept: problem })
    expect([status, headers['content-type']]).toEqual([400, problem])
    expect(JSON.parse(text)).toEqual({
      type: 'https://docs.example.org/errors#validation_error',
      title: 'Validation error',
      status: 400,
      detail: 'bestOf: must be 1, 3 or 5',
      code: 'validation_error',
      request_id: headers['x-request-id'],
    })
    expect(headers.link).toBe('<https://docs.example.org/errors#validation_error>; rel="help"')
  })

  const preferring = [
    problem,
    'Application/Problem+JSON',
    `${problem}, application/json;q=0.9`,
    `application/json;q=0.9, ${problem}`,
    `${problem};q=0.2, application/json;q=0.1, */*`,
    `application/json;q=0, */*;q=0.1`,
    `${problem};charset=utf-8;q=1, */*;q=0.5`,
    `text/html, application/*;q=0.3, application/json;q=0.2`,
  ]
  it.each(preferring)('Accept: %s prefers problem details', async (accept) => {
    await start()
    const { headers, text } = await refused({ Accept: accept })
    expect([headers['content-type'], JSON.parse(text).code]).toEqual([problem, 'validation_error'])
  })

  const others = [
    '',
    '*/*',
    'application/json',
    'application/*',
    `application/json, ${problem}`,
    `${problem}, application/json`,
    `${problem};q=0`,
    `${problem};q=2, application/json`,
    `${problem};q=0.5, application/json;q=0.6`,
    `${problem};q=0.1, */*`,
    'text/html',
    'application/problem+xml',
    ',;=, ;q=1, "',
    'x'.repeat(4000),
  ]
  it.each(others)('Accept: %s gets the same bytes as without Accept', async (accept) => {
    await start()
    const { headers, text } = await refused({ Accept: accept })
    expect([headers['content-type'], text]).toEqual([
      plain,
      '{"error":"validation_error","message":"bestOf: must be 1, 3 or 5"}',
    ])
  })

  it('refusals before the key, of unknown paths, of tools and of service routes have the form too', async () => {
    await start({ ratePerMinute: 5 })
    const codes: unknown[] = []
    const ask = async (method: string, path: string, options: Parameters<typeof send>[3] = {}) => {
      const answer = await send(server, method, path, { ...options, headers: { Accept: problem, ...options.headers } })
      const body = JSON.parse(answer.text)
      expect([answer.headers['content-type'], body.status]).toEqual([problem, answer.status])
      codes.push(body.code)
      return body
    }
    await ask('GET', '/v1/teams', { key: null })
    await ask('POST', '/mcp', { key: null, body: {} })
    await ask('POST', '/mcp', { body: {}, headers: { Origin: 'https://evil.example' } })
    await ask('GET', '/nowhere')
    await ask('PUT', '/healthz')
    await ask('GET', '/v1/nowhere')
    await ask('DELETE', '/v1/teams')
    const named = await ask('GET', '/v1/odds?team1=Northern+Lihgts&team2Id=102')
    expect(named.candidates.length).toBeGreaterThan(0)
    await ask('POST', '/v1/predict', { body: 'x', headers: { 'Content-Type': 'text/plain' } })
    await send(server, 'GET', '/v1/usage')
    await ask('GET', '/v1/usage')
    expect(codes).toEqual([
      ...['missing_api_key', 'missing_api_key', 'origin_not_allowed', 'not_found', 'method_not_allowed', 'not_found'],
      ...['method_not_allowed', 'team_not_found', 'unsupported_media_type', 'rate_limited'],
    ])
  })

  it('an answer written by hand has the form if a head said so', async () => {
    await start({ headersTimeoutMs: 100, requestTimeoutMs: 200 })
    const answerTo = async (bytes: string): Promise<string> => {
      const socket = await open(server.port)
      socket.write(bytes)
      return readToEnd(socket)
    }
    const head = `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n`
    const timedOut = await answerTo(`${head}Accept: ${problem}\r\n\r\n{`)
    expect(timedOut).toMatch(/^HTTP\/1\.1 408 /)
    expect(timedOut).toContain('\r\nContent-Type: application/problem+json\r\n')
    expect(JSON.parse(timedOut.slice(timedOut.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'request_timeout',
      status: 408,
    })
    expect(await answerTo(`CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\nAccept: ${problem}\r\n\r\n`)).toContain(problem)
    for (const bytes of [`${head}\r\n{`, `FOO / HTTP/1.1\r\nAccept: ${problem}\r\n\r\n`])
      expect(await answerTo(bytes)).toContain(`\r\nContent-Type: ${plain}\r\n`)
  })

  it('successes are plain JSON whatever is preferred', async () => {
    await start()
    const { status, headers } = await send(server, 'GET', '/v1/usage', { headers: { Accept: problem } })
    expect([status, headers['content-type']]).toEqual([200, plain])
  })
})

describe('the type of a problem', () => {
  const typeOf = (code: (typeof errorCodes)[number], config: Partial<typeof defaultConfig>): string => {
    const request = { headers: { accept: problem } }
    const error = new HttpError(code, 'message')
    return JSON.parse(String(errorAnswer({ ...defaultConfig, ...config }, error, { requestId: 'r', request }).body))
      .type
  }

  it('is a section of the page of errors, for every code', async () => {
    const page = errorReference(createOpenApi(defaultConfig))
    for (const code of errorCodes) {
      const [base, fragment] = typeOf(code, { docsUrl: 'https://docs.example.org/riftline/' }).split('#')
      expect([base, fragment]).toEqual(['https://docs.example.org/riftline/errors', code])
      expect(page).toContain(`<section id="${code}">`)
    }
  })

  it('is on the page that the port itself serves where no other docs are configured', async () => {
    await start({ publicDocs: true, publicUrl: null })
    const { text } = await refused({ Accept: problem })
    const url = new URL(JSON.parse(text).type, `http://127.0.0.1:${server.port}/v1/predict`)
    const page = await send(server, 'GET', url.pathname)
    expect([page.status, page.text.includes(`id="${url.hash.slice(1)}"`)]).toEqual([200, true])
    expect(typeOf('rate_limited', { publicDocs: true, publicUrl: 'https://a.example/x' })).toBe(
      'https://a.example/x/docs/errors#rate_limited',
    )
  })

  it('is about:blank where no docs are served', () => {
    expect(typeOf('rate_limited', {})).toBe('about:blank')
  })
})

it('the client reads an error in the form of problem details', () => {
  const body = JSON.stringify({
    type: 'about:blank',
    status: 402,
    detail: 'needs 2 credits',
    code: 'insufficient_credits',
  })
  const outcome = readAnswer({ status: 402, headers: { get: () => null }, text: async () => body }, body)
  expect(outcome.kind === 'refused' && outcome.error).toBeInstanceOf(RiftlineApiError)
  expect(outcome).toMatchObject({ error: { code: 'insufficient_credits', message: 'needs 2 credits', status: 402 } })
})
