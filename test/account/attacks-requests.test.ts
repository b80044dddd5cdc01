import { describe, expect, it } from 'vitest'
import { sendRaw } from '../support/server-raw.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import type { AskOptions } from './visitor.ts'

const email = 'ada@example.org'

function cookieValue(cookie: string | null): string {
  return cookie?.split('=')[1] ?? ''
}

function signIn(page: TestPage, more: AskOptions = {}, next = '') {
  return page.visitor().post('/sign-in', { email, password: goodPassword, ...(next === '' ? {} : { next }) }, more)
}

describe('a form that another site sends', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['as cross-site, with the right origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['with the origin null', { 'Sec-Fetch-Site': undefined, Origin: 'null' }],
    ['with another origin', { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
    ['without Sec-Fetch-Site and Origin', { 'Sec-Fetch-Site': undefined, Origin: undefined }],
    ['with Sec-Fetch-Site none', { 'Sec-Fetch-Site': 'none' }],
    ['with two values of Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-origin, same-origin' }],
  ])('a form that another site sends %s is refused', async (_how, headers) => {
    const page = await openPage()
    await page.member(email)
    const before = await page.state()
    const answer = await signIn(page, { headers })
    expect([answer.status, answer.h1, answer.headers['set-cookie']]).toEqual([403, 'Not allowed', undefined])
    expect(await page.state()).toBe(before)
  })

  it('a form from its own page needs only one of Sec-Fetch-Site and Origin', async () => {
    const page = await openPage()
    await page.member(email)
    expect((await signIn(page, { headers: { Origin: undefined } })).status).toBe(303)
    expect((await signIn(page, { headers: { 'Sec-Fetch-Site': undefined } })).status).toBe(303)
  })
})

