import { describe, expect, it } from 'vitest'
import { sendRaw } from '../support/server-raw.ts'
import { openPage } from './account-page.ts'
import { expectSecure, security } from './secure-answer.ts'

describe('security headers', () => {
  it('every answer has the security headers: pages, errors, redirects, files, other hosts', async () => {
    const page = await openPage()
    const visitor = page.visitor()
    const home = await visitor.get('/')
    const assets = [...home.text.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g)].map(([, path]) => path ?? '')
    expect(assets).toHaveLength(2)
    for (const path of assets) {
      const answer = await visitor.get(path)
      const caching = { 'cache-control': 'public, max-age=31536000, immutable' }
      expect([answer.status, answer.headers]).toMatchObject([200, { ...security, ...caching }])
      const posted = await visitor.post(path)
      expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
      expectSecure(posted, path)
    }
    expectSecure(await visitor.get('/nowhere'), '404')
    expectSecure(await visitor.get('/healthz'), '/healthz')
    expectSecure(await visitor.get('/', { headers: { Host: 'evil.example' } }), '421')
    expectSecure(await visitor.get('/', { headers: { Host: `localhost:${page.port}` } }), '308')
    expectSecure(await visitor.get('/llms.txt'), 'file')
    const { responses } = await sendRaw(page.port, `GET //x HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\n\r\n`)
    expect(responses[0]?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(responses[0]?.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(responses[0]?.body ?? '')).toMatchObject({ error: 'bad_request' })
  })

  it('the content security policy allows forms to the page itself and to the payment provider only', async () => {
    const page = await openPage({ env: { RIFTLINE_ACCOUNT_URL: 'https://localhost' } })
    const { headers } = await page.visitor().get('/')
    expect(headers['content-security-policy']).toContain("form-action 'self';")
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('a host', () => {
  it('/healthz answers GET for any host and refuses other methods', async () => {
    const page = await openPage()
    for (const Host of ['evil.example', `127.0.0.1:${page.port}`]) {
      const answer = await page.visitor().get('/healthz', { headers: { Host } })
      expect([answer.status, answer.text]).toEqual([200, 'ok'])
      const posted = await page.visitor().post('/healthz', {}, { headers: { Host } })
      expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
    expect((await page.visitor().ask('HEAD', '/healthz')).text).toBe('')
  })

  it('GET at the host localhost is redirected to the page’s address unless RIFTLINE_ACCOUNT_URL is set; POST is refused', async () => {
    const page = await openPage()
    const headers = { Host: `LOCALHOST:${page.port}` }
    const moved = await page.visitor().get('/sign-in?next=/keys', { headers })
    expect([moved.status, moved.location]).toEqual([308, `${page.origin}/sign-in?next=/keys`])
    expect((await page.visitor().post('/sign-in', {}, { headers })).status).toBe(421)
    const set = await openPage({ env: { RIFTLINE_ACCOUNT_URL: 'http://127.0.0.1:9999' } })
    const other = { Host: `localhost:9999` }
    expect((await set.visitor().get('/', { headers: other })).status).toBe(421)
  })
})

describe('the query parameter done', () => {
  it('the page shows a message for known values of done and nothing for others', async () => {
    const page = await openPage()
    const member = await page.member()
    const { text } = await member.get('/keys?done=welcome')
    expect(text).toContain('<p id="status" role="status">Your account is ready.')
    for (const done of ['hacked', '', '__proto__', 'toString', '<b>x</b>']) {
      const page = await member.get(`/keys?done=${encodeURIComponent(done)}`)
      expect([page.status, page.text.includes('id="status"')]).toEqual([200, false])
    }
  })
})

describe('a connection', () => {
  it('a connection serves the next request after a refused form with an unread body', async () => {
    const page = await openPage()
    const head = `Host: 127.0.0.1:${page.port}\r\n`
    const body = 'email=a&password=b'
    const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const bytes = [
      `POST /sign-in HTTP/1.1\r\n${head}Origin: https://evil.example\r\n${form}`,
      `POST /nowhere HTTP/1.1\r\n${head}${form}`,
      `POST /sign-in HTTP/1.1\r\n${head}Origin: ${page.origin}\r\n${form}`,
      `GET /check-inbox HTTP/1.1\r\n${head}\r\n`,
    ].join('')
    const { responses } = await sendRaw(page.port, bytes, 4)
    expect(responses.map(({ status }) => status)).toEqual([403, 404, 422, 200])
  })
})
