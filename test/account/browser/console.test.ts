import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { newVisitor, signUp } from './visitor.ts'

const { skip, why } = browserTests

describe.skipIf(skip)(`the console in Chromium${why}`, () => {
  let browser: Browser
  let server: AccountServer
  beforeAll(async () => {
    browser = await launchChromium()
    server = await startAccountServer()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await server?.remove()
  })

  it('the console keeps a key for the tab only when asked to, and folds a long answer below the form', async () => {
    const { page, go, fill, press, complaints } = await newVisitor(browser, server)
    await signUp({ page, go, fill, press, complaints, close: async () => {} }, server, 'tab@example.com')
    await fill({ Name: 'laptop' })
    await press('Create key')
    const key = await page.locator('#new-key').innerText()
    await page.getByRole('navigation').getByRole('link', { name: 'Console' }).click()
    const field = page.getByLabel('API key')
    const box = page.getByLabel('Keep the key in this tab until it is closed or you sign out')

    await field.fill(key)
    await press('Send request')
    expect(await field.inputValue()).toBe('')
    expect(await page.locator('details').getAttribute('open')).not.toBeNull()

    await fill({ Operation: 'listTeams' })
    await field.fill(key)
    await box.check()
    await press('Send request')
    expect(await field.inputValue()).toBe(key)
    expect(await page.locator('details').getAttribute('open')).toBeNull()
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2000)
    const [formTop, answerTop] = await Promise.all(
      ['form[action^="/console"]', '#answer-heading'].map(
        async (selector) => (await page.locator(selector).boundingBox())?.y ?? 0,
      ),
    )
    expect(answerTop).toBeGreaterThan(formTop ?? 0)
    expect(await page.getByRole('button', { name: 'Copy answer' }).isVisible()).toBe(true)

    await box.uncheck()
    await go('/console')
    expect(await field.inputValue()).toBe('')
    expect(complaints).toEqual([])
  })
})
