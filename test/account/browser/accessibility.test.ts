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

describe.skipIf(skip)(`in both colour schemes, on a screen and on a phone${why}`, () => {
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

  /** Goes through the cases and gives everything that is wrong with them. */
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

  it('pages that anybody sees, their errors and refusals have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    const faults = await faultsIn(openPages({ visitor, server }), visitor)
    // At another host the style sheet is refused as everything there is, and axe takes the ground of a page without one for white.
    const expected = /^another host: \/, dark, .*color-contrast|http:\/\/other\.example/
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
    await visitor.close()
  }, 300_000)

  it('pages behind links of mails have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(linkPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  it('pages of a new account have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(emptyPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  it('pages of a used account, with names as long as may be, have no fault that axe finds; nor when it is banned', async () => {
    const visitor = await newVisitor(browser, server)
    await acceptInvitation(visitor, server, { email, account: 'seeded' })
    expect(await faultsIn(ownPages(visitor), visitor)).toEqual([])
    expect(await cellsOutOfSight(visitor)).toEqual([])
    await banned(server, 'seeded')
    expect(await faultsIn(bannedPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 600_000)
})

/** Cells that a phone shows only once somebody scrolls sideways, or below a name that is not their column's. */
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
