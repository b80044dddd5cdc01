import { afterEach, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer, until } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { sendRaw } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server?.close())

const requests = () => server.log.filter(({ event }) => event === 'request')
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('the log line of a request', () => {
  it('the log line of a request has request id, key id, route template, status, time, credits and both addresses', async () => {
    server = await startServer({ config: { trustedProxies: ['127.0.0.1'] } })
    const headers = { 'X-Forwarded-For': '203.0.113.9', traceparent: trace }
    const answer = await send(server, 'POST', '/v1/predict', { body: matchBody, headers })
    await until(() => requests().length === 1)
    expect(requests()[0]).toEqual({
      level: 'info',
      event: 'request',
      requestId: answer.headers['x-request-id'],
      keyId: server.keyId,
      method: 'POST',
      route: '/v1/predict',
      status: 200,
      ms: 0,
      credits: 2,
      address: '203.0.113.9',
      peer: '127.0.0.1',
      traceparent: trace,
    })
  })

  it('the log line of a refused request has null for a key id or route that is not known', async () => {
    server = await startServer()
    await send(server, 'GET', '/v1/nothing', { key: null })
    await until(() => requests().length === 1)
    expect(requests()[0]).toMatchObject({ status: 401, keyId: null, route: null, credits: 0 })
  })

  it('the log line of a request has a traceparent only if it is well formed', async () => {
    server = await startServer()
    for (const traceparent of [server.key, `${trace} x`, 'x'.repeat(4000), `${trace}-more`]) {
      await send(server, 'GET', '/healthz', { headers: { traceparent } })
    }
    await until(() => requests().length === 4)
    expect(requests().map((line) => line.traceparent)).toEqual([undefined, undefined, undefined, trace])
  })

  it('the log line of a request never holds a key, however it was sent', async () => {
    server = await startServer()
    const secret = server.key.slice(17)
    await send(server, 'GET', `/v1/teams?apiKey=${server.key}`, { key: null })
    await send(server, 'GET', `/v1/${server.key}`)
    await send(server, 'GET', '/v1/teams', { key: null, headers: { authorization: `Bearer ${server.key}` } })
    await send(server, 'GET', '/v1/teams', { headers: { traceparent: server.key, 'X-Forwarded-For': server.key } })
    await until(() => requests().length === 4)
    expect(JSON.stringify(server.log)).not.toContain(secret)
  })
})

it('an invalid HTTP request is logged under the request id of its answer', async () => {
  server = await startServer()
  const [response] = (await sendRaw(server.port, `GET / HTTP/9\r\nX-Api-Key: ${server.key}\r\n\r\n`)).responses
  expect(server.log).toEqual([
    {
      level: 'info',
      event: 'broken_request',
      requestId: response?.headers.get('x-request-id'),
      status: 400,
      code: 'bad_request',
      peer: '127.0.0.1',
    },
  ])
})
