import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { type SiteServer, serveSite } from './built-site.ts'
import { newSiteVisitor } from './visitor.ts'

const { skip, why } = browserTests

/** One page of each kind. */
const kinds = [
  '',
  'docs/',
  'docs/deploy.html',
  'docs/formats.html',
  'packages/server/',
  'packages/core/src/trees/',
  'artifacts/REPORT.html',
  'CHANGELOG.html',
  'api/',
  'api/core/trees.html',
  'api/predictor.html',
  'http-api/',
  'http-api/predict.html',
  'http-api/errors.html',
  'source/examples/postgres/compose.yaml.html',
]

describe.skipIf(skip)(`pages of the site in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })

  it.each(kinds)(
    '/%s opens without a complaint of the browser or of axe, in both schemes, on a screen and on a phone',
    async (path) => {
      const visitor = await newSiteVisitor(browser, site)
      await visitor.go(path)
      expect(await faultsOf(visitor.page)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )

  it('the search opens and finds a page by the keyboard alone, and is loaded only then', async () => {
    const visitor = await newSiteVisitor(browser, site)
    const { page } = visitor
    await visitor.go('docs/deploy.html')
    const before = site.requested.length
    expect(site.requested.filter((path) => path.includes('localSearchIndex'))).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').or(page.locator('#localsearch-input')).waitFor()
    await page.keyboard.type('rotate a key')
    await page.locator('.result.selected', { hasText: 'Rotate a key' }).waitFor()
    expect(site.requested.slice(before).some((path) => path.includes('localSearchIndex'))).toBe(true)
    // VitePress marks the dialog and its results up as boxes with links inside, which axe reports; its keys work as stated here.
    await page.keyboard.press('Enter')
    await page.waitForURL(/rotate-a-key\.html/)
    await page.getByRole('heading', { level: 1, name: 'Rotate a key' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('a reader walks by links, next and previous page without a complaint, and each page keeps its colours of code', async () => {
    const visitor = await newSiteVisitor(browser, site)
    const { page } = visitor
    await visitor.go('docs/rotate-a-key.html')
    await page.locator('.pager-link.next').click()
    await page.waitForURL(/docs\/upgrade\.html/)
    await page.locator('.pager-link.prev').click()
    await page.waitForURL(/docs\/rotate-a-key\.html/)
    await page.locator('.VPSidebar').getByRole('link', { name: 'Deploy' }).click()
    await page.waitForURL(/docs\/deploy\.html/)
    const colours = await page.evaluate<number>(
      `new Set([...document.querySelectorAll('pre span span')].map((word) => getComputedStyle(word).color)).size`,
    )
    expect(colours).toBeGreaterThan(2)
    await page.getByRole('link', { name: 'HTTP API' }).first().click()
    await page.waitForURL(/http-api\//)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('the button of a block of code copies it', async () => {
    const visitor = await newSiteVisitor(browser, site)
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitor.go('')
    await page.locator('.vp-doc div[class*=language-]').first().hover()
    await page.locator('.vp-doc button.copy').first().click()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^npm ci\nnpm start\s*$/)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('the switch of appearance works, and the next page keeps it', async () => {
    const visitor = await newSiteVisitor(browser, site)
    const { page } = visitor
    await page.emulateMedia({ colorScheme: 'light' })
    await visitor.go('docs/')
    const background = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await page.locator('.VPNavBarAppearance button').click()
    expect(await background()).not.toBe(light)
    await visitor.go('docs/glossary.html')
    expect(await background()).not.toBe(light)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('the menu of a phone reaches every part', async () => {
    const visitor = await newSiteVisitor(browser, site)
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.go('')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('.VPNavScreen').getByRole('link', { name: 'Documents' }).click()
    await page.waitForURL(/docs\//)
    await page.locator('.VPLocalNav button', { hasText: 'Menu' }).click()
    await page.locator('.VPSidebar').getByRole('link', { name: 'Glossary' }).click()
    await page.waitForURL(/docs\/glossary\.html/)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('the site works at the root of a host too', async () => {
    const root = await serveSite('/')
    const visitor = await newSiteVisitor(browser, root)
    await visitor.go('packages/core/')
    await visitor.page.locator('.VPNavBarTitle a').click()
    await visitor.page.locator('.home-forecast').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
    root.close()
  })

  it('a missing address gets a page with the menu, at any depth', async () => {
    const visitor = await newSiteVisitor(browser, site)
    for (const path of ['missing.html', 'docs/missing.html', 'a/b/c']) {
      await visitor.go(path)
      await visitor.page.getByRole('heading', { name: 'Page not found' }).waitFor()
      const home = visitor.page.getByRole('link', { name: 'Go to the first page' })
      expect(new URL((await home.getAttribute('href')) ?? '', visitor.page.url()).href).toMatch(`${site.home}`)
      expect(await faultsOf(visitor.page)).toEqual([])
    }
    // The browser reports each address that was asked for in vain, and nothing else.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('status of 404'))).toEqual([])
    await visitor.close()
  })

  it('documents are readable without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of ['', 'docs/deploy.html', 'http-api/predict.html', 'api/core/trees.html']) {
      await page.goto(site.home + path)
      expect((await page.locator('main, .VPContent').first().innerText()).length).toBeGreaterThan(1000)
    }
    await page.getByRole('link', { name: 'README of @riftline/core' }).click()
    await page.waitForURL(/packages\/core\/index\.html/)
    await context.close()
  })
})
