import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { type SiteServer, serveSite } from './built-site.ts'
import { newSiteVisitor } from './visitor.ts'

const { skip, why } = browserTests

describe.skipIf(skip)(`record and promises in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })

  it('both pages have no fault for axe in either scheme, scroll sideways nowhere, and ask no other host', async () => {
    const visitor = await newSiteVisitor(browser, site)
    for (const path of ['record.html', 'promises.html']) {
      await visitor.go(path)
      expect(await faultsOf(visitor.page)).toEqual([])
    }
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('a screen shows the wide drawings and a phone the narrow ones, inside the page', async () => {
    const visitor = await newSiteVisitor(browser, site)
    await visitor.go('record.html')
    for (const [width, shown, hidden] of [
      [1280, '.chart-wide', '.chart-narrow'],
      [360, '.chart-narrow', '.chart-wide'],
    ] as const) {
      await visitor.page.setViewportSize({ width, height: 800 })
      const drawings = await visitor.page.locator(`${shown} svg`).all()
      expect(drawings.length).toBeGreaterThan(18)
      for (const drawing of drawings) {
        const box = await drawing.boundingBox()
        expect(box!.width).toBeGreaterThan(280)
        expect(box!.x + box!.width).toBeLessThanOrEqual(width)
      }
      expect(await visitor.page.locator(hidden).first().isVisible()).toBe(false)
    }
    await visitor.close()
  })

  it('the numbers of a picture open by keyboard', async () => {
    const visitor = await newSiteVisitor(browser, site)
    await visitor.go('record.html')
    await visitor.page.locator('.chart-numbers summary').first().focus()
    await visitor.page.keyboard.press('Enter')
    expect(await visitor.page.locator('.chart-numbers table').first().isVisible()).toBe(true)
    await visitor.close()
  })

  it('without script the pictures, their numbers and the promises are there', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.home}record.html`)
    expect(await page.locator('.chart-wide svg').first().isVisible()).toBe(true)
    await page.locator('.chart-numbers summary').first().click()
    expect(await page.locator('.chart-numbers table').first().isVisible()).toBe(true)
    await page.goto(`${site.home}promises.html`)
    expect(await page.locator('.promise blockquote').count()).toBeGreaterThan(40)
    await context.close()
  })

  it('each promise leads to its document and its tests', async () => {
    const visitor = await newSiteVisitor(browser, site)
    await visitor.go('promises.html')
    const links = await visitor.page
      .locator('.promise a:not(.header-anchor)')
      .evaluateAll((all) => all.map((a) => (a as { href?: string }).href ?? ''))
    expect(links.length).toBeGreaterThan(150)
    for (const link of new Set(links.map((href) => href.split('#')[0] ?? ''))) {
      const answer = await visitor.page.request.get(link)
      expect([link, answer.status()]).toEqual([link, 200])
    }
    await visitor.close()
  })
})
