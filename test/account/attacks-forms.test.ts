import { describe, expect, it } from 'vitest'
import { until } from '../support/server.ts'
import { open, readToEnd, sendRaw } from '../support/server-raw.ts'
import { openPage, type TestPage } from './account-page.ts'

async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a form', () => {
  async function signInWith(page: TestPage, body: string, headers: Readonly<Record<string, string>> = {}) {
    return page.visitor().post('/sign-in', {}, { body, headers })
  }

  it('a form of 16 KiB is read, and one byte more is refused', async () => {
    const page = await openPage()
    const frame = 'email=a&password=b&next='
    const whole = frame + 'c'.repeat(16 * 1024 - frame.length)
    expect((await signInWith(page, whole)).status).toBe(422)
    const answer = await signInWith(page, `${whole}c`)
    expect([answer.status, answer.h1]).toEqual([413, 'Not allowed'])
    expect((await signInWith(page, 'x'.repeat(17 * 1024))).status).toBe(413)
  })

  it('a form of 5 MB gets its refusal, whether sent with a length or in chunks', async () => {
    const page = await openPage()
    const head = `POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\nOrigin: ${page.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    const body = Buffer.alloc(5_000_000, 'a')
    const chunks = [Buffer.from('4c4b40\r\n'), body, Buffer.from('\r\n0\r\n\r\n')]
    const long = Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body])
    const chunked = Buffer.concat([Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`), ...chunks])
    for (const bytes of [long, chunked]) {
      const { responses, closed } = await sendRaw(page.port, bytes)
      expect([responses[0]?.status, closed]).toEqual([413, true])
    }
  })

  it('a refused form is read to its end, so that a reset of the connection does not lose the answer', async () => {
    const page = await openPage()
    const body = 'a'.repeat(100_000)
    const socket = await open(page.port)
    const errors: unknown[] = []
    socket.on('error', (error) => errors.push(error))
    const answer = readToEnd(socket)
    socket.write(`POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\nOrigin: ${page.origin}\r\n`)
    socket.write(`Content-Type: text/plain\r\nContent-Length: ${2 * body.length}\r\n\r\n${body}`)
    await until(() => page.log.some(({ status }) => status === 415))
    await turns()
    expect([socket.destroyed, socket.bytesRead]).toEqual([false, 0])
    socket.write(body)
    expect((await answer).split('\r\n')[0]).toBe('HTTP/1.1 415 Unsupported Media Type')
    expect(errors).toEqual([])
  })

  it.each([
    ['multipart/form-data; boundary=x', 415],
    ['text/plain', 415],
    ['application/json', 415],
    ['application/x-www-form-urlencoded, text/plain', 415],
    ['application/x-www-form-urlencoded; charset=latin1', 415],
    ['application/x-www-form-urlencoded; charset=UTF-8', 422],
  ])('a form with Content-Type %s gets %i', async (type, status) => {
    const page = await openPage()
    expect((await signInWith(page, 'email=a&password=b', { 'Content-Type': type })).status).toBe(status)
  })

  it.each([
    ['a field twice', 'email=a%40b.c&email=d%40e.f&password=x'],
    ['a field twice, once encoded', 'email=a&%65mail=b&password=x'],
    ['an unknown field', 'email=a&password=b&admin=1'],
    ['a field without a name', 'email=a&password=b&=1'],
    ['a broken escape', 'email=%zz&password=b'],
    ['bytes that are no text', 'email=%ff&password=b'],
    ['a field named __proto__', 'email=a&password=b&__proto__=1'],
  ])('a form with %s is refused', async (_what, body) => {
    const page = await openPage()
    const before = await page.state()
    const answer = await signInWith(page, body)
    expect([answer.status, answer.h1]).toEqual([400, 'Sign in'])
    expect(await page.state()).toBe(before)
  })

  it('methods other than GET, HEAD and POST are refused with an Allow header', async () => {
    const page = await openPage()
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE']) {
      const answer = await page.visitor().ask(method, '/sign-in')
      expect([method, answer.status, answer.headers.allow, answer.h1]).toEqual([
        method,
        405,
        'GET, HEAD, POST',
        'Not allowed',
      ])
    }
  })
})

describe('a header named like a property of Object.prototype', () => {
  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'valueOf'])(
    'a header named %s does not change the answer to a form',
    async (header) => {
      const page = await openPage()
      // In older supported releases of Node such a header breaks `headersDistinct`.
      page.server.prependListener('request', (request) => {
        Object.defineProperty(request, 'headersDistinct', {
          get() {
            throw new TypeError('dest[field].push is not a function')
          },
        })
      })
      const body = 'email=a%40example.org&password=wrong'
      const head = ['POST /sign-in HTTP/1.1', `Host: 127.0.0.1:${page.port}`, 'Sec-Fetch-Site: same-origin']
      const type = 'Content-Type: application/x-www-form-urlencoded'
      const lines = [...head, `${header}: x`, type, `Content-Length: ${body.length}`, '', body]
      const { responses } = await sendRaw(page.port, lines.join('\r\n'))
      expect(responses.map(({ status }) => status)).toEqual([422])
    },
  )
})
