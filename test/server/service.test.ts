import { errorCodes } from '@riftline/server'
import { afterEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/contract-cases.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { sendRaw } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server?.close())

it('service routes need no key and carry no credit or rate headers', async () => {
  server = await startServer()
  const health = await send(server, 'GET', '/healthz', { key: null })
  expect(health).toMatchObject({ status: 200, json: { status: 'ok' }, headers: { 'cache-control': 'no-store' } })
  const ready = await send(server, 'GET', '/readyz', { key: null })
  expect(ready.json).toEqual({
    status: 'ready',
    checks: { ledger: 'ok', artifacts: 'ok', catalogue: 'ok', disk: 'ok' },
  })
  expect(Object.keys(ready.headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
  expect((await send(server, 'HEAD', '/healthz', { key: null })).status).toBe(200)
  expect(await send(server, 'POST', '/healthz', { key: null })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  expect((await send(server, 'GET', '/readyz?x=1', { key: null })).json.message).toBe('x: unknown parameter')
})

describe.each(['/healthz', '/readyz', '/openapi.json', '/logos/default.svg'])('the service route %s', (path) => {
  it('a service route answers with any key or none, and charges and counts no request', async () => {
    server = await startServer()
    for (const key of [null, 'nonsense', server.key]) {
      const { status, headers } = await send(server, 'GET', path, { key })
      expect(status).toBe(200)
      expect(Object.keys(headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
    }
    expect((await send(server, 'GET', '/v1/usage')).headers['x-ratelimit-remaining']).toBe('119')
  })

  it('a service route refuses parameters, other methods and a body, and has HEAD and OPTIONS', async () => {
    server = await startServer()
    const ask = (method: string, target = path) => send(server, method, target, { key: null })
    expectError(await ask('GET', `${path}?x=1`), 400, 'validation_error', 'x: unknown parameter')
    expectError(await ask('GET', `${path}?=1`), 400, 'validation_error', 'query: a parameter has no name')
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const response = await ask(method)
      expectError(response, 405, 'method_not_allowed', 'use GET or HEAD')
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
    const [get, head, options] = [await ask('GET'), await ask('HEAD'), await ask('OPTIONS')]
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(get.bytes.length) } })
    expect(options).toMatchObject({ status: 204, text: '', headers: { allow: 'GET, HEAD, OPTIONS' } })
    const withBody = await send(server, 'GET', path, { key: null, body: {} })
    expectError(withBody, 400, 'bad_request', 'a GET request has no body')
    expect(withBody.headers.connection).toBe('close')
  })
})

it('readiness fails while the disk is nearly full, states the reason, and recovers by itself', async () => {
  server = await startServer()
  let hasRoom = false
  server.credits.hasRoom = async () => hasRoom
  for (const method of ['GET', 'HEAD']) expect((await send(server, method, '/readyz', { key: null })).status).toBe(503)
  const refused = await send(server, 'GET', '/readyz', { key: null })
  expectError(refused, 503, 'storage_unavailable', 'disk: it is nearly full')
  expect((await send(server, 'GET', '/v1/teams')).status).toBe(200)
  hasRoom = true
  expect(await send(server, 'GET', '/readyz', { key: null })).toMatchObject({ status: 200, json: { status: 'ready' } })
})

it('a server that leaves still serves requests, but its readiness fails', async () => {
  server = await startServer()
  server.lifecycle.state = 'leaving'
  expect((await send(server, 'GET', '/readyz')).json).toEqual({ error: 'shutting_down', message: 'restarting' })
  expect((await send(server, 'GET', '/v1/teams')).status).toBe(200)
})

it('a server that drains answers new requests with 503 and closes connections', async () => {
  server = await startServer()
  server.lifecycle.state = 'draining'
  const { status, json, headers } = await send(server, 'GET', '/v1/teams')
  expect(status).toBe(503)
  expect(json).toEqual({ error: 'shutting_down', message: 'restarting' })
  expect(headers).toMatchObject({ 'retry-after': '1', connection: 'close' })
  const health = await sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n')
  expect(health).toMatchObject({ responses: [{ status: 200 }], closed: true })
})

it('the closed list of error codes has 35', () => {
  expect(errorCodes.length).toBe(35)
})

it('a connection over the cap of its address is closed without bytes', async () => {
  server = await startServer({ config: { maxConnectionsPerAddress: 1 } })
  const first = sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n', 1)
  const answers = await Promise.all([first, sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n', 1)])
  expect(answers.map(({ responses }) => responses.length).sort()).toEqual([0, 1])
})
