import { errorCodes } from '@riftline/server'
import { createOpenApi } from '@riftline/server/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html, prose } from '#server/docs/html.ts'
import { send, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ config: { publicDocs: true, ratePerMinute: 7 } })
})
afterAll(() => server.close())

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the docs page', () => {
  test('is HTML without a key, under a policy that lets nothing foreign in', async () => {
    const { status, headers, text } = await get('/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script|<style| style=| on\w+=|javascript:|@import/i)
    const linked = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => target)
    expect(linked.filter((target) => !target?.startsWith('#'))).toEqual(['/docs/style.css'])
  })

  test('has every operation, price, field, header and code', async () => {
    const { text } = await get('/docs')
    const { paths } = createOpenApi({ ratePerMinute: 7 })
    for (const [path, { get: read, post }] of Object.entries(paths)) {
      expect(text).toContain(`<code>${path}</code>`)
      expect(text).toContain(`<section id="${(read ?? post)?.operationId}">`)
    }
    for (const code of errorCodes) expect(text).toContain(`<tr id="${code}">`)
    for (const part of [
      'fasttree 2, lightgbm 5, pcasweep 5, consensus 10',
      'winner 1, all 2',
      '7 requests in any 60',
    ]) {
      expect(text).toContain(part)
    }
    for (const part of ['bluePicks[].champion', 'markets.killHandicap[].odds[].decimalOdds', 'X-Credits-Remaining']) {
      expect(text).toContain(`<code>${part}</code>`)
    }
    expect(text).toContain('number &gt; 1, &lt;= 1000, optional')
  })

  test('leads nowhere: every link has its target, and every id is there once', async () => {
    const { text } = await get('/docs')
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  test('is where the help links of errors lead, with its style beside it', async () => {
    expect((await get('/docs/errors')).text).toBe((await get('/docs')).text)
    const style = await get('/docs/style.css')
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(style.text).toContain('nav {')
    expect(style.text).not.toMatch(/url\(|@import/)
  })

  test('has HEAD and no other method', async () => {
    const head = await send(server, 'HEAD', '/docs', { key: null })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect((await send(server, 'POST', '/docs', { key: null })).status).toBe(405)
  })
})

test('values in a page are escaped', () => {
  expect(html`<p>${'<img src=x onerror="1">&\''}</p>`.html).toBe(
    '<p>&lt;img src=x onerror=&quot;1&quot;&gt;&amp;&#39;</p>',
  )
  expect(html`${prose('a `<b>` c')}`.html).toBe('<p>a <code>&lt;b&gt;</code> c</p>')
})
