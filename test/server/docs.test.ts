import { errorCodes } from '@riftline/server'
import { createOpenApi } from '@riftline/server/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { html } from '#server/docs/html.ts'
import { docsStyle } from '#server/docs/style.ts'
import { inlineHtml } from '#server/docs/to-html.ts'
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

const idsOf = (page: string): readonly (string | undefined)[] =>
  [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

describe.each(['/docs', '/docs/errors'])('the page %s', (path) => {
  it('a docs page is HTML without a key, under a policy that lets nothing foreign in', async () => {
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script|<style| style=| on\w+=|javascript:|@import/i)
    const linked = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)
    const beyond = linked.filter((target) => !/^\/docs(\/errors)?(#|$)/.test(target))
    expect(beyond.filter((target) => target !== 'https://api.example.org/openapi.json')).toEqual(['/docs/style.css'])
  })

  it('every link of a docs page has its target, and every id is there once', async () => {
    const ids = { '/docs': idsOf((await get('/docs')).text), '/docs/errors': idsOf((await get('/docs/errors')).text) }
    for (const all of Object.values(ids)) expect(new Set(all).size).toBe(all.length)
    const links = [...(await get(path)).text.matchAll(/href="(\/docs(?:\/errors)?)#([^"]*)"/g)]
    const broken = links.filter(([, page, id]) => !ids[page as keyof typeof ids].includes(id))
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('a docs page has headings without a gap below its title, and every region has a name of its own', async () => {
    const { text } = await get(path)
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
    const regions = [...text.matchAll(/role="region" aria-label="([^"]*)" tabindex="0"/g)].map(([, label]) => label)
    expect(regions.length).toBe(text.match(/<pre|<table/g)?.length)
    expect(new Set(regions.map((label) => label?.toLowerCase())).size).toBe(regions.length)
  })

  it('a docs page has HEAD and no other method', async () => {
    const head = await send(server, 'HEAD', path, { key: null })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect((await send(server, 'POST', path, { key: null })).status).toBe(405)
  })
})

it('the docs page has every operation, price, field and header', async () => {
  const { text } = await get('/docs')
  expect(text).toContain('<h1>API reference</h1>')
  const { paths } = createOpenApi({ ratePerMinute: 7 })
  for (const [path, { get: read, post }] of Object.entries(paths)) {
    expect(text).toContain(`<code>${path}</code>`)
    expect(text).toContain(`<section id="${(read ?? post)?.operationId}">`)
  }
  for (const part of ['fasttree 2, lightgbm 5, pcasweep 5, consensus 10', 'winner 1, all 2', '7 requests in any 60']) {
    expect(text).toContain(part)
  }
  for (const part of ['bluePicks[].champion', 'markets.killHandicap[].odds[].decimalOdds', 'X-Credits-Remaining']) {
    expect(text).toContain(`<code>${part}</code>`)
  }
  expect(text).toContain('curl -sS --fail-with-body &#39;https://api.example.org/v1/teams?name=T1&#39;')
  expect(text).toContain('number &gt; 1, &lt;= 1000, optional')
  expect(text).toContain('<code>&quot;key&quot;;q=7;w=60</code>')
})

it('the page of errors has a row under each code, where the help links of errors lead', async () => {
  const { text } = await get('/docs/errors')
  expect(text).toContain('<h1>Errors</h1>')
  expect([...text.matchAll(/<tr id="([^"]*)">/g)].map(([, code]) => code)).toEqual(errorCodes)
})

it('the style of the docs is a file beside them', async () => {
  const style = await get('/docs/style.css')
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(style.text).toContain('.docs-text')
  expect(style.text).not.toMatch(/url\(|@import/)
})

it('values in a page are escaped', () => {
  expect(html`<p>${'<img src=x onerror="1">&\''}</p>`.html).toBe(
    '<p>&lt;img src=x onerror=&quot;1&quot;&gt;&amp;&#39;</p>',
  )
  expect(inlineHtml('a `<b>[]` [`c` "d"](/e?f&g) <').html).toBe(
    'a <code>&lt;b&gt;[]</code> <a href="/e?f&amp;g"><code>c</code> &quot;d&quot;</a> &lt;',
  )
})

it('the table of error codes names the column of each cell, since a phone shows them below each other; the style sheet prints the name', async () => {
  const { text } = await get('/docs/errors')
  const [, row = ''] = /<tr id="overloaded">(.*?)<\/tr>/s.exec(text) ?? []
  const labels = [...row.matchAll(/<td data-label="([^"]*)">/g)].map(([, label]) => label)
  expect(labels).toEqual(['Status', 'Meaning', 'What to do', 'Same request again', 'Charged'])
  expect(docsStyle).toContain('content: attr(data-label)')
})
