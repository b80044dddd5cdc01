import { errorCodes } from '@riftline/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
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

it.each([
  ['/docs', 'text/html'],
  ['/docs/errors', 'text/html'],
  ['/docs/viewer.js', 'text/javascript'],
  ['/docs/viewer.css', 'text/css'],
  ['/docs/start.js', 'text/javascript'],
])('%s is served without a key, under a policy that allows only files of this server', async (path, type) => {
  const { status, headers } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(await send(server, 'HEAD', path, { key: null })).toMatchObject({ status: 200, text: '' })
  expect((await send(server, 'POST', path, { key: null })).status).toBe(405)
})

it('the pages of the docs contain no inline script, no inline style and no address of another host', async () => {
  for (const path of ['/docs', '/docs/errors']) {
    const { text } = await get(path)
    expect(text).not.toMatch(/<script(?! src)|<style| style=| on\w+=|javascript:|@import/i)
    for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g)) expect(target).toMatch(/^\/docs/)
  }
  expect((await get('/docs/viewer.css')).text).not.toMatch(/url\(|@import/)
})

it('the reference states the price of each operation and the rate of this server', async () => {
  const { text } = await get('/docs/start.js')
  for (const part of ['fasttree 2, lightgbm 5, pcasweep 5, consensus 10', 'winner 1, all 2', '7 requests in any 60']) {
    expect(text).toContain(part)
  }
})

it('the page of errors has a section for each code, to which the help links of errors lead', async () => {
  const { text } = await get('/docs/errors')
  expect([...text.matchAll(/<section id="([^"]*)">/g)].map(([, code]) => code)).toEqual(errorCodes)
})

it('the page of errors advises to wait for Retry-After for exactly the errors that have it', async () => {
  const sections = (await get('/docs/errors')).text.split('<section').slice(1)
  const statuses = (list: readonly string[]) =>
    [...new Set(list.map((section) => /status (\d+)/.exec(section)?.[1]))].sort()
  const isWaiting = (section: string) => section.includes('Retry-After</code>.')
  expect(statuses(sections.filter(isWaiting))).toEqual(['409', '429', '503'])
  expect(statuses(sections.filter((section) => !isWaiting(section)))).not.toContain('503')
})

describe.skipIf(browserTests.skip)(`the docs in Chromium${browserTests.why}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it.each([
    ['/docs', '.opblock'],
    ['/docs#/Predictions/predict', '.responses-table'],
    ['/docs/errors', '#overloaded'],
  ])(
    'axe finds no fault in %s, which does not scroll sideways or break its policy',
    async (path, selector) => {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`http://127.0.0.1:${server.port}${path}`)
      await page.locator(selector).first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.close()
    },
    60_000,
  )
})
