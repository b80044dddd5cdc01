import { randomBytes } from 'node:crypto'
import { createApiKey, isWellFormedApiKey } from '@riftline/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer } from '../support/server.ts'
import { sendRaw } from '../support/server-raw.ts'

describe('an API key', () => {
  it('an API key has the documented form and a checksum that catches typing errors', () => {
    const { key, id, sha256 } = createApiKey(randomBytes)
    expect(key).toMatch(/^rl_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/)
    expect(key.slice(8, 16)).toBe(id)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(isWellFormedApiKey(key)).toBe(true)
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'x' ? 'y' : 'x'
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1)), `character ${index}`).toBe(false)
    }
  })

  it('known random bytes give a known API key, so that the format cannot drift', () => {
    const { key } = createApiKey((size) => new Uint8Array(size).map((_, index) => index))
    expect(key).toBe('rl_live_01234567_0123456789ABCDEFGHIJKLMNOPQRSTUV2fA3IE')
  })

  it('a text of another form is no well-formed API key', () => {
    const { key } = createApiKey(randomBytes)
    for (const text of ['', 'rl_live_', `${key} `, `${key}\n`, key.toUpperCase(), key.replace('live', 'test')]) {
      expect(isWellFormedApiKey(text)).toBe(false)
    }
  })
})

describe('the headers with the key', () => {
  let server: TestServer
  let other: string
  beforeAll(async () => {
    server = await startServer()
    other = (await server.addKey()).key
  })
  afterAll(() => server.close())

  async function outcome(
    lines: (key: string, other: string) => readonly string[],
    path = '/v1/teams',
  ): Promise<string> {
    server.clock.advance(60_000)
    const headers = ['Host: h', ...lines(server.key, other)].join('\r\n')
    const { responses } = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
    const [response] = responses
    return response?.status === 200 ? '200' : `${response?.status} ${JSON.parse(response?.body ?? '').error}`
  }

  it.each<[string, string, (key: string, other: string) => readonly string[]]>([
    ['Authorization: Bearer', '200', (key) => [`Authorization: Bearer ${key}`]],
    ['the scheme without regard to case', '200', (key) => [`authorization: bEARER   ${key}`]],
    ['X-Api-Key', '200', (key) => [`x-api-key: ${key}`]],
    ['67 both with the same key', '200', (key) => [`Authorization: Bearer ${key}`, `X-Api-Key: ${key}`]],
    [
      '67 both with different keys',
      '401 invalid_api_key',
      (key, other) => [`Authorization: Bearer ${key}`, `X-Api-Key: ${other}`],
    ],
    [
      '65 two Authorization lines',
      '401 invalid_api_key',
      (key) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
    ],
    ['66 two X-Api-Key lines', '401 invalid_api_key', (key) => [`X-Api-Key: ${key}`, `X-Api-Key: ${key}`]],
    ['68 X_Api_Key', '401 missing_api_key', (key) => [`X_Api_Key: ${key}`]],
    ['69 another scheme', '401 missing_api_key', (key) => [`Authorization: Basic ${key}`]],
    ['69 another scheme beside X-Api-Key', '200', (key) => ['Authorization: Basic abc', `X-Api-Key: ${key}`]],
    ['an empty header', '401 missing_api_key', () => ['X-Api-Key: ']],
  ])('key headers of the case "%s" are answered %s', async (_name, expected, lines) => {
    expect(await outcome(lines)).toBe(expected)
  })

  it('a key in the URL is never read, and the answer says why', async () => {
    for (const name of ['apiKey', 'api_key', 'key']) {
      const response = await send(server, 'GET', `/v1/teams?${name}=${server.key}`, { key: null })
      expect(response.json).toEqual({
        error: 'missing_api_key',
        message: 'a key in the URL is never read; send Authorization: Bearer or X-Api-Key',
      })
      expect((await send(server, 'GET', `/v1/teams?${name}=${server.key}`)).json).toEqual({
        error: 'validation_error',
        message: `${name}: unknown parameter`,
      })
    }
  })

  it('a key never reaches the log', () => {
    expect(server.log.length).toBeGreaterThan(0)
    expect(JSON.stringify(server.log)).not.toContain(server.key.slice(17))
  })
})
