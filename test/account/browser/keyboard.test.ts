import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { seedMonthOfUse } from './month-of-use.ts'
import { acceptInvitation, newVisitor, password, type Visitor } from './visitor.ts'

const { skip, why } = browserTests
const email = 'keys.only@example.com'

describe.skipIf(skip)(`use by keyboard alone${why}`, () => {
  let server: AccountServer
  let browser: Browser
  let visitor: Visitor

  beforeAll(async () => {
    server = await startAccountServer({ before: (folder) => seedMonthOfUse(folder, 'seeded') })
    browser = await launchChromium()
    visitor = await newVisitor(browser, server)
    await acceptInvitation(visitor, server, { email, account: 'seeded' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  it.each([
    '/dashboard',
    '/keys',
    '/keys/seedKey1',
    '/usage',
    '/credits',
    '/settings',
    '/console',
    '/password',
    '/docs',
    '/docs/errors',
    '/record',
    '/',
  ])(
    'Tab reaches every control on %s in order, each with a visible outline, and then leaves the page',
    async (path) => {
      const { page, go } = visitor
      await go(path)
      const { wanted, reached, hidden } = await tabThrough(page)
      expect(reached).toEqual(wanted)
      expect(hidden).toEqual([])
    },
    300_000,
  )

  it('the first Tab shows a link that skips the navigation', async () => {
    const { page, go } = visitor
    await go('/keys')
    await page.keyboard.press('Tab')
    const skipLink = page.getByRole('link', { name: 'Skip to content' })
    const box = await skipLink.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const isInMain = await page.evaluate<boolean>(`document.activeElement.closest('main') !== null`)
    expect(isInMain).toBe(true)
  })

  it('Enter in a field sends its form', async () => {
    const { page, go } = visitor
    await go('/keys')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type('typed')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your new key')

    await page.context().clearCookies()
    await go('/sign-in')
    await page.getByLabel('E-mail', { exact: true }).focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Dashboard')
  })

  it('the limits of a key are unfolded, typed, checked and saved by keyboard', async () => {
    const { page, go } = visitor
    await go('/keys')
    await page.getByText('Limits of this key').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('500')
    expect(await page.getByLabel('Monthly limit', { exact: true }).inputValue()).toBe('500')
    await go('/keys/seedKey1')
    await page.getByLabel('Expires on', { exact: true }).focus()
    await page.keyboard.type('01012099')
    await page.getByLabel('usage', { exact: true }).focus()
    await page.keyboard.press('Space')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(await page.getByRole('status').innerText()).toContain('The limits are saved.')
    const shown = await page.locator('dl').innerText()
    expect([shown.includes('2099-01-01 00:00 UTC'), shown.includes('read, predict')]).toEqual([true, true])
  })

  it('Enter and Space press buttons, and arrow keys select options', async () => {
    const { page, go } = visitor
    await go('/keys')
    await page.getByRole('link', { name: 'Manage Key 1', exact: true }).focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    const stops = page.getByLabel('Old key stops', { exact: true })
    await stops.focus()
    await page.keyboard.press('ArrowDown')
    expect(await stops.inputValue()).toBe('7d')
    await page.getByRole('button', { name: 'Revoke key', exact: true }).focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Space')])
    expect(await page.getByRole('status').innerText()).toContain('The key is revoked.')
  })
})

interface Tabbed {
  /** Elements that take focus, in document order. */
  readonly wanted: readonly string[]
  readonly reached: readonly string[]
  /** Elements that had focus without an outline, or outside the page. */
  readonly hidden: readonly string[]
}

/**
 * Presses Tab until focus leaves the page or returns to its beginning. Arrow buttons of Swagger UI are not counted: each does
 * the same as the button before it.
 */
async function tabThrough(page: Page): Promise<Tabbed> {
  const wanted = await page.evaluate<string[]>(`(() => {
    const all = document.querySelectorAll('a[href], button:not(.opblock-control-arrow), input, select, textarea, summary, [tabindex="0"]')
    const shown = [...all].filter((element) => element.type !== 'hidden' && element.checkVisibility())
    shown.forEach((element, index) => { element.dataset.tab = index + ' ' + element.tagName + ' ' + (element.id || element.textContent.slice(0, 40)) })
    return shown.map((element) => element.dataset.tab)
  })()`)
  const reached: string[] = []
  const hidden: string[] = []
  for (let presses = 0; presses < 3 * wanted.length + 20; presses++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focus | null>(`(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return null
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { left, right, width } = element.getBoundingClientRect()
      const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
      return { name: element.dataset.tab ?? element.outerHTML.slice(0, 80), seen: outlined && width > 0 && right > 0 && left < innerWidth }
    })()`)
    if (at === null || (at.name === wanted[0] && reached.length > 0)) break
    // A date field takes Tab once for each of its parts.
    if (reached.at(-1) === at.name) continue
    reached.push(at.name)
    if (!at.seen) hidden.push(at.name)
  }
  return { wanted, reached, hidden }
}

interface Focus {
  readonly name: string
  readonly seen: boolean
}
