import type { Browser, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../../support/axe.ts'
import { browserTests, launchChromium } from '../../support/browser-tests.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'
import { seedMonthOfUse } from './month-of-use.ts'
import { banned, ownPages } from './own-pages.ts'
import { bannedPages, emptyPages, linkPages, openPages, type PageCase } from './pages.ts'
import { acceptInvitation, newVisitor, type Visitor } from './visitor.ts'

const { skip, why } = browserTests
const email = 'a.very.long.address.of.somebody.with.patience@department.of.long.names.example.com'

describe.skipIf(skip)(`accessibility in both colour schemes, on a screen and on a phone${why}`, () => {
  let server: AccountServer
  let browser: Browser

  beforeAll(async () => {
    server = await startAccountServer({ before: (folder) => seedMonthOfUse(folder, 'seeded') })
    browser = await launchChromium(['--host-resolver-rules=MAP other.example 127.0.0.1'])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.remove()
  })

  /** Visits the cases in both colour schemes and widths, and returns all faults. */
  async function faultsIn(cases: readonly PageCase[], visitor: Visitor): Promise<readonly string[]> {
    const { page } = visitor
    const faults: string[] = []
    let latest: Response | null = null
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) latest = response
    })
    for (const { name, status, heading, reach } of cases) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await reach()
      const shown = await page.getByRole('heading', { level: 1 }).allTextContents()
      const got = (latest as Response | null)?.status()
      if (got !== status || shown.join() !== heading) faults.push(`${name}: ${got} ${shown.join()}`)
      faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
    }
    return [...faults, ...visitor.complaints]
  }

  it('axe finds no fault on pages without a session, their errors and refusals, and none scrolls sideways', async () => {
    const visitor = await newVisitor(browser, server)
    const faults = await faultsIn(openPages({ visitor, server }), visitor)
    // At another host the style sheet is refused too, and axe takes the background of a page without style for white.
    const expected = /^another host: \/, dark, .*color-contrast|http:\/\/other\.example/
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
    await visitor.close()
  }, 300_000)

  it('axe finds no fault on pages of mailed links, and none scrolls sideways', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(linkPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  it('axe finds no fault on pages of a new account, and none scrolls sideways', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(emptyPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  it('axe finds no fault on pages of a used account with names of the greatest length, before and after its ban', async () => {
    const visitor = await newVisitor(browser, server)
    await acceptInvitation(visitor, server, { email, account: 'seeded' })
    expect(await faultsIn(ownPages(visitor), visitor)).toEqual([])
    expect(await cellsOutOfSight(visitor)).toEqual([])
    await banned(server, 'seeded')
    expect(await faultsIn(bannedPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 600_000)
})

/** Table cells that a phone shows only after a sideways scroll, or under the name of another column. */
async function cellsOutOfSight({ page, go }: Visitor): Promise<readonly string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  const faults: string[] = []
  for (const [path, fewest] of [
    ['/dashboard', 12],
    ['/keys', 18],
    ['/usage', 320],
    ['/credits', 6],
    ['/settings', 12],
  ] as const) {
    await go(path)
    const cells = await page.evaluate<readonly (readonly [string, number, string | null, string])[]>(`
      [...document.querySelectorAll('td:not([colspan])')].map((cell) => [
        cell.textContent.trim(),
        cell.getBoundingClientRect().right,
        cell.dataset.label ?? null,
        cell.closest('table').querySelectorAll('th')[cell.cellIndex].textContent,
      ])`)
    expect(cells.length, path).toBeGreaterThanOrEqual(fewest)
    for (const [text, right, label, column] of cells) {
      if (right > 360) faults.push(`${path}: ${text} ends at ${right}`)
      if (label !== null && label !== column) faults.push(`${path}: ${text} below ${label} is a ${column}`)
    }
  }
  return faults
}
