import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { StorageError } from '@riftline/ledger'
import { afterEach, describe, expect, it } from 'vitest'
import { readSource } from '../package/workspace.ts'
import { runsAll } from '../support/amount.ts'
import {
  send,
  startServer,
  type TestRequest,
  type TestServer,
  type TestServerOptions,
  until,
} from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { open, parseResponses, readToEnd, sendRaw } from '../support/server-raw.ts'
import { storeThatWaits } from './raw-socket/line-cases.ts'

let server: TestServer
afterEach(() => server?.close())

const start = async (options?: TestServerOptions): Promise<void> => {
  server = await startServer(options)
}
const message = (method: string, params: object = {}, id: number | null = 1) => ({
  ...{ jsonrpc: '2.0', method, params },
  ...(id === null ? {} : { id }),
})
const tool = (name: string, args: unknown, id: number | null = 1) =>
  message('tools/call', { name, arguments: args }, id)
const predict = tool('predict', matchBody)
const post = (body: unknown, request: TestRequest = {}) => send(server, 'POST', '/mcp', { body, ...request })
const codeOf = ({ status, json }: Awaited<ReturnType<typeof send>>) => [
  status,
  json?.error?.code ?? json?.error ?? null,
]

describe('refusals of POST /mcp are those of /v1', () => {
  it('no key, a wrong key and a revoked key are 401 with WWW-Authenticate', async () => {
    await start()
    const { key, id } = await server.addKey()
    await server.credits.revokeKey(id)
    const codes = ['missing_api_key', 'invalid_api_key', 'revoked_api_key']
    for (const [index, one] of [null, 'rl_live_wrong', key].entries()) {
      const answer = await post(predict, { key: one })
      expect([...codeOf(answer), answer.headers['www-authenticate']]).toEqual([
        401,
        codes[index],
        'Bearer realm="riftline"',
      ])
    }
    expect(await server.balance()).toBe(20)
  })

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])(
    '%s is 405 and names the methods, and 401 without a key',
    async (method) => {
      await start()
      const answer = await send(server, method, '/mcp', { headers: { Accept: 'text/event-stream' } })
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
      expect((await send(server, method, '/mcp', { key: null })).status).toBe(401)
    },
  )

  it('a wrong type, an encoding, a long body and a body that is no JSON are refused', async () => {
    await start()
    const long = JSON.stringify(tool('predict', { ...matchBody, tournament: 'x'.repeat(262_144) }))
    expect(codeOf(await post('{}', { headers: { 'Content-Type': 'text/plain' } }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(codeOf(await post('{}', { headers: { 'Content-Encoding': 'gzip' } }))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(codeOf(await post(long))).toEqual([413, 'payload_too_large'])
    expect(codeOf(await post('{"jsonrpc":'))).toEqual([400, 'bad_request'])
    expect(codeOf(await send(server, 'POST', '/mcp?x=1', { body: predict }))).toEqual([400, 'validation_error'])
    expect(codeOf(await send(server, 'POST', '/mcp/', { body: predict }))).toEqual([404, 'not_found'])
    expect(await server.balance()).toBe(20)
  })

  it('no Host, two Host lines and a foreign Host are treated as on /v1', async () => {
    await start()
    const body = JSON.stringify(message('ping'))
    const rest = `X-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const statusOf = async (hosts: string) =>
      (await sendRaw(server.port, `POST /mcp HTTP/1.1\r\n${hosts}${rest}`)).responses.map(({ status }) => status)
    expect(await statusOf('')).toEqual([400])
    expect(await statusOf('Host: a\r\nHost: a\r\n')).toEqual([400])
    expect(await statusOf('Host: anything.example\r\n')).toEqual([200])
  })

  it('a foreign origin is 403, whatever key the page has; the own one and listed ones may call', async () => {
    await start({ config: { mcpOrigins: ['https://app.example.org', 'http://localhost:6274'] } })
    const from = (origin: string, key = server.key) => post(predict, { key, headers: { Origin: origin } })
    const foreign = [
      'http://evil.example',
      'null',
      'https://api.example.org.evil.example',
      'http://api.example.org',
      'https://API.example.org',
      'https://app.example.org, https://evil.example',
      '',
    ]
    for (const origin of foreign) {
      const answer = await from(origin)
      expect([origin, ...codeOf(answer), answer.headers['x-credits-charged']]).toEqual([
        origin,
        403,
        'origin_not_allowed',
        undefined,
      ])
    }
    // A guessed key of a page is not even looked at.
    expect(codeOf(await from('http://evil.example', 'rl_live_guess'))).toEqual([403, 'origin_not_allowed'])
    expect(await server.balance()).toBe(20)
    for (const origin of ['https://api.example.org', 'https://app.example.org', 'http://localhost:6274'])
      expect((await from(origin)).status).toBe(200)
    // The rule is that of the tools alone.
    expect((await send(server, 'GET', '/v1/usage', { headers: { Origin: 'http://evil.example' } })).status).toBe(200)
  })

  it('calls over the rate are 429, and every message counts', async () => {
    await start({ config: { ratePerMinute: 3 } })
    expect((await post(message('notifications/initialized', {}, null))).status).toBe(202)
    expect((await post(message('nonsense'))).status).toBe(200)
    expect((await post([])).status).toBe(400)
    const answer = await post(predict)
    expect([...codeOf(answer), answer.headers['retry-after']]).toEqual([429, 'rate_limited', '60'])
    expect(await server.balance()).toBe(20)
  })

  it('a server that drains or is overloaded answers 503', async () => {
    await start({ isOverloaded: () => true })
    expect(codeOf(await post(predict))).toEqual([503, 'overloaded'])
    server.lifecycle.state = 'draining'
    expect(codeOf(await post(predict))).toEqual([503, 'shutting_down'])
  })

  it('a batch of predictions counts as its requests among the calls at work', async () => {
    await start({ topUp: 1000, config: { maxInFlight: 20 } })
    const many = (count: number) =>
      post(tool('predict_many', { requests: Array.from({ length: count }, () => matchBody) }))
    const answers = await Promise.all([many(8), many(8), many(1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503])
  })

  it('a store that cannot charge is 503 in the form of /v1, not a result of a tool', async () => {
    await start()
    server.credits.hold = async () => {
      throw new StorageError('disk full')
    }
    const answer = await post(predict)
    expect([...codeOf(answer), answer.headers['retry-after']]).toEqual([503, 'storage_unavailable', '1'])
    expect(server.log.filter(({ event }) => event === 'storage_unavailable')).toHaveLength(1)
    expect(await server.balance()).toBe(20)
  })
})

describe('messages of the protocol', () => {
  it('a batch and a body that is no message are 400 in the form of the protocol', async () => {
    await start()
    const batch = await post([predict, predict])
    expect([...codeOf(batch), batch.json.id]).toEqual([400, -32600, null])
    for (const body of [1, null, 'text', {}, { jsonrpc: '1.0', id: 1, method: 'ping' }, { ...predict, id: {} }])
      expect(codeOf(await post(JSON.stringify(body)))).toEqual([400, expect.any(Number)])
    expect(await server.balance()).toBe(20)
  })

  it('an unknown method and a missing tool are errors of the protocol', async () => {
    await start()
    expect(codeOf(await post(message('resources/list')))).toEqual([200, -32601])
    expect(codeOf(await post(message('subscriptions/listen')))).toEqual([200, -32601])
    expect(codeOf(await post(tool('__proto__', {})))).toEqual([200, -32602])
    expect(codeOf(await post(message('tools/call', { name: 7 })))).toEqual([200, -32602])
  })

  it('a notification is 202 without a body, and a tool in one does not run', async () => {
    await start()
    for (const body of [message('notifications/initialized', {}, null), tool('predict', matchBody, null)]) {
      const { status, text, headers } = await post(body)
      expect([status, text, headers['content-length'], headers['x-credits-charged']]).toEqual([202, '', '0', '0'])
    }
    expect((await post({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202)
    expect(await server.balance()).toBe(20)
  })

  it('an unknown revision of the protocol is 400, and a known one is answered', async () => {
    await start()
    const at = (revision: string) => post(message('tools/list'), { headers: { 'MCP-Protocol-Version': revision } })
    expect(codeOf(await at('1999-01-01'))).toEqual([400, expect.any(Number)])
    for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25']) expect((await at(revision)).status).toBe(200)
  })

  it('a subscription of the newest revision is refused, as no stream is ever opened', async () => {
    await start()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' }
    const answer = await post(
      message('subscriptions/listen', { _meta: meta, notifications: { toolsListChanged: true } }),
      { headers },
    )
    expect([answer.headers['content-type'], answer.json.error.message]).toEqual([
      'application/json; charset=utf-8',
      'Subscription limit reached',
    ])
  })

  it('no session is made, and one that a client names is ignored', async () => {
    await start()
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { json, headers } = await post(message('initialize', params), { headers: { 'Mcp-Session-Id': 'x' } })
    expect([json.result.protocolVersion, headers['mcp-session-id']]).toEqual(['2025-11-25', undefined])
  })

  it('answers are one JSON document with credits, rate and artifacts, whatever else the client accepts', async () => {
    await start()
    for (const accept of ['application/json, text/event-stream', 'text/event-stream', '*/*', 'application/json']) {
      const { status, headers, json } = await post(message('ping'), {
        headers: { Accept: accept, 'Accept-Encoding': 'gzip' },
      })
      expect([status, json, headers['content-type']]).toEqual([
        200,
        { jsonrpc: '2.0', id: 1, result: {} },
        'application/json; charset=utf-8',
      ])
      expect(headers).toMatchObject({
        'x-credits-charged': '0',
        'cache-control': 'no-store',
        'x-artifacts': '3f1c9a0b77de',
      })
      expect(headers['ratelimit-policy']).toBe('"key";q=120;w=60')
    }
  })

  it('tags and encodings of the caller do not reach the lists that a tool reads', async () => {
    await start()
    const { etag } = (await send(server, 'GET', '/v1/teams?limit=10')).headers
    const headers = { 'If-None-Match': `${etag}, *`, 'Accept-Encoding': 'br, gzip' }
    expect((await post(tool('teams', {}), { headers })).json.result.structuredContent.count).toBe(3)
  })
})

describe('hostile arguments', () => {
  const hostile: readonly (readonly [name: string, args: string])[] = [
    ['deep lists', `${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['deep objects', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['deep objects in a field', `{"blueTeam":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`],
    ['a prototype', '{"__proto__":{"blueTeamId":101},"redTeamId":102}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}},"redTeamId":102}'],
    ['a name of 200 kB', JSON.stringify({ blueTeam: 'x'.repeat(200_000), redTeamId: 102 })],
    [
      'twenty thousand fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, i]))),
    ],
    ['a list', '[1,2]'],
    ['a text', '"x"'],
    ['a number', '1e400'],
  ]
  it.each(hostile)('%s are refused, cost nothing and stop nobody', async (_name, args) => {
    await start()
    for (const name of ['predict', 'teams', 'team', 'simulate_tournament']) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
      const { status, json } = await post(body)
      expect([name, status < 500, json.error !== undefined || json.result.isError]).toEqual([name, true, true])
    }
    expect(await server.balance()).toBe(20)
    expect((await post(predict)).json.result.isError).toBeUndefined()
  })

  it('a body over the limit of the route is refused by the route', async () => {
    await start()
    const args = { ...matchBody, tournament: 'x'.repeat(70_000) }
    const { json } = await post(tool('predict', args))
    expect(json.result._meta['riftline/error']).toMatchObject({ error: 'payload_too_large', status: 413 })
  })

  it('an id that leads to another path is refused before any route is asked', async () => {
    await start()
    for (const id of ['../usage', '101?x=1', '%2e%2e', 0, -1, 1.5, '101/']) {
      const { json } = await post(tool('team', { id }))
      expect(json.result._meta['riftline/error']).toMatchObject({ error: 'validation_error' })
    }
  })

  it.runIf(runsAll)('a hundred thousand notifications make nothing grow, and others are served meanwhile', async () => {
    await start({ config: { ratePerMinute: 10_000_000, maxConnectionsPerAddress: 1000 } })
    const body = JSON.stringify(message('notifications/progress', { progressToken: 1, progress: 1 }, null))
    const one = `POST /mcp HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const flood = async (): Promise<number> => {
      const { responses } = await sendRaw(server.port, one.repeat(25), 25)
      return responses.filter(({ status }) => status === 202).length
    }
    const heap = (): number => {
      ;(server.log as unknown[]).length = 0
      setFlagsFromString('--expose-gc')
      runInNewContext('gc')()
      return process.memoryUsage().heapUsed
    }
    await flood()
    const before = heap()
    let answered = 0
    for (let round = 0; round < 100; round++) {
      const counts = await Promise.all(Array.from({ length: 40 }, flood))
      answered += counts.reduce((sum, count) => sum + count, 0)
      expect((await send(server, 'GET', '/v1/usage')).status).toBe(200)
    }
    expect(answered).toBe(100_000)
    expect(await server.balance()).toBe(20)
    expect((heap() - before) / 1e6).toBeLessThan(10)
  })
})

describe('a key with limits', () => {
  it('a tool needs the scope of its route, and the list of tools needs none', async () => {
    await start()
    const { key, id } = await server.addKey()
    await server.credits.setKey(id, { scopes: ['read'] })
    expect((await post(message('tools/list'), { key })).json.result.tools.length).toBeGreaterThan(10)
    expect((await post(tool('teams', {}), { key })).json.result.isError).toBeUndefined()
    const refused = (await post(predict, { key })).json.result
    expect([refused.isError, refused._meta['riftline/error']]).toEqual([
      true,
      expect.objectContaining({ error: 'scope_missing', status: 403 }),
    ])
    expect(await server.balance()).toBe(20)
  })

  it('a tool is refused at the monthly limit of its key', async () => {
    await start()
    const { key, id } = await server.addKey()
    await server.credits.setKey(id, { monthlyLimit: 3 })
    expect((await post(predict, { key })).json.result.isError).toBeUndefined()
    const refused = (await post(predict, { key })).json.result
    expect(refused._meta['riftline/error']).toMatchObject({ error: 'key_limit_reached', status: 402 })
    expect(await server.balance()).toBe(18)
  })
})

describe('a charge over POST /mcp', () => {
  it('is given back when the client leaves before the answer', async () => {
    let isCapturing = false
    await start({
      credits: storeThatWaits(async () => {
        isCapturing = true
      }),
    })
    const body = JSON.stringify(predict)
    const socket = await open(server.port)
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await until(() => isCapturing)
    socket.resetAndDestroy()
    await until(() => server.log.some(({ event }) => event === 'request'))
    await until(async () => (await server.balance()) === 20)
    expect(server.log).toContainEqual(
      expect.objectContaining({ event: 'request', route: '/mcp', status: null, credits: 0 }),
    )
  })

  it('is not made when the client has left while the forecast was computed', async () => {
    const leaving: { socket?: Awaited<ReturnType<typeof open>> } = {}
    await start()
    const { hold } = server.credits
    server.credits.hold = async (call) => {
      const held = await hold.call(server.credits, call)
      leaving.socket?.resetAndDestroy()
      await until(() => leaving.socket?.closed === true)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      return held
    }
    const body = JSON.stringify(predict)
    leaving.socket = await open(server.port)
    leaving.socket.write(
      `POST /mcp HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await until(() => server.log.some(({ event }) => event === 'request'))
    expect(await server.balance()).toBe(20)
    const { calls } = await server.credits.usage(server.accountId)
    expect(calls).toEqual([])
  })

  it('stands in the headers of the answer, and a failed forecast is a tool error that costs nothing', async () => {
    let fails = false
    await start({
      predictor: createFakePredictor(catalogue, (matchup) => {
        if (fails) throw new Error('secret detail')
        return fakeForecast(matchup)
      }),
    })
    expect((await post(predict)).headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '18' })
    fails = true
    const { json, headers } = await post(predict)
    expect(json.result).toMatchObject({
      isError: true,
      _meta: { 'riftline/error': { error: 'prediction_error', status: 500 } },
    })
    expect(JSON.stringify(json)).not.toContain('secret')
    expect(headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '18' })
    expect(server.log).toContainEqual(expect.objectContaining({ event: 'prediction_error', level: 'error' }))
  })

  it('four messages in one packet are four calls and four charges', async () => {
    await start()
    const body = JSON.stringify(predict)
    const one = `POST /mcp HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const socket = await open(server.port)
    const answer = readToEnd(socket)
    socket.write(`${one.repeat(3)}${one.replace('Host: h', 'Host: h\r\nConnection: close')}`)
    expect(parseResponses(Buffer.from(await answer)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await server.balance()).toBe(12)
  })
})

it('the server loads the code of the protocol only when it is used', () => {
  const loading = readSource('server').filter(({ text }) => /^import (?!type )[^;]*?from '@riftline\/mcp'/m.test(text))
  expect(loading.map(({ path }) => path)).toEqual([])
})
