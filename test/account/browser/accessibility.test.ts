import type { Browser, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test('pages that anybody sees, their errors and refusals have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    const faults = await faultsIn(openPages({ visitor, server }), visitor)
    // At another host the style sheet is refused as everything there is, and axe takes the ground of a page without one for white.
    const expected = /^another host: \/, dark, .*color-contrast|http:\/\/other\.example/
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
    await visitor.close()
  }, 300_000)

  test('pages behind links of mails have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(linkPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  test('pages of a new account have no fault that axe finds and no sideways scroll', async () => {
    const visitor = await newVisitor(browser, server)
    expect(await faultsIn(emptyPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 300_000)

  test('pages of a used account, with names as long as may be, have no fault that axe finds; nor when it is banned', async () => {
    const visitor = await newVisitor(browser, server)
    await acceptInvitation(visitor, server, { email, account: 'seeded' })
    expect(await faultsIn(ownPages(visitor), visitor)).toEqual([])
    expect(await creditsOutOfSight(visitor)).toEqual([])
    await banned(server, 'seeded')
    expect(await faultsIn(bannedPages({ visitor, server }), visitor)).toEqual([])
    await visitor.close()
  }, 600_000)
})

/** Lines of the statement whose credits a phone shows only once somebody scrolls sideways. */
async function creditsOutOfSight({ page, go }: Visitor): Promise<readonly (string | null)[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  await go('/usage')
  const lines = await page.locator('tr[data-request]').all()
  expect(lines.length).toBeGreaterThan(40)
  const hidden: (string | null)[] = []
  for (const line of lines) {
    const box = await line.locator('td').last().boundingBox()
    if (box === null || box.x + box.width > 360) hidden.push(await line.textContent())
  }
  return hidden
}
