import { describe, expect, it } from 'vitest'
import { sendRaw } from '../support/server-raw.ts'
import { goodPassword, openPage, type TestPage } from './account-page.ts'
import type { AskOptions } from './visitor.ts'

const email = 'ada@example.org'

/** The session cookie's value. */
function cookieValue(cookie: string | null): string {
  return cookie?.split('=')[1] ?? ''
}

function signIn(page: TestPage, more: AskOptions = {}, next = '') {
  return page.visitor().post('/sign-in', { email, password: goodPassword, ...(next === '' ? {} : { next }) }, more)
}

describe('a form that another site sends', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['as cross-site, with the right origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from a sibling of the site', { 'Sec-Fetch-Site': 'same-site' }],
    ['with the origin null', { 'Sec-Fetch-Site': undefined, Origin: 'null' }],
    ['with another origin', { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
    ['without a word of where it comes from', { 'Sec-Fetch-Site': undefined, Origin: undefined }],
    ['typed into the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['with two values of where it comes from', { 'Sec-Fetch-Site': 'same-origin, same-origin' }],
  ])('a form that another site sends %s is refused', async (_how, headers) => {
    const page = await openPage()
    await page.member(email)
    const before = await page.state()
    const answer = await signIn(page, { headers })
    expect([answer.status, answer.h1, answer.headers['set-cookie']]).toEqual([403, 'Not allowed', undefined])
    expect(await page.state()).toBe(before)
  })

  it('a form from its own page is taken by either header', async () => {
    const page = await openPage()
    await page.member(email)
    expect((await signIn(page, { headers: { Origin: undefined } })).status).toBe(303)
    expect((await signIn(page, { headers: { 'Sec-Fetch-Site': undefined } })).status).toBe(303)
  })
})

describe('a request', () => {
  it('a request for another host is misdirected, whatever it asks', async () => {
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

  it('a request cannot put another host into a mailed link', async () => {
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
  ])('a request with an absolute target is for the host that it names: %s', async (targetOf, status, location) => {
    const page = await openPage()
    const own = `127.0.0.1:${page.port}`
    for (const host of status === 421 ? [own] : [own, 'evil.example']) {
      const bytes = `GET ${targetOf(page.origin)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
      const { responses } = await sendRaw(page.port, bytes)
      expect([host, responses[0]?.status, responses[0]?.headers.get('location')]).toEqual([host, status, location])
    }
  })

  it('a request without a session is sent to the sign-in also under an encoded name', async () => {
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
  ])('a request for %s is no HTTP that is served', async (path) => {
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

  it('a request for a path of thousands of characters is answered as any other', async () => {
    const page = await openPage()
    expect((await page.visitor().get(`/${'a'.repeat(7000)}`)).status).toBe(404)
    expect((await page.visitor().get(`/keys/${'a'.repeat(7000)}`)).status).toBe(303)
    expect((await page.visitor().get(`/${'a'.repeat(9000)}`)).status).toBe(431)
    expect((await page.visitor().get(`/usage?${'a&'.repeat(3000)}`)).location).toMatch(/^\/sign-in\?next=/)
  })
})

describe('a session', () => {
  it('a session is asked for with no cookie, an unknown one, one that has ended', async () => {
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

  it('a session never has the value that somebody chose before the sign-in', async () => {
    const page = await openPage()
    await page.member(email)
    const chosen = `riftline=${'A'.repeat(43)}`
    const answer = await signIn(page, { cookie: chosen })
    const [set = ''] = answer.headers['set-cookie'] ?? []
    expect(set).toMatch(/^riftline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/)
    expect(set).not.toContain(chosen)
    expect((await page.visitor().get('/keys', { cookie: chosen })).status).toBe(303)
  })

  it('a session is none where the cookie is sent twice, on one line or on two', async () => {
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

describe('where a sign-in leads', () => {
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
  ])('a sign-in leads to the dashboard for %j', async (next) => {
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
  it('a cookie under https belongs to the host alone, and the plain name means nothing', async () => {
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
