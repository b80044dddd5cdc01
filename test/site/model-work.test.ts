import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsOf } from '../support/axe.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { type SiteServer, serveSite } from './built-site.ts'
import { visitModelPage } from './model-visit.ts'
import { newSiteVisitor, type SiteVisitor } from './visitor.ts'

const { skip, why } = browserTests

describe.skipIf(skip)(`work on the page of models in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  let visitor: SiteVisitor
  let visit: ReturnType<typeof visitModelPage>
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })
  beforeEach(async () => {
    visitor = await newSiteVisitor(browser, site)
    visit = visitModelPage(visitor.page)
    await visitor.go('playground/model.html')
  })
  afterEach(() => visitor.close())

  /** Starts to score many rows, and acts in the page as soon as it shows the button that stops them: before a program outside could. */
  async function whileManyRows<T>(act: string): Promise<T> {
    await visit.openExample('LightGBM')
    return visitor.page.evaluate<T>(`new Promise((resolve) => {
      const button = (text) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith(text))
      new MutationObserver((_, observer) => {
        if (!button('Stop')) return
        observer.disconnect()
        setTimeout(() => resolve((${act})(button)))
      }).observe(document.body, { childList: true, subtree: true })
      button('Time 100,000 invented rows').click()
    })`)
  }

  it('a click is answered while 100,000 rows are scored, and the table then has one page of them', async () => {
    const { page } = visitor
    const answered = await whileManyRows(`(button) => {
      document.querySelector('details > summary').click()
      return [document.querySelector('details').open, button('Stop') !== undefined]
    }`)
    expect(answered).toEqual([true, true])
    await page.getByText('100,000 rows are scored.').waitFor()
    expect(await visit.shownScores()).toHaveLength(20)
    await page.getByRole('button', { name: 'Last' }).click()
    await page.getByText('99,981 to 100,000 of 100,000').waitFor()
    await page.getByRole('button', { name: 'Explain row 100000' }).waitFor()
    expect(await page.getByText(/rows a second/).count()).toBe(1)
    expect(visitor.complaints).toEqual([])
  })

  it('work is stopped: the model stays open, the rows stay in the form, and they are scored anew', async () => {
    const { page } = visitor
    await whileManyRows(`(button) => button('Stop').click()`)
    await page.getByText('6 rows are scored.').waitFor()
    expect(await page.getByLabel('Rows as CSV').inputValue()).toMatch(/^amount,hour,country,/)
    await expect.poll(() => page.workers().length).toBe(1)
  })

  it('another model ends the work on the one before, and leaving the page ends all', async () => {
    const { page } = visitor
    await whileManyRows(`(button) => button('ML.NET').click()`)
    await page.getByText('30 rows are scored.').waitFor()
    await expect.poll(() => page.workers().length).toBe(1)
    expect(await page.getByText('100,000 rows').count()).toBe(0)
    await page.getByRole('link', { name: '@riftline/core/trees' }).click()
    await page.waitForURL(/packages\/core/)
    await expect.poll(() => page.workers().length).toBe(0)
  })

  it('the keyboard alone opens an example, scores rows, explains one and turns to another tree', async () => {
    const { page } = visitor
    await visit.tabTo(/^XGBoost /)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Why row 1' }).waitFor()
    await visit.tabTo(/^Rows as CSV/)
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Rome,10,1,2,3,4\n')
    await visit.tabTo(/^Score these rows/)
    await page.keyboard.press('Enter')
    await page.getByText('7 rows are scored.').waitFor()
    await visit.tabTo(/^Explain row 7/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Why row 7' }).waitFor()
    await visit.tabTo(/^Next tree/)
    await page.keyboard.press('Space')
    await page.getByText(/^Tree 1: /).waitFor()
  })

  it.each(['XGBoost', 'CatBoost', 'ML.NET'])('axe finds nothing on the page with the model of %s', async (trainer) => {
    await visit.openExample(trainer)
    for (const numbers of await visitor.page.getByText('The numbers').all()) await numbers.click()
    expect(await faultsOf(visitor.page)).toEqual([])
  })

  it('axe finds nothing on the page with an error', async () => {
    await visit.openExample('XGBoost')
    await visitor.page.getByLabel('Rows as CSV').fill('x\n')
    await visitor.page.getByRole('button', { name: 'Score these rows' }).click()
    await visitor.page.getByRole('alert').waitFor()
    expect(await faultsOf(visitor.page)).toEqual([])
  })
})
