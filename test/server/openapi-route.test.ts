import { brotliDecompressSync } from 'node:zlib'
import { createOpenApi } from '@riftline/server/openapi'
import { afterEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/contract-cases.ts'
import { send, startServer, type TestServer, type TestServerOptions } from '../support/server.ts'

let server: TestServer
afterEach(() => server?.close())

const start = async (config: TestServerOptions['config'] = {}) => {
  server = await startServer({ config })
}
const get = (path: string, headers: Record<string, string> = {}, method: string = 'GET') =>
  send(server, method, path, { key: null, headers })

describe('/openapi.json', () => {
  it('/openapi.json needs no key, states the configured rate and may be cached by anybody', async () => {
    await start({ ratePerMinute: 7 })
    const { status, headers, json } = await get('/openapi.json')
    expect(status).toBe(200)
    expect(json).toEqual(JSON.parse(JSON.stringify(createOpenApi({ ratePerMinute: 7 }))))
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect(Object.keys(headers).filter((name) => /credits|ratelimit/.test(name))).toEqual([])
  })

  it('/openapi.json is compressed, has HEAD, and gives 304 for the tag of any encoding', async () => {
    await start()
    const plain = await get('/openapi.json')
    const packed = await get('/openapi.json', { 'Accept-Encoding': 'br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers.etag?.replace(/"$/, '-br"') })
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.text)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 8)
    const head = await get('/openapi.json', {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': String(plain.bytes.length) } })
    for (const tag of [plain.headers.etag, packed.headers.etag, '*']) {
      const { status, text, headers } = await get('/openapi.json', { 'If-None-Match': tag ?? '' })
      expect([status, text, headers['cache-control']]).toEqual([304, '', 'public, max-age=300'])
    }
  })

  it('/openapi.json refuses parameters and other methods', async () => {
    await start()
    expectError(await get('/openapi.json?x=1'), 400, 'validation_error', 'x: unknown parameter')
    const posted = await get('/openapi.json', {}, 'POST')
    expectError(posted, 405, 'method_not_allowed', 'use GET or HEAD')
    expect(posted.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect((await get('/openapi.json', {}, 'OPTIONS')).status).toBe(204)
  })
})

describe('the help link of an error', () => {
  it('the help link of an error leads to its code if DOCS_URL is set', async () => {
    await start({ docsUrl: 'https://docs.example.org/v1/' })
    for (const [path, key, code] of [
      ['/v1/teams', null, 'missing_api_key'],
      ['/v1/teams?x=1', server.key, 'validation_error'],
      ['/nothing', null, 'not_found'],
    ] as const) {
      const { headers } = await send(server, 'GET', path, { key })
      expect(headers.link).toBe(`<https://docs.example.org/v1/errors#${code}>; rel="help"`)
    }
    expect((await get('/healthz')).headers.link).toBeUndefined()
  })

  it('an error has no help link if DOCS_URL is not set', async () => {
    await start()
    expect((await get('/v1/teams')).headers.link).toBeUndefined()
  })
})

it('every answer behind HTTPS has Strict-Transport-Security, and no other answer has it', async () => {
  await start({ publicHttps: true })
  for (const path of ['/v1/teams', '/healthz', '/nothing', '/openapi.json']) {
    expect((await get(path)).headers['strict-transport-security']).toBe('max-age=31536000')
  }
  expect((await send(server, 'GET', '/v1/teams')).headers['strict-transport-security']).toBe('max-age=31536000')
  await server.close()
  await start()
  expect((await get('/healthz')).headers['strict-transport-security']).toBeUndefined()
})