describe('a request', () => {
  it('a request for another host gets 421 on every path', async () => {
    const page = await openPage()
    await page.member(email)
    const before = await page.state()
    for (const Host of ['evil.example', `127.0.0.1:${page.port + 1}`, '127.0.0.1', `[::1]:${page.port}`, 'a b']) {
      const answer = await page.visitor().ask('GET', '/dashboard', { headers: { Host } })
      expect([Host, answer.status, answer.h1]).toEqual([Host, 421, 'Wrong address'])
    }
    expect((await signIn(page, { headers: { Host: 'evil.example' } })).status).toBe(421)
    expect(await page.state()).toBe(before)
  })

  it('forwarding headers cannot put another host into a mailed link', async () => {
    const page = await openPage()
    await page.member(email)
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example', 'X-Forwarded-Proto': 'https' }
    expect((await page.visitor().post('/forgot', { email }, { headers })).status).toBe(303)
    const [mail] = (await page.mails(email)).slice(-1)
    expect(mail?.link).toMatch(new RegExp(`^${page.origin}/reset\\?token=[\\w-]{43}$`))
  })

  it.each<[target: (origin: string) => string, status: number, location?: string]>([
    [(origin) => `${origin}/dashboard`, 303, '/sign-in?next=/dashboard'],
    [(origin) => `${origin}/usage?month=2026-11`, 303, '/sign-in?next=/usage%3Fmonth%3D2026-11'],
    [() => 'http://evil.example/', 421],
    [() => 'evil', 400],
    [() => '*', 400],
    [() => '', 400],
  ])(
    'a request with an absolute target is for the host in the target, not in Host: %s',
    async (targetOf, status, location) => {
      const page = await openPage()
      const own = `127.0.0.1:${page.port}`
      for (const host of status === 421 ? [own] : [own, 'evil.example']) {
        const bytes = `GET ${targetOf(page.origin)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
        const { responses } = await sendRaw(page.port, bytes)
        expect([host, responses[0]?.status, responses[0]?.headers.get('location')]).toEqual([host, status, location])
      }
    },
  )

  it('a request for an encoded path without a session is redirected to the sign-in', async () => {
    const page = await openPage()
    const answer = await page.visitor().get('/%64ashboard')
    expect([answer.status, answer.location]).toEqual([303, '/sign-in?next=/dashboard'])
  })

  it.each([
    '/keys/..%2fx',
    '//dashboard',
    '/keys//x',
    '/keys/%2e%2e/x',
    '/keys/..',
    '/keys/%5cx',
    '/keys/%00',
    '/keys/%',
    '/keys/%ff',
    '/usage?month=%',
    '/a\\b',
    '/#x',
  ])('a request for %s gets 400', async (path) => {
    const page = await openPage()
    const bytes = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\n\r\n`
    const { responses } = await sendRaw(page.port, bytes)
    expect(responses[0]?.status).toBe(400)
    expect(responses[0]?.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['/keys/', '/sign-in/', '/Keys', '/%2561', '/index.html', '/credits/test', '/webhooks', '/keys/a/b'])(
    'a request for %s finds no page',
    async (path) => {
      const page = await openPage()
      const member = await page.member()
      const answer = await member.get(path)
      expect([answer.status, answer.h1]).toEqual([404, 'Not found'])
    },
  )

  it('a request for a path of 7,000 characters is answered like any other, and one of 9,000 gets 431', async () => {
    const page = await openPage()
    expect((await page.visitor().get(`/${'a'.repeat(7000)}`)).status).toBe(404)
    expect((await page.visitor().get(`/keys/${'a'.repeat(7000)}`)).status).toBe(303)
    expect((await page.visitor().get(`/${'a'.repeat(9000)}`)).status).toBe(431)
    expect((await page.visitor().get(`/usage?${'a&'.repeat(3000)}`)).location).toMatch(/^\/sign-in\?next=/)
  })
})

describe('a session', () => {
  it('a request with no cookie, an unknown one or one of an ended session has to sign in', async () => {
    const page = await openPage()
    const member = await page.member()
    const ended = member.cookie
    expect((await member.post('/sign-out')).location).toBe('/')
    expect(member.cookie).toBeNull()
    const before = await page.state()
    for (const cookie of [null, `riftline=${'A'.repeat(43)}`, 'riftline=', ended]) {
      const answer = await page.visitor().get('/keys', { cookie })
      expect([answer.status, answer.location]).toEqual([303, '/sign-in?next=/keys'])
    }
    expect(await page.state()).toBe(before)
  })

  it('a sign-in replaces a cookie value that was set before it', async () => {
    const page = await openPage()
    await page.member(email)
    const chosen = `riftline=${'A'.repeat(43)}`
    const answer = await signIn(page, { cookie: chosen })
    const [set = ''] = answer.headers['set-cookie'] ?? []
    expect(set).toMatch(/^riftline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/)
    expect(set).not.toContain(chosen)
    expect((await page.visitor().get('/keys', { cookie: chosen })).status).toBe(303)
  })

  it('a request that sends the session cookie twice has no session, on one line or on two', async () => {
    const page = await openPage()
    const member = await page.member()
    const { cookie } = member
    const other = `riftline=${'A'.repeat(43)}`
    for (const line of [`${cookie}; ${cookie}`, `${other}; ${cookie}`, `${cookie}; ${other}`]) {
      expect((await page.visitor().get('/keys', { cookie: line })).status).toBe(303)
    }
    const lines = `GET /keys HTTP/1.1\r\nHost: 127.0.0.1:${page.port}\r\nCookie: ${cookie}\r\nCookie: ${other}\r\n\r\n`
    expect((await sendRaw(page.port, lines)).responses[0]?.status).toBe(303)
    expect((await page.visitor().get('/keys', { cookie: `a=b; ${cookie}; c=d` })).status).toBe(200)
  })
})

describe('the parameter next of a sign-in', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\r\nX: 1',
    '/%0d%0aX: 1',
    '/%2f/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/nowhere',
    '/sign-out',
    '/keys#x',
    '/keys?a=//evil.example',
    '/keys\t',
    '/kéys',
  ])('a sign-in leads to the dashboard for the unsafe next %j', async (next) => {
    const page = await openPage()
    await page.member(email)
    const answer = await signIn(page, {}, next)
    expect([answer.status, answer.location]).toEqual([303, '/dashboard'])
    const shown = await page.visitor().get(`/sign-in?next=${encodeURIComponent(next.replace(/[\r\n]/g, ''))}`)
    expect(/name="next" value="([^"]*)"/.exec(shown.text)?.[1]).toBe('/dashboard')
  })

  it.each(['/keys', '/keys/key_1', '/usage?month=2026-11&key=', '/console', '/'])(
    'a sign-in leads to the page %s',
    async (next) => {
      const page = await openPage()
      await page.member(email)
      expect((await signIn(page, {}, next)).location).toBe(next)
    },
  )
})

describe('a cookie under https', () => {
  it('the cookie has the prefix __Host-, and a cookie without it is ignored', async () => {
    const page = await openPage({ env: { RIFTLINE_ACCOUNT_URL: 'https://localhost' } })
    const member = await page.member(email)
    const answer = await signIn(page)
    const [set = ''] = answer.headers['set-cookie'] ?? []
    expect(set).toMatch(/^__Host-riftline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600$/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await member.get('/keys')).status).toBe(200)
    const plain = `riftline=${cookieValue(member.cookie)}`
    expect((await page.visitor().get('/keys', { cookie: plain })).status).toBe(303)
  })
})
