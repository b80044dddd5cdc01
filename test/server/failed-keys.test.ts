import { randomBytes } from 'node:crypto'
import { createApiKey } from '@riftline/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createFailedKeys } from '#server/auth/api-key.ts'
import type { ClientAddress } from '#server/http/client-address.ts'
import { createIdleMap } from '#server/limits/rate-limiter.ts'
import { createManualClock } from '../support/clock.ts'
import { send, startServer, type TestServer, type TestServerOptions } from '../support/server.ts'
import { sendRaw } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

const config = { authFailsPerMinute: 3, trustedProxies: ['127.0.0.1'] }
const start = async (options: TestServerOptions['config'] = {}) => {
  server = await startServer({ config: { ...config, ...options } })
}
const wrongKey = () => createApiKey(randomBytes).key
const ask = (key: string | null, from = '203.0.113.9') =>
  send(server, 'GET', '/v1/teams', { key, headers: { 'X-Forwarded-For': from } })
const fail = async (times: number, from?: string) => {
  for (let count = 0; count < times; count++) expect((await ask(wrongKey(), from)).status).toBe(401)
}

describe('wrong keys of one address', () => {
  it('wrong keys of one address get 401 up to the limit of a minute, then 429', async () => {
    await start()
    await fail(3)
    const refused = await ask('nonsense')
    expect(refused).toMatchObject({
      status: 429,
      json: { error: 'rate_limited', message: '3 requests per minute; retry in 60 s' },
      headers: { 'retry-after': '60', 'cache-control': 'no-store' },
    })
    expect(Object.keys(refused.headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
    server.clock.advance(59_999)
    expect((await ask(wrongKey())).status, 'the refused one did not count').toBe(429)
    server.clock.advance(1)
    await fail(3)
    expect((await ask(wrongKey())).status).toBe(429)
  })

  it('the default limit is sixty wrong keys a minute', async () => {
    await start({ authFailsPerMinute: 60 })
    await fail(60)
    expect((await ask(wrongKey())).json.message).toBe('60 requests per minute; retry in 60 s')
  })

  it('wrong keys never stop a valid key or change the answer to a missing one', async () => {
    await start()
    await fail(3)
    expect((await ask(wrongKey())).status).toBe(429)
    expect((await ask(server.key)).status).toBe(200)
    for (let count = 0; count < 5; count++) expect((await ask(null)).json.error).toBe('missing_api_key')
  })

  it('wrong keys of an address count against its whole /64, and not against another /64', async () => {
    await start()
    await fail(3, '2001:db8::1')
    await fail(1, '2001:db8:0:1::1')
    expect((await ask(wrongKey(), '2001:db8::2')).status).toBe(429)
  })

  it('a key that is revoked from a later time on is refused from then on', async () => {
    await start()
    const { key, id } = await server.addKey()
    await server.credits.revokeKey(id, server.credits.now() + 5000)
    expect((await ask(key)).status).toBe(200)
    server.clock.advance(5000)
    expect((await ask(key)).json.error).toBe('revoked_api_key')
  })

  it('a revoked key, a repeated header and two different keys count as wrong keys', async () => {
    await start()
    const { key, id } = await server.addKey()
    await server.credits.revokeKey(id)
    expect((await ask(key)).json.error).toBe('revoked_api_key')
    const twice = `GET /v1/teams HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 203.0.113.9\r\n`
    const lines = [`X-Api-Key: ${server.key}\r\nX-Api-Key: ${server.key}\r\n\r\n`]
    lines.push(`X-Api-Key: ${server.key}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    const answers = []
    for (const line of [...lines, ...lines]) answers.push((await sendRaw(server.port, twice + line)).responses[0])
    expect(answers.map((answer) => answer?.status)).toEqual([401, 401, 429, 429])
  })

  it('wrong keys are unlimited for exempt addresses, and when the limit is 0', async () => {
    await start()
    await fail(10, '10.1.2.3')
    await server.close()
    await start({ authFailsPerMinute: 0 })
    await fail(10)
    await server.close()
    await start({ ipAllow: ['203.0.113.0/24'] })
    await fail(10)
  })
})

describe('the counters of wrong keys in bounded memory', () => {
  const addressOf = (text: string): ClientAddress => ({
    text,
    network: text,
    exempt: false,
    forwarded: false,
    doubt: null,
  })

  it('an address is still limited after 100,000 others with wrong keys', async () => {
    await start()
    const clock = createManualClock()
    const failedKeys = createFailedKeys(2, clock)
    for (let count = 0; count < 100_000; count++) failedKeys.note(addressOf(`a${count}`))
    failedKeys.note(addressOf('busy'))
    failedKeys.note(addressOf('busy'))
    expect(() => failedKeys.note(addressOf('busy'))).toThrow('2 requests per minute')
  })

  it('an idle map forgets a value not asked for during a period, and never holds more than two turns', async () => {
    await start()
    const map = createIdleMap<number>(1000, 10)
    map.set('a', 1, 0)
    map.set('b', 2, 0)
    expect(map.get('a', 1000)).toBe(1)
    expect(map.get('a', 2000)).toBe(1)
    expect(map.get('b', 2000)).toBeUndefined()
    expect(map.get('a', 4000)).toBeUndefined()
    for (let count = 0; count < 100_000; count++) map.set(`key ${count}`, count, 4000)
    expect(map.size).toBeLessThanOrEqual(20)
    expect(map.get('key 99999', 4000)).toBe(99_999)
    map.delete('key 99999')
    expect(map.get('key 99999', 4000)).toBeUndefined()
  })

  it('a /48 may send four times as many wrong keys as a single /64', () => {
    const failedKeys = createFailedKeys(2, createManualClock())
    let noted = 0
    for (let index = 0; index < 100; index++) {
      const text = `2001:db8:1:${index}::1`
      try {
        failedKeys.note({ ...addressOf(text), wider: [`${index}::/56`, '2001:db8:1::/48'] })
        noted++
      } catch {}
    }
    expect(noted).toBe(8)
  })
})
